import { api } from '@packhouse/contract'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { OfflineIcon, RunningIcon } from '../../../ui/icons.tsx'
import { PanelFailure, PanelFrame } from '../../../ui/panel-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** Whether the data of the machine come in as they should, and what to do where they do not. */
export function TestPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['machines', 'test', id],
    queryFn: ({ signal }) => callApi(api.testMachine, { params: { id } }, { signal }),
    gcTime: 0,
  })
  return (
    <PanelFrame
      title="Test of its data"
      className="mb-4"
      aside={
        <div className="flex gap-2">
          <Button size="dense" busy={isFetching} onClick={() => void refetch()}>
            Test again
          </Button>
          <Button size="dense" variant="quiet" onClick={onClose}>
            Close
          </Button>
        </div>
      }
    >
      <div role="status" className="px-4 pb-4">
        {isError && !data && <PanelFailure what="The test" onRetry={() => void refetch()} />}
        {!isError && !data && <Skeleton className="h-40" />}
        {data && (
          <>
            <p className="mb-2 font-semibold">
              {data.works ? 'Its data come in as they should.' : 'Something stands in the way of its data.'}
            </p>
            <ul className="grid gap-1.5">
              {data.checks.map(({ name, works, words }) => (
                <li key={name} className="flex gap-2">
                  {works ? <RunningIcon className="mt-0.5 text-ok" /> : <OfflineIcon className="mt-0.5 text-bad" />}
                  <span>
                    <span className="sr-only">{works ? 'Right: ' : 'Wrong: '}</span>
                    {words}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </PanelFrame>
  )
}

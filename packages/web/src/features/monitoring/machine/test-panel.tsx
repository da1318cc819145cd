import { api, type MachineTest } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { callApi } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { AlertIcon } from '../../../ui/icons.tsx'
import { PanelFailure, PanelFrame } from '../../../ui/panel-frame.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { CheckIcon } from '../../../ui/tool-icons.tsx'

/** Whether data of the machine arrives, and what to do if not. */
export function TestPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['machines', 'test', id],
    queryFn: ({ signal }) => callApi(api.testMachine, { params: { id } }, { signal }),
    gcTime: 0,
  })
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && onClose()
  return (
    <PanelFrame
      title={t('monitoring.testOfItsData')}
      className="mb-4"
      aside={
        // biome-ignore lint/a11y/noStaticElementInteractions: it hears Escape of the buttons inside
        <div className="flex gap-2" onKeyDown={onKeyDown}>
          <Button size="dense" busy={isFetching} onClick={() => void refetch()}>
            {t('monitoring.testAgain')}
          </Button>
          <Button size="dense" variant="quiet" onClick={onClose}>
            {t('general.close')}
          </Button>
        </div>
      }
    >
      <div role="status" className="px-4 pb-4">
        {isError && !data && <PanelFailure what={t('monitoring.theTest')} onRetry={() => void refetch()} />}
        {!isError && !data && <Skeleton className="h-40" />}
        {data && (
          <>
            <p className="mb-2 font-semibold">{outcomeWords(data)}</p>
            <ul className="grid gap-1.5">
              {data.checks.map(({ name, works, words }) => (
                <li key={name} className="flex gap-2">
                  {works ? (
                    <CheckIcon className="mt-0.5 shrink-0 text-ok" />
                  ) : (
                    <AlertIcon className="mt-0.5 shrink-0 text-bad" />
                  )}
                  <span>
                    <span className="sr-only">{works ? `${t('monitoring.right')} ` : `${t('monitoring.wrong')} `}</span>
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

/** A machine whose newest messages arrive must not look silent, even if some were refused. */
function outcomeWords({ works, checks }: MachineTest): string {
  if (works) return t('monitoring.itsDataComeInAsThey')
  return checks.every((check) => check.works || check.name === 'refused')
    ? t('monitoring.itsDataComeInButSome')
    : t('monitoring.somethingStandsInTheWayOf')
}

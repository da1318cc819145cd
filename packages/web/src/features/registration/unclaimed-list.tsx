import { DateLabel } from '../../lib/format/date-label.tsx'
import type { ResourceRow } from '../../resource/registry.ts'
import { FailedState } from '../../resource/table/table-states.tsx'
import { missingWords, useLeave } from '../../resource/use-permissions.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OpenCarton } from '../../ui/illustrations.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { LiveState } from './live-state.tsx'
import { installedMachines } from './machine-look.tsx'
import type { UnclaimedQuery } from './use-unclaimed.ts'

export interface UnclaimedListProps {
  query: UnclaimedQuery
  /** The machine in the drawer. */
  openId: string | undefined
  onClaim: (id: string) => void
}

/** The machines that publish and belong to nobody yet: how they do, and a button to give each a customer. */
export function UnclaimedList({ query, openId, onClaim }: UnclaimedListProps) {
  const { data, isPending, isError, error, refetch } = query
  return (
    <>
      <div className="mb-3.5 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="text-[22px] leading-7">Unclaimed machines</h1>
        <span className="text-text-2 tabular-nums">{data?.total.toLocaleString()}</span>
        <p className="text-text-2 max-md:w-full">They belong to nobody, so no customer sees them.</p>
      </div>
      <div className="mb-6 min-h-48 flex-1 overflow-auto rounded-panel border border-line bg-surface">
        {isError && !data ? (
          <FailedState what="unclaimed machines" error={error} onRetry={() => void refetch()} />
        ) : isPending ? (
          <LoadingRows />
        ) : data?.items.length === 0 ? (
          <NothingUnclaimed />
        ) : (
          <UnclaimedTable rows={data?.items ?? []} openId={openId} onClaim={onClaim} />
        )}
      </div>
    </>
  )
}

const head =
  'sticky top-0 z-10 h-8 border-b border-line-2 bg-surface-2 px-3 text-left text-12 font-[550] whitespace-nowrap text-text-2'
const cell = 'h-11 max-md:h-14 border-b border-line px-3 whitespace-nowrap'

interface UnclaimedTableProps extends Omit<UnclaimedListProps, 'query'> {
  rows: readonly ResourceRow[]
}

function UnclaimedTable({ rows, openId, onClaim }: UnclaimedTableProps) {
  const leave = useLeave(installedMachines.calls.update)
  return (
    <table className="w-full border-separate border-spacing-0 text-13">
      <caption className="sr-only">Unclaimed machines, the newest first</caption>
      <thead>
        <tr>
          <th className={head}>Machine ID</th>
          <th className={head}>Live state</th>
          <th className={`${head} max-md:hidden`}>First heard</th>
          <th className={head}>
            <span className="sr-only">Claim</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const machineID = String(row.machineID)
          return (
            <tr key={row.id} data-id={row.id} className={row.id === openId ? 'bg-surface-3' : undefined}>
              <th scope="row" className={`${cell} code text-left font-[550]`}>
                {machineID}
              </th>
              <td className={cell}>
                <LiveState machineID={machineID} />
              </td>
              <td className={`${cell} text-text-2 max-md:hidden`}>
                <DateLabel value={row.createdAt} />
              </td>
              <td className={`${cell} text-right`}>
                <Button
                  size="dense"
                  aria-label={`Claim ${machineID}`}
                  disabled={!leave.given}
                  title={leave.given ? undefined : missingWords(leave)}
                  onClick={() => onClaim(row.id)}
                >
                  Claim
                </Button>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function LoadingRows() {
  return (
    <div role="status" className="grid gap-4 p-4">
      <span className="sr-only">Loading unclaimed machines</span>
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="h-5 w-1/2" />
      <Skeleton className="h-5 w-3/5" />
    </div>
  )
}

function NothingUnclaimed() {
  return (
    <EmptyState heading="h2" className="py-22" illustration={<OpenCarton />} title="Every machine has a customer">
      A machine that publishes on <span className="code">packhouse/&lt;machineID&gt;/record</span> without being
      registered appears here by itself.
    </EmptyState>
  )
}

import { t } from '@packhouse/messages'
import { useState } from 'react'
import { LiveStateLink } from '../../entities/machine/live-state.tsx'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { formatCount } from '../../lib/format/numbers.ts'
import { rich } from '../../lib/language/rich.ts'
import type { ResourceRow } from '../../resource/registry.ts'
import { FailedState } from '../../resource/table/table-states.tsx'
import { missingWords, type PermissionCheck, usePermission } from '../../resource/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OpenCarton } from '../../ui/illustrations.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { installedMachines } from './installed-machines.tsx'
import type { UnclaimedQuery } from './use-unclaimed.ts'

export interface UnclaimedListProps {
  query: UnclaimedQuery
  /** The machines in the drawer. */
  openIds: readonly string[]
  onClaim: (ids: readonly string[]) => void
}

/** The machines that publish but have no customer yet, with their state and a button to claim each. */
export function UnclaimedList({ query, openIds, onClaim }: UnclaimedListProps) {
  const { data, isPending, isError, error, refetch } = query
  const [held, setHeld] = useState<ReadonlySet<string>>(new Set())
  // What has been claimed meanwhile is selected no longer.
  const selected = (data?.items ?? []).flatMap(({ id }) => (held.has(id) ? [id] : []))
  const access = usePermission(installedMachines.calls.update)
  return (
    <>
      <div className="mb-3.5 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1 className="text-[22px] leading-7">{t('registration.unclaimedMachines')}</h1>
        <span className="text-text-2 tabular-nums">{formatCount(data?.total)}</span>
        <p className="text-text-2 max-md:w-full">{t('registration.theyBelongToNobodySoNo')}</p>
      </div>
      {selected.length > 0 && (
        <SelectionBar count={selected.length} onClaim={() => onClaim(selected)} onClear={() => setHeld(new Set())} />
      )}
      <div className="mb-6 min-h-48 flex-1 overflow-auto rounded-panel border border-line bg-surface">
        {isError && !data ? (
          <FailedState what={t('registration.unclaimedMachines')} error={error} onRetry={() => void refetch()} />
        ) : isPending ? (
          <LoadingRows />
        ) : data?.items.length === 0 ? (
          <NothingUnclaimed />
        ) : (
          <UnclaimedTable
            rows={data?.items ?? []}
            openIds={openIds}
            onClaim={onClaim}
            access={access}
            selected={selected}
            onSelect={(ids) => setHeld(new Set(ids))}
          />
        )}
      </div>
    </>
  )
}

const head =
  'sticky top-0 z-10 h-8 border-b border-line-2 bg-surface-2 px-3 text-start text-12 font-[550] whitespace-nowrap text-text-2'
const cell = 'h-11 max-md:h-14 border-b border-line px-3 whitespace-nowrap'

interface UnclaimedTableProps extends Omit<UnclaimedListProps, 'query'> {
  rows: readonly ResourceRow[]
  access: PermissionCheck
  selected: readonly string[]
  onSelect: (ids: readonly string[]) => void
}

function UnclaimedTable({ rows, openIds, onClaim, access, selected, onSelect }: UnclaimedTableProps) {
  const isAll = selected.length === rows.length
  const toggle = (id: string) =>
    onSelect(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id])
  return (
    <table className="w-full border-separate border-spacing-0 text-13">
      <caption className="sr-only">{t('registration.unclaimedMachinesTheNewestFirst')}</caption>
      <thead>
        <tr>
          {access.allowed && (
            <th className={`${head} w-px`}>
              <Checkbox
                label={t('registration.selectAllUnclaimedMachines')}
                checked={isAll}
                mixed={selected.length > 0 && !isAll}
                onToggle={() => onSelect(isAll ? [] : rows.map(({ id }) => id))}
              />
            </th>
          )}
          <th className={head}>{t('registration.machineId')}</th>
          <th className={head}>{t('registration.liveState')}</th>
          <th className={`${head} max-md:hidden`}>{t('registration.firstHeard')}</th>
          <th className={head}>
            <span className="sr-only">{t('registration.claim')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const machineID = String(row.machineID)
          return (
            <tr key={row.id} data-id={row.id} className={openIds.includes(row.id) ? 'bg-surface-3' : undefined}>
              {access.allowed && (
                <td className={cell}>
                  <Checkbox
                    label={t('registration.select', { machineID })}
                    checked={selected.includes(row.id)}
                    onToggle={() => toggle(row.id)}
                  />
                </td>
              )}
              <th scope="row" className={`${cell} code text-start font-[550]`}>
                {machineID}
              </th>
              <td className={cell}>
                <LiveStateLink machineID={machineID} />
              </td>
              <td className={`${cell} text-text-2 max-md:hidden`}>
                <DateLabel value={row.createdAt} />
              </td>
              <td className={`${cell} text-end`}>
                <Button
                  size="dense"
                  aria-label={t('registration.claimMachineID', { machineID })}
                  disabled={!access.allowed}
                  title={access.allowed ? undefined : missingWords(access)}
                  onClick={() => onClaim([row.id])}
                >
                  {t('registration.claim')}
                </Button>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

function SelectionBar(props: { count: number; onClaim: () => void; onClear: () => void }) {
  const { count, onClaim, onClear } = props
  return (
    <section
      aria-label={t('registration.selectedMachines')}
      className="mb-2 flex min-h-[46px] flex-wrap items-center gap-2 rounded-panel border border-kraft bg-kraft-soft px-3 max-md:py-1.5"
    >
      <b className="pe-1 font-semibold tabular-nums" role="status">
        {t('registration.selected', { count })}
      </b>
      <Button size="dense" variant="primary" onClick={onClaim}>
        {t('registration.claimMachinesCount', { count })}
      </Button>
      <Button variant="quiet" size="dense" className="ms-auto hover:bg-surface" onClick={onClear}>
        {t('general.clear')}
      </Button>
    </section>
  )
}

function LoadingRows() {
  return (
    <div role="status" className="grid gap-4 p-4">
      <span className="sr-only">{t('registration.loadingUnclaimedMachines')}</span>
      <Skeleton className="h-5 w-2/3" />
      <Skeleton className="h-5 w-1/2" />
      <Skeleton className="h-5 w-3/5" />
    </div>
  )
}

function NothingUnclaimed() {
  return (
    <EmptyState
      heading="h2"
      className="py-22"
      illustration={<OpenCarton />}
      title={t('registration.everyMachineHasACustomer')}
    >
      {rich('registration.aMachineThatPublishesOn', {
        topic: (
          <span className="code" translate="no">
            packhouse/&lt;machineID&gt;/record
          </span>
        ),
      })}
    </EmptyState>
  )
}

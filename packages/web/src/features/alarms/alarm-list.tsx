import { type Alarm, api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { PageButtons } from '../../resource/table/pager.tsx'
import { FailedState } from '../../resource/table/table-states.tsx'
import { usePermission } from '../../resource/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OpenCarton } from '../../ui/illustrations.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AlarmFilters } from './alarm-filters.tsx'
import { type AlarmQuery, useAcknowledge, useAlarms } from './alarm-queries.ts'
import { AlarmRow } from './alarm-row.tsx'
import { type AlarmAddress, useAlarmAddress } from './use-alarm-address.ts'

/** The active alarms, the gravest and oldest first, or those that have cleared, newest first. */
export function AlarmList({ state }: { state: 'active' | 'cleared' }) {
  const address = useAlarmAddress()
  const query = useAlarms({ ...filtersOf(address), state, order: state === 'active' ? 'severity' : 'newest' })
  if (query.isPending) return <Skeleton className="h-96" />
  if (query.isError && !query.data) {
    return <FailedState what={t('alarms.alarmsWord')} error={query.error} onRetry={() => void query.refetch()} />
  }
  const { items, total, pageSize } = query.data
  return (
    <>
      <div className="min-h-0 flex-1 overflow-y-auto rounded-panel border border-line bg-surface">
        <div className="border-b border-line">
          <AlarmFilters address={address} />
        </div>
        {total === 0 ? (
          <NoAlarms state={state} address={address} />
        ) : (
          <Rows items={items} state={state} address={address} />
        )}
      </div>
      <div className="flex min-h-12 flex-wrap items-center justify-end gap-2 text-12 text-text-2 tabular-nums">
        <span role="status" className="me-auto">
          {t('alarms.alarmsTotal', { total })}
        </span>
        <PageButtons page={address.page} pages={Math.max(1, Math.ceil(total / pageSize))} onPage={address.goTo} />
      </div>
    </>
  )
}

function filtersOf({ severity, acknowledged, assignee, machineID, page }: AlarmAddress): AlarmQuery {
  return {
    page: String(page),
    pageSize: '50',
    ...(severity !== '' && { severity }),
    ...((acknowledged === 'true' || acknowledged === 'false') && { acknowledged }),
    ...(assignee !== '' && { assignee }),
    ...(machineID !== '' && { machineID }),
  }
}

interface RowsProps {
  items: readonly Alarm[]
  state: 'active' | 'cleared'
  address: AlarmAddress
}

function Rows({ items, state, address }: RowsProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const mayAcknowledge = usePermission(api.acknowledgeAlarms).allowed
  const acknowledge = useAcknowledge()
  // What was acknowledged or has gone meanwhile is not chosen any more.
  const open = items.filter(({ acknowledgedAt }) => acknowledgedAt === null)
  const ids = open.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const toggle = (id: string) => setChosen((before) => toggled(before, id))
  const isChoosing = mayAcknowledge && open.length > 0
  return (
    <>
      {isChoosing && (
        <div className="flex min-h-11 items-center gap-3 border-b border-s-[3px] border-line border-s-transparent bg-surface-2 px-3 text-13">
          <Checkbox
            label={t('alarms.chooseEveryAlarmThatIsNot')}
            checked={ids.length === open.length}
            mixed={ids.length > 0 && ids.length < open.length}
            onToggle={() => setChosen(new Set(ids.length === open.length ? [] : open.map(({ id }) => id)))}
          />
          <span className="text-text-2">
            {ids.length === 0 ? t('alarms.chooseSeveral') : t('alarms.selected', { count: ids.length })}
          </span>
          {ids.length > 0 && (
            <Button size="dense" busy={acknowledge.isPending} onClick={() => acknowledge.mutate({ ids })}>
              {t('alarms.acknowledgeSelected', { count: ids.length })}
            </Button>
          )}
        </div>
      )}
      <ul aria-label={state === 'active' ? t('alarms.activeAlarms') : t('alarms.clearedAlarms')}>
        {items.map((alarm) => {
          const isOpen = mayAcknowledge && alarm.acknowledgedAt === null
          return (
            <AlarmRow
              key={alarm.id}
              alarm={alarm}
              isOpen={address.alarm === alarm.id}
              onOpen={() => address.open(alarm.id)}
              {...(isChoosing && {
                selection: isOpen ? { isChosen: chosen.has(alarm.id), onToggle: () => toggle(alarm.id) } : null,
              })}
              onAcknowledge={isOpen ? () => acknowledge.mutate({ ids: [alarm.id] }) : undefined}
              isBusy={acknowledge.isPending && acknowledge.variables.ids.includes(alarm.id)}
            />
          )
        })}
      </ul>
    </>
  )
}

function toggled(before: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(before)
  if (!after.delete(id)) after.add(id)
  return after
}

function NoAlarms({ state, address }: Omit<RowsProps, 'items'>) {
  const isFiltered = [address.severity, address.acknowledged, address.assignee, address.machineID].some(
    (text) => text !== '',
  )
  if (isFiltered) {
    return (
      <EmptyState
        heading="h2"
        className="py-16"
        illustration={<OpenCarton />}
        title={t('alarms.noAlarmFitsTheseFilters')}
        actions={
          <Button onClick={() => address.change({ severity: '', acknowledged: '', assignee: '', machineID: '' })}>
            {t('general.clearFilters')}
          </Button>
        }
      />
    )
  }
  return (
    <EmptyState
      heading="h2"
      className="py-16"
      illustration={<OpenCarton />}
      title={state === 'active' ? t('alarms.noAlarmIsActive') : t('alarms.noAlarmHasClearedYet')}
    >
      {state === 'active' ? t('alarms.newOnesAppearHereByThemselves') : t('alarms.alarmsAreKeptHereWhenTheir')}
    </EmptyState>
  )
}

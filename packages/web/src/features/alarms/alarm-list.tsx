import { type Alarm, api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { useLostFocus } from '../../lib/use-lost-focus.ts'
import { PageButtons } from '../../resource/table/pager.tsx'
import { FailedState } from '../../resource/table/table-states.tsx'
import { usePermission } from '../../resource/use-permission.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OpenCarton } from '../../ui/illustrations.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AlarmColumns } from './alarm-columns.tsx'
import { AlarmFilters } from './alarm-filters.tsx'
import { type AlarmQuery, useAcknowledge, useAlarms } from './alarm-queries.ts'
import { AlarmRow } from './alarm-row.tsx'
import { type AlarmAddress, useAlarmAddress } from './use-alarm-address.ts'

/** The alarms to be seen to, active ones first, then the gravest and newest; or those that have cleared, newest first. */
export function AlarmList({ list }: { list: 'open' | 'cleared' }) {
  const address = useAlarmAddress()
  const query = useAlarms(queryOf(address, list))
  const room = useLostFocus('a')
  if (query.isPending) return <Skeleton className="h-96" />
  if (query.isError && !query.data) {
    return <FailedState what={t('alarms.alarmsWord')} error={query.error} onRetry={() => void query.refetch()} />
  }
  const { items, total, pageSize } = query.data
  return (
    <>
      <div
        ref={room}
        tabIndex={-1}
        className="@container min-h-0 flex-1 overflow-y-auto rounded-panel border border-line bg-surface"
      >
        <div className="border-b border-line">
          <AlarmFilters address={address} list={list} isEmpty={total === 0} />
        </div>
        {total === 0 ? (
          <NoAlarms list={list} address={address} />
        ) : (
          <Rows items={items} list={list} address={address} />
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

const DAY_MS = 86_400_000
/** The begin of a period moves on by so much, so that the same question is asked again meanwhile. */
const STEP_MS = 300_000

function queryOf({ filters, page }: AlarmAddress, list: 'open' | 'cleared'): AlarmQuery {
  const { state, days, acknowledged, ...others } = filters
  const from = Math.floor(Date.now() / STEP_MS) * STEP_MS - Number(days) * DAY_MS
  return {
    ...Object.fromEntries(Object.entries(others).filter(([, value]) => value !== '')),
    page: String(page),
    pageSize: '50',
    state: list === 'open' && (state === 'active' || state === 'returned') ? state : list,
    order: list === 'open' ? 'severity' : 'newest',
    ...(days !== '' && { from: new Date(from).toISOString() }),
    ...((acknowledged === 'true' || acknowledged === 'false') && { acknowledged }),
  }
}

interface RowsProps {
  items: readonly Alarm[]
  list: 'open' | 'cleared'
  address: AlarmAddress
}

function Rows({ items, list, address }: RowsProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const mayAcknowledge = usePermission(api.acknowledgeAlarms).allowed
  const acknowledge = useAcknowledge()
  // Apart from that of rows: while a row's is under way, which lasts until the list is loaded again, a press here counts.
  const acknowledgeChosen = useAcknowledge()
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
            <Button size="dense" busy={acknowledgeChosen.isPending} onClick={() => acknowledgeChosen.mutate({ ids })}>
              {t('alarms.acknowledgeSelected', { count: ids.length })}
            </Button>
          )}
        </div>
      )}
      <AlarmColumns isChoosing={isChoosing} />
      <ul aria-label={list === 'open' ? t('alarms.openAlarms') : t('alarms.clearedAlarms')}>
        {items.map((alarm) => {
          const isOpen = mayAcknowledge && alarm.acknowledgedAt === null
          return (
            <AlarmRow
              key={alarm.id}
              alarm={alarm}
              isOpen={address.alarm === alarm.id}
              onOpen={() => address.open(alarm.id)}
              href={address.addressOf(alarm.id)}
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

function NoAlarms({ list, address }: Omit<RowsProps, 'items'>) {
  const isFiltered = Object.values(address.filters).some((text) => text !== '')
  if (isFiltered) {
    return (
      <EmptyState
        heading="h2"
        className="py-16"
        illustration={<OpenCarton />}
        title={t('alarms.noAlarmFitsTheseFilters')}
        actions={<Button onClick={address.clear}>{t('general.clearFilters')}</Button>}
      />
    )
  }
  return (
    <EmptyState
      heading="h2"
      className="py-16"
      illustration={<OpenCarton />}
      title={list === 'open' ? t('alarms.noAlarmIsOpen') : t('alarms.noAlarmHasClearedYet')}
    >
      {list === 'open' ? t('alarms.newOnesAppearHereByThemselves') : t('alarms.alarmsAreKeptHereWhenTheir')}
    </EmptyState>
  )
}

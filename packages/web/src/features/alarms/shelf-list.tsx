import { type AlarmShelf, api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useState } from 'react'
import { callApi } from '../../lib/api-client.ts'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { rich } from '../../lib/language/rich.ts'
import { useLostFocus } from '../../lib/use-lost-focus.ts'
import { PageButtons } from '../../resource/table/pager.tsx'
import { FailedState } from '../../resource/table/table-states.tsx'
import { usePermission } from '../../resource/use-permission.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { OpenCarton } from '../../ui/illustrations.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAlarmAct, useShelves } from './alarm-queries.ts'
import { personName } from './alarm-words.ts'
import { SeverityBadge } from './severity-badge.tsx'
import { useAlarmAddress } from './use-alarm-address.ts'

/** What is shelved, the one that ends first at the top: until when, by whom and why. */
export function ShelfList() {
  const [page, setPage] = useState(1)
  const query = useShelves(page)
  const room = useLostFocus('a')
  if (query.isPending) return <Skeleton className="h-64" />
  if (query.isError && !query.data) {
    return <FailedState what={t('alarms.alarmsWord')} error={query.error} onRetry={() => void query.refetch()} />
  }
  const { items, total, pageSize } = query.data
  return (
    <>
      <div
        ref={room}
        tabIndex={-1}
        className="min-h-0 flex-1 overflow-y-auto rounded-panel border border-line bg-surface"
      >
        {total === 0 ? (
          <EmptyState heading="h2" className="py-16" illustration={<OpenCarton />} title={t('alarms.nothingIsShelved')}>
            {t('alarms.shelveFromAnAlarm')}
          </EmptyState>
        ) : (
          <ul aria-label={t('alarms.shelvedAlarms')}>
            {items.map((shelf) => (
              <ShelfRow key={shelf.alarmId} shelf={shelf} />
            ))}
          </ul>
        )}
      </div>
      <div className="flex min-h-12 flex-wrap items-center justify-end gap-2 text-12 text-text-2 tabular-nums">
        <span role="status" className="me-auto">
          {t('alarms.alarmsTotal', { total })}
        </span>
        <PageButtons page={page} pages={Math.max(1, Math.ceil(total / pageSize))} onPage={setPage} />
      </div>
    </>
  )
}

function ShelfRow({ shelf }: { shelf: AlarmShelf }) {
  const { alarm, open, addressOf } = useAlarmAddress()
  const mayManage = usePermission(api.unshelveAlarm).allowed
  const unshelve = useAlarmAct(
    (id: string) => callApi(api.unshelveAlarm, { params: { id } }),
    () => t('alarms.shelvingEnded'),
  )
  const { alarmId, code, severity, machineID, machine, customer } = shelf
  return (
    <li className="flex flex-wrap items-center gap-x-3 border-b border-line px-3 text-13 last:border-b-0 hover:bg-surface-2">
      <RowLink
        href={addressOf(alarmId)}
        aria-expanded={alarm === alarmId}
        onOpen={() => open(alarmId)}
        className="flex min-h-[52px] min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-1 py-1.5 text-start focus-visible:-outline-offset-2"
      >
        <span className="w-[92px]">
          <SeverityBadge severity={severity} />
        </span>
        <span className="min-w-40 flex-1">
          <bdi className="font-[550] wrap-anywhere">{code}</bdi>{' '}
          {!shelf.isActive && <Badge tone="plain">{t('alarms.notActive')}</Badge>}
          <bdi className="block text-12 text-text-2 wrap-anywhere">{shelf.reason}</bdi>
        </span>
        <span className="w-44 min-w-0">
          <span className="code wrap-anywhere">{machineID}</span>
          <bdi className="block truncate text-12 text-text-2">{customer?.name ?? machine}</bdi>
        </span>
        <span className="w-52 text-12 text-text-2">
          {rich('alarms.untilBy', {
            time: <DateLabel value={shelf.until} mode="absolute" />,
            name: personName(shelf.by),
          })}
        </span>
      </RowLink>
      {mayManage && (
        <Button
          size="dense"
          busy={unshelve.isPending}
          aria-label={t('alarms.endShelvingOf', { code, machineID })}
          onClick={() => unshelve.mutate(alarmId)}
        >
          {t('alarms.endShelving')}
        </Button>
      )}
    </li>
  )
}

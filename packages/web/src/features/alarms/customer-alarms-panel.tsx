import { api } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../lib/api-client.ts'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { PanelOfRecord, PanelRow } from '../../resource/record-panel.tsx'
import { ALARMS, POLL_MS } from './alarm-summary.ts'
import { endedWords } from './alarm-words.ts'
import { SeverityBadge } from './severity-badge.tsx'

const SHOWN = '5'

/** The alarms of a customer's machines that the list of open ones has, the gravest first. */
export function CustomerAlarmsPanel({ id }: { id: string }) {
  const query = useQuery({
    queryKey: [...ALARMS, 'of-customer', id],
    queryFn: ({ signal }) =>
      callApi(
        api.listAlarms,
        { query: { customerId: id, state: 'open', order: 'severity', pageSize: SHOWN } },
        { signal },
      ),
    refetchInterval: POLL_MS,
  })
  return (
    <PanelOfRecord
      title={t('alarms.openAlarms')}
      query={query}
      count={({ total }) => total}
      all={`/alarms?customerId=${id}`}
      empty={t('alarms.noOpenAlarms')}
      isEmpty={({ total }) => total === 0}
    >
      {({ items }) => (
        <ul>
          {items.map((alarm) => (
            <PanelRow
              key={alarm.id}
              href={`/alarms?customerId=${id}&alarm=${alarm.id}`}
              end={
                <>
                  <DateLabel value={alarm.startedAt} />
                  <SeverityBadge severity={alarm.severity} />
                </>
              }
            >
              <bdi className="font-[550]">{alarm.code}</bdi> <span className="code text-text-2">{alarm.machineID}</span>
              {alarm.clearedAt !== null && <span className="block text-12 text-text-2">{endedWords(alarm)}</span>}
            </PanelRow>
          ))}
        </ul>
      )}
    </PanelOfRecord>
  )
}

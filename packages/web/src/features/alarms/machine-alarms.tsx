import { t } from '@packhouse/messages'
import { DateLabel } from '../../lib/format/date-label.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { PanelFrame } from '../../ui/panel-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { AlarmPdf } from './alarm-pdf.tsx'
import { useAlarms } from './alarm-queries.ts'
import { endedWords } from './alarm-words.ts'
import { SeverityBadge } from './severity-badge.tsx'

const SHOWN = '5'
/** So many days are in the PDF; the history of the machine has others to choose. */
const REPORT_DAYS = 30

/** The alarms of one machine to be seen to, the gravest first, with the way to all of its alarms; for the page of the machine. */
export function AlarmPanel({ machineID }: { machineID: string }) {
  const query = useAlarms({ machineID, state: 'open', order: 'severity', pageSize: SHOWN })
  const total = query.data?.total ?? 0
  return (
    <PanelFrame
      title={t('alarms.alarms')}
      empty={query.data?.total === 0 && t('alarms.noAlarmIsOpenSentence')}
      aside={
        <div className="flex flex-wrap items-center gap-2.5">
          <AlarmPdf machineID={machineID} days={REPORT_DAYS} />
          <AppLink
            href={`/alarms?${new URLSearchParams({ tab: 'history', machineID })}`}
            className="text-13 text-text-2 underline underline-offset-2 max-md:inline-flex max-md:min-h-11 max-md:items-center"
          >
            {t('alarms.historyOfThisMachine')}
          </AppLink>
        </div>
      }
    >
      {query.isPending && <Skeleton className="mx-4 mb-4 h-10" />}
      {query.isError && !query.data && (
        <div role="alert" className="flex flex-wrap items-center gap-3 px-4 pb-4 text-13 text-text-2">
          {t('alarms.theAlarmsCouldNotBeLoaded')}
          <Button size="dense" onClick={() => void query.refetch()}>
            {t('general.tryAgain')}
          </Button>
        </div>
      )}
      <ul aria-label={t('alarms.openAlarmsOfThisMachine')}>
        {query.data?.items.map((alarm) => (
          <li key={alarm.id} className="border-t border-line">
            <AppLink
              href={`/alarms?${new URLSearchParams({ machineID, alarm: alarm.id })}`}
              className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2 text-13 no-underline hover:bg-surface-2"
            >
              <SeverityBadge severity={alarm.severity} />
              <bdi className="min-w-32 flex-1 font-[550] wrap-anywhere">{alarm.code}</bdi>
              {alarm.clearedAt !== null && <Badge tone="plain">{endedWords(alarm)}</Badge>}
              <DateLabel value={alarm.startedAt} className="text-12 text-text-2" />
            </AppLink>
          </li>
        ))}
      </ul>
      {total > Number(SHOWN) && (
        <p className="border-t border-line px-4 py-2 text-12 text-text-2">{t('alarms.areOpenInAll', { total })}</p>
      )}
    </PanelFrame>
  )
}

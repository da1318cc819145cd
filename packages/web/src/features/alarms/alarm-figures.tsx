import type { AlarmStatistics } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { lengthWords } from '../../lib/format/lengths.ts'
import { formatCount } from '../../lib/format/numbers.ts'
import { FailedState } from '../../resource/table/table-states.tsx'
import { Panel, PanelHead } from '../../ui/panel.tsx'
import { Segments } from '../../ui/segments.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useAlarmStatistics } from './alarm-queries.ts'
import { DayBars } from './day-bars.tsx'
import { SeverityBadge } from './severity-badge.tsx'

const spans = [
  { value: '7', label: t('alarms.dayShort', { days: 7 }) },
  { value: '30', label: t('alarms.dayShort', { days: 30 }) },
  { value: '90', label: t('alarms.dayShort', { days: 90 }) },
] as const
export type FigureSpan = (typeof spans)[number]['value']

/** The most frequent alarms, how long they lasted, and how soon they were acknowledged. */
export function AlarmFigures(props: { days: FigureSpan; onDays: (days: FigureSpan) => void; machineID?: string }) {
  const query = useAlarmStatistics(props.days, props.machineID)
  return (
    <Panel>
      <PanelHead title={t('alarms.alarmsPerDay')}>
        <Segments
          label={t('alarms.daysOfTheFigures')}
          options={spans}
          value={props.days}
          onValueChange={props.onDays}
        />
      </PanelHead>
      {query.isPending && <Skeleton className="m-4 h-40" />}
      {query.isError && !query.data && (
        <FailedState what={t('alarms.figures')} error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.data && <Figures figures={query.data} />}
    </Panel>
  )
}

function Figures({ figures }: { figures: AlarmStatistics }) {
  const { total, meanSecondsToAcknowledge: wait } = figures
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-1 px-4 pb-2 text-13">
        <div className="flex items-baseline gap-2">
          <dt className="text-text-2">{t('alarms.alarms')}</dt>
          <dd className="text-17 font-semibold tabular-nums">{formatCount(total)}</dd>
        </div>
        <div className="flex items-baseline gap-2">
          <dt className="text-text-2">{t('alarms.meanTimeToAcknowledge')}</dt>
          <dd className="text-17 font-semibold tabular-nums">{wait === null ? '–' : lengthWords(wait)}</dd>
        </div>
      </dl>
      <DayBars days={figures.days} />
      {figures.top.length > 0 && <TopTable top={figures.top} />}
    </>
  )
}

const right = 'px-3 py-2 text-end font-normal tabular-nums whitespace-nowrap'

function TopTable({ top }: { top: AlarmStatistics['top'] }) {
  return (
    // Focusable, or the keyboard could not scroll it.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable
    <section aria-label={t('alarms.mostFrequentAlarms')} tabIndex={0} className="overflow-x-auto border-t border-line">
      <table className="w-full text-13">
        <thead>
          <tr className="h-[34px] bg-surface-2 text-12 text-text-2 [&_th]:font-[550]">
            <th scope="col" className="px-4 text-start">
              {t('alarms.alarm')}
            </th>
            <th scope="col" className="px-3 text-start">
              {t('alarms.machine')}
            </th>
            <th scope="col" className={right}>
              {t('alarms.alarms')}
            </th>
            <th scope="col" className={right}>
              {t('alarms.totalTime')}
            </th>
            <th scope="col" className={right}>
              {t('alarms.meanTime')}
            </th>
            <th scope="col" className={right}>
              {t('alarms.toAcknowledge')}
            </th>
          </tr>
        </thead>
        <tbody>
          {top.map((row) => (
            <tr key={`${row.ruleId} ${row.code} ${row.severity} ${row.machineID}`} className="border-t border-line">
              <th scope="row" className="px-4 py-2 text-start font-normal">
                <span className="flex flex-wrap items-center gap-2">
                  <SeverityBadge severity={row.severity} />
                  <bdi className="wrap-anywhere">{row.code}</bdi>
                </span>
              </th>
              <td className="code px-3 py-2 whitespace-nowrap">{row.machineID}</td>
              <td className={right}>{formatCount(row.count)}</td>
              <td className={right}>{lengthWords(row.totalSeconds)}</td>
              <td className={right}>{lengthWords(row.meanSeconds)}</td>
              <td className={right}>
                {row.meanSecondsToAcknowledge === null ? '–' : lengthWords(row.meanSecondsToAcknowledge)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

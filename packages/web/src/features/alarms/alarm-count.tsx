import { t } from '@packhouse/messages'
import { useAlarmSummary } from './alarm-summary.ts'

const MOST = 99

/** The number of alarms to be acknowledged, active or returned to normal, beside the name of the section; nothing for zero. */
export function AlarmCount() {
  const count = useAlarmSummary()?.unacknowledged ?? 0
  if (count === 0) return null
  const shown = count > MOST ? `${MOST}+` : count
  return (
    <span className="inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-full bg-bad-soft px-1 text-11 leading-none font-semibold text-bad tabular-nums">
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{t('alarms.countNotAcknowledged', { count: shown })}</span>
    </span>
  )
}

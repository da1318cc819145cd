import { t } from '@packhouse/messages'
import { WaitingCount } from '../../ui/waiting-count.tsx'
import { useAlarmSummary } from './alarm-summary.ts'

/** The number of alarms to be acknowledged, active or returned to normal, beside the name of the section; nothing for zero. */
export function AlarmCount() {
  const count = useAlarmSummary()?.unacknowledged ?? 0
  return <WaitingCount count={count} label={(shown) => t('alarms.countNotAcknowledged', { count: shown })} />
}

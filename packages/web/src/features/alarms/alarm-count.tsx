import { t } from '@packhouse/messages'
import { WaitingCount } from '../../ui/waiting-count.tsx'
import { useAlarmSummary } from './alarm-summary.ts'

/**
 * The number of active alarms that nobody has acknowledged, beside the name of the section; nothing for zero. Those that returned to normal wait in the
 * list: they are no reason to run.
 */
export function AlarmCount() {
  const count = useAlarmSummary()?.activeUnacknowledged ?? 0
  return <WaitingCount count={count} label={(shown) => t('alarms.countActiveNotAcknowledged', { count: shown })} />
}

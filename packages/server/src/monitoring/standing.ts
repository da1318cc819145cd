import type { Standing } from '@packhouse/contract'
import type { LiveMachine } from '../live/index.ts'
import { stateOf } from './machine-json.ts'

/** What a machine counts as now: its state while its data are fresh, or why it has none. */
export function standingOf(machine: LiveMachine): Standing {
  if (machine.isOnOrder) return 'OnOrder'
  if (machine.online === null) return 'NoLiveData'
  return machine.online ? (stateOf(machine) ?? 'Unknown') : 'Offline'
}

import { hasPermission } from '../../../lib/permission.ts'
import { useSession } from '../../../lib/session.ts'

export interface ConfiguratorRights {
  /** Machines with their prices, and what they do in the field. */
  machines: boolean
  /** Options with their rules. */
  options: boolean
  /** Prices of options stand beside those of their machine. */
  totals: boolean
}

/** What the reader may see: the price of a machine comes with the machine, that of an option with the option. */
export function useConfiguratorRights(): ConfiguratorRights {
  const session = useSession()
  const machines = hasPermission(session, 'libraryMachine.read')
  const options = hasPermission(session, 'machineOption.read')
  return { machines, options, totals: machines && options }
}

import { partnerMachineSchema } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { HandlersOf } from '../engine/handlers.ts'
import type { Principal } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import type { LiveMachine } from '../live/index.ts'
import { asSeenBy, findMachine, machineDetails, readHistory, scopeOf, type Telemetry } from '../monitoring/area.ts'
import { clock } from '../platform/clock.ts'
import type { Database } from '../platform/database.ts'
import type { PartnerReadCounter } from './partner-read-counter.ts'
import { readReads } from './partner-reads.queries.ts'

const NONE: ReadonlySet<string> = new Set()

/** What a partner reads, with the key that a customer has given them. */
export function partnerDataHandlers(
  database: Database,
  telemetry: Telemetry,
  counter: PartnerReadCounter,
): HandlersOf<'partnerMachines' | 'partnerMachine' | 'partnerHistory' | 'ownPartnerReads'> {
  const find = (principal: Principal, id: string): LiveMachine => {
    const isGiven = machinesOf(principal).has(id)
    assertThat(isGiven, 'not_found', t('monitoring.noSuchMachine'))
    return findMachine(telemetry, principal, id)
  }
  /** What is answered to a partner is in the log of its customer. */
  const count = ({ apiKeyId }: Principal, machines: readonly LiveMachine[]) => {
    if (apiKeyId !== undefined)
      counter.count(
        apiKeyId,
        machines.map(({ entry }) => entry.id),
      )
  }
  return {
    partnerMachines({ principal }) {
      const show = asSeenBy(principal)
      const given = [...machinesOf(principal)].toSorted().flatMap((id) => telemetry.live.byID(id) ?? [])
      const machines = given.flatMap((machine) => show(machine) ?? [])
      count(principal, machines)
      return { machines: machines.map(shown) }
    },

    partnerMachine({ principal, params }) {
      const machine = find(principal, params.id)
      count(principal, [machine])
      return shown(machine)
    },

    async partnerHistory({ principal, params, query }) {
      const machine = find(principal, params.id)
      const asked = { machine, ...query, now: clock.now() }
      const history = await readHistory(database, telemetry.names, scopeOf(principal), asked)
      count(principal, [machine])
      return history
    },

    async ownPartnerReads({ principal: { apiKeyId } }) {
      await counter.flush()
      return { reads: apiKeyId === undefined ? [] : await readReads(database.system, { apiKeyId }) }
    },
  }
}

/** The machines of the access. A role may have the permission too; without a key of a partner it opens nothing. */
function machinesOf({ apiKeyId, customerId, machines = NONE }: Principal): ReadonlySet<string> {
  return apiKeyId !== undefined && customerId !== null ? machines : NONE
}

/** Of a machine what it reports, and nothing else. */
function shown(machine: LiveMachine) {
  return partnerMachineSchema.parse(machineDetails(machine, clock.now()))
}

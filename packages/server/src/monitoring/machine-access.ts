import { t } from '@packhouse/messages'
import { customerScope, isStaff, type Principal } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import { asOwned, isShared, type LiveMachine } from '../live/index.ts'
import type { CustomerScope } from '../platform/database.ts'
import type { Telemetry } from './telemetry.ts'

/**
 * Of which machines somebody sees what they report. Staff see those that are shared with them, at the moment of each question: the database
 * holds its rows to the same (decision 0117).
 */
export function mayBeSeenBy(principal: Principal): (machine: LiveMachine) => boolean {
  const knows = mayBeKnownBy(principal)
  return isStaff(principal) ? (machine) => knows(machine) && isShared(machine.entry) : knows
}

/**
 * A machine as somebody sees it, and undefined where nothing of it is for them: customers do not see what it did for another one (decision 0161). Whatever
 * shows values or minutes from memory asks here.
 */
export function asSeenBy(principal: Principal): (machine: LiveMachine) => LiveMachine | undefined {
  const sees = mayBeSeenBy(principal)
  const show = viewOf(principal)
  return (machine) => (sees(machine) ? show(machine) : undefined)
}

function viewOf(principal: Principal): (machine: LiveMachine) => LiveMachine {
  return principal.customerId === null ? (machine) => machine : asOwned
}

/** Which of those things may be shown to staff that name the machine they came from. What comes of unknown machines is no customer's yet. */
export function mayBeShownToStaff({
  live,
}: Pick<Telemetry, 'live'>): (thing: { machineID: string | null | undefined }) => boolean {
  return ({ machineID }) => {
    const machine = live.byID(machineID ?? '')
    return machine === undefined || isShared(machine.entry)
  }
}

/** Which machines somebody knows of whose customers do not share with them what they report. */
export function isWithheldFrom(principal: Principal): (machine: LiveMachine) => boolean {
  const [knows, sees] = [mayBeKnownBy(principal), mayBeSeenBy(principal)]
  return (machine) => knows(machine) && !sees(machine)
}

/** Which machines somebody knows of, with their names and plans. */
function mayBeKnownBy(principal: Principal): (machine: LiveMachine) => boolean {
  const scope = customerScope(principal)
  if (scope === undefined) return () => false
  if (scope === 'all') return (machine) => !machine.entry.retired
  return (machine) => machine.entry.customerId === scope.customerId && !machine.entry.retired
}

/** The same for all who are shown the same machines. */
export function audienceOf(principal: Principal): string {
  const scope = customerScope(principal)
  if (scope === undefined) return 'nobody'
  if (scope === 'all') return scope
  return scope.isViewed ? `viewed ${scope.customerId}` : scope.customerId
}

/** Rows of which customers may be read. Without any there is nothing that could be asked for. */
export function scopeOf(principal: Principal): CustomerScope {
  const scope = customerScope(principal)
  assertThat(scope !== undefined, 'not_found')
  return scope
}

/** A machine by its name, without anything that it reported. A foreign machine is answered exactly like one that does not exist. */
export function findKnownMachine(telemetry: Telemetry, principal: Principal, id: string): LiveMachine {
  const machine = telemetry.live.byID(id)
  assertThat(machine !== undefined && mayBeKnownBy(principal)(machine), 'not_found', t('monitoring.noSuchMachine'))
  return viewOf(principal)(machine)
}

/** The same for whoever wants to read what it reported. */
export function findMachine(telemetry: Telemetry, principal: Principal, id: string): LiveMachine {
  const machine = findKnownMachine(telemetry, principal, id)
  assertThat(mayBeSeenBy(principal)(machine), 'machine_not_shared', t('sharing.notShared', { machine: id }))
  return machine
}

import { t } from '@packhouse/messages'
import { customerScope, type Principal } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import type { LiveMachine } from '../live/index.ts'
import type { CustomerScope } from '../platform/database.ts'
import type { Telemetry } from './telemetry.ts'

/** Which machines somebody is shown. */
export function mayBeSeenBy(principal: Principal): (machine: LiveMachine) => boolean {
  const scope = customerScope(principal)
  if (scope === undefined) return () => false
  if (scope === 'all') return (machine) => !machine.entry.retired
  return (machine) => machine.entry.customerId === scope.customerId && !machine.entry.retired
}

/** The same for all who are shown the same machines. */
export function audienceOf(principal: Principal): string {
  const scope = customerScope(principal)
  if (scope === undefined) return 'nobody'
  return scope === 'all' ? scope : scope.customerId
}

/** Rows of which customers may be read. Without any there is nothing that could be asked for. */
export function scopeOf(principal: Principal): CustomerScope {
  const scope = customerScope(principal)
  assertThat(scope !== undefined, 'not_found')
  return scope
}

/** A foreign machine is answered exactly like one that does not exist. */
export function findMachine(telemetry: Telemetry, principal: Principal, id: string): LiveMachine {
  const machine = telemetry.live.byID(id)
  assertThat(machine !== undefined && mayBeSeenBy(principal)(machine), 'not_found', t('monitoring.noSuchMachine'))
  return machine
}

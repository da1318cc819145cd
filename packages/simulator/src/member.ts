import type { SampleMachine } from '@packhouse/contract'
import { backfill } from './backfill.ts'
import type { Clock } from './clock.ts'
import type { MachineLink } from './link/machine-link.ts'
import { publishLive } from './live.ts'
import type { Settings } from './settings.ts'

/** A machine of the fleet with its connection. */
export interface Member {
  machine: SampleMachine
  link: MachineLink
  /** ms after the full second at which it publishes. */
  phase: number
}

/** What all members have in common. */
export interface FleetParts {
  settings: Settings
  clock: Clock
  stop: AbortSignal
}

/**
 * Publishes what machines did since they were last heard of.
 * @param lastSeen Unix ms by machineID; null for a machine that has never published
 * @returns how many records were published and acknowledged, and how long that took, in words
 */
export async function backfillMembers(
  members: readonly Member[],
  lastSeen: ReadonlyMap<string, number | null>,
  { settings: { seed, historyMs }, clock, stop }: FleetParts,
): Promise<string> {
  const started = performance.now()
  const counts = await Promise.all(
    members.map(({ machine, link }) =>
      // There is no wait for a machine that the API does not know.
      lastSeen.has(machine.machineID)
        ? backfill(machine, lastSeen.get(machine.machineID) ?? null, { link, clock, seed, historyMs, stop })
        : 0,
    ),
  )
  const total = counts.reduce((sum, count) => sum + count, 0)
  return `${total} records in ${((performance.now() - started) / 1000).toFixed(1)} s`
}

/** Publishes the states of machines once a second, until `stop`. */
export async function publishMembers(members: readonly Member[], { settings, clock, stop }: FleetParts): Promise<void> {
  const { seed } = settings
  await Promise.all(members.map(({ machine, phase, link }) => publishLive(machine, phase, { link, clock, seed, stop })))
}

import { HISTORY_INTERVAL_MS, type SampleMachine } from '@packhouse/contract'
import { noise, smoothNoise, within } from './seeded-noise.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** How long before the demo began the flaky machine fell silent: it shows both a past and a gap. */
const OFFLINE_FOR_MS = 42 * MINUTE

/** What makes one demo the same demo from call to call. */
export interface DemoSession {
  seed: string
  /** When the demo began, milliseconds since 1970. */
  startedAt: number
}

/** The states of the demo history, section 7 of the specification. */
export type DemoState = 'Idle' | 'Running' | 'Stopped'

/** When the machine was last heard, milliseconds since 1970; undefined when it has never published. */
export function lastHeardAt(machine: SampleMachine, session: DemoSession, now: number): number | undefined {
  if (machine.behaviour === 'silent') return undefined
  if (machine.behaviour === 'flaky') return session.startedAt - OFFLINE_FOR_MS
  return Math.floor(now / 1_000) * 1_000
}

/**
 * The state of the 5-minute slot around `time`. Some hours have one break of one to three slots. What comes after the
 * start of the demo runs, and so does what is heard last of the flaky machine: a machine whose tiles show a running speed must not
 * be said to be idle at the same time.
 */
export function stateAt(machine: SampleMachine, session: DemoSession, time: number): DemoState {
  const seed = `${session.seed}/${machine.machineID}`
  const lastHeard = session.startedAt - (machine.behaviour === 'flaky' ? OFFLINE_FOR_MS : 0)
  if (time >= (Math.floor(lastHeard / HISTORY_INTERVAL_MS) - 3) * HISTORY_INTERVAL_MS) return 'Running'
  const hour = Math.floor(time / HOUR)
  if (noise(`${seed}/break`, hour) > 0.45) return 'Running'
  const slot = Math.floor((time - hour * HOUR) / HISTORY_INTERVAL_MS)
  const first = Math.floor(noise(`${seed}/first`, hour) * 9)
  const length = 1 + Math.floor(noise(`${seed}/length`, hour) * 3)
  if (slot < first || slot >= first + length) return 'Running'
  return noise(`${seed}/kind`, hour) < 0.6 ? 'Idle' : 'Stopped'
}

/** Cycles per minute while it runs: whole, 15 to 35, close under the machine's design speed. */
export function speedAt(machine: SampleMachine, session: DemoSession, time: number): number {
  const seed = `${session.seed}/${machine.machineID}/speed`
  const share = 0.86 + 0.1 * smoothNoise(seed, time, 20 * MINUTE) + 0.04 * noise(seed, Math.floor(time / 5_000))
  return within(machine.designSpeed * share, 15, 35, 0)
}

/** Cycles counted in the minute that starts at `minute`, as far as it has passed at `now`; 0 while it is stopped. */
export function cyclesInMinute(machine: SampleMachine, session: DemoSession, minute: number, now: number): number {
  if (stateAt(machine, session, minute) !== 'Running') return 0
  const passed = Math.min(1, Math.max(0, (now - minute) / MINUTE))
  return Math.floor(speedAt(machine, session, minute) * passed)
}

/** Temperature in °C, 18 to 42, two decimals. */
export function temperatureAt(machine: SampleMachine, session: DemoSession, time: number): number {
  const seed = `${session.seed}/${machine.machineID}/temperature`
  const base = 24 + 10 * noise(seed, 0)
  const drift = 6 * (smoothNoise(seed, time, 2 * HOUR) - 0.5)
  return within(base + drift + 0.3 * noise(seed, Math.floor(time / 1_000)), 18, 42, 2)
}

/** Relative humidity in %, 30 to 50, one decimal. */
export function humidityAt(machine: SampleMachine, session: DemoSession, time: number): number {
  const seed = `${session.seed}/${machine.machineID}/humidity`
  const base = 34 + 12 * noise(seed, 0)
  return within(base + 6 * (smoothNoise(seed, time, 3 * HOUR) - 0.5), 30, 50, 1)
}

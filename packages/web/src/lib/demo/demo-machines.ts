import {
  HISTORY_INTERVAL_MS,
  HOME_HISTORY_HOURS,
  type Machine,
  type MachineDetails,
  type SampleMachine,
  sampleCustomers,
  sampleServiceDays,
  type TextIntervals,
} from '@packhouse/contract'
import {
  cyclesInMinute,
  type DemoSession,
  humidityAt,
  lastHeardAt,
  speedAt,
  stateAt,
  temperatureAt,
} from './demo-behaviour.ts'
import { demoStates, demoZone } from './demo-monitoring.ts'
import { sampleSeries } from './sample-series.ts'
import { noise, within } from './seeded-noise.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** So far back it is looked for when a state began. */
const SINCE_LIMIT_MS = 24 * HOUR
const STALE_AFTER_MS = 60_000

/** How the readings of the demo are shown; they stay within. */
const demoReadingSettings: NonNullable<MachineDetails['readingSettings']> = {
  temperature: { decimals: null, normalLow: 18, normalHigh: 42 },
  humidity: { decimals: 0, normalLow: 30, normalHigh: 50 },
  'Air pressure (bar)': { decimals: 2, normalLow: 5.8, normalHigh: 6.5 },
  'Drive current (A)': { decimals: 1, normalLow: 7, normalHigh: 10 },
  'Seal temperature (°C)': { decimals: 1, normalLow: 144, normalHigh: 152 },
}

/** A machine of the sample fleet as the overview gets it at `now`, with its cycle counts when `hours` are asked for. */
export function demoMachine(sample: SampleMachine, session: DemoSession, now: number, hours?: number): Machine {
  const heard = lastHeardAt(sample, session, now)
  const online = heard === undefined ? null : now - heard <= STALE_AFTER_MS
  const state = heard === undefined ? null : stateAt(sample, session, heard)
  const machine: Machine = {
    machineID: sample.machineID,
    description: sample.description,
    location: sample.location,
    customer: sampleCustomers.find(({ code }) => code === sample.customer)?.name ?? null,
    configurationId: `sample-${sample.machineID.toLowerCase()}`,
    online,
    onOrder: false,
    lastSeen: heard === undefined ? null : new Date(heard).toISOString(),
    machineState: state,
    reportedState: state,
    stateSince: heard === undefined ? null : new Date(stateSince(sample, session, heard)).toISOString(),
    cyclesPerMin: heard === undefined ? null : speedAt(sample, session, heard),
    temperature: heard === undefined ? null : temperatureAt(sample, session, heard),
    humidity: heard === undefined ? null : humidityAt(sample, session, heard),
    ...sampleServiceDays(sample, now),
    timeZone: demoZone(),
  }
  if (hours === undefined) return machine
  return {
    ...machine,
    utilization: utilization(sample, session, now),
    cycleCounts: cycleCounts(sample, session, now, hours),
  }
}

/** When the state at `time` began, to the slot of the history. */
function stateSince(sample: SampleMachine, session: DemoSession, time: number): number {
  const state = stateAt(sample, session, time)
  let slot = Math.floor(time / HISTORY_INTERVAL_MS) * HISTORY_INTERVAL_MS
  while (time - slot < SINCE_LIMIT_MS && stateAt(sample, session, slot - 1) === state) slot -= HISTORY_INTERVAL_MS
  return Math.min(slot, time)
}

/** As the server counts it: the share of the last 180 full minutes in which it ran; null where all of them are unknown. */
function utilization(sample: SampleMachine, session: DemoSession, now: number): number | null {
  const to = Math.floor(now / MINUTE) * MINUTE
  const length = HOME_HISTORY_HOURS * HOUR
  const { runningMs, unknownMs } = demoStates(sample, session, now, { from: to - length, to }).totals
  return unknownMs === length ? null : Math.round((1_000 * runningMs) / length) / 10
}

/** One machine with everything the machine page shows. */
export function demoMachineDetails(
  sample: SampleMachine,
  session: DemoSession,
  now: number,
  hours?: number,
): MachineDetails {
  const machine = demoMachine(sample, session, now, hours)
  const heard = lastHeardAt(sample, session, now)
  return {
    ...machine,
    name: sample.machineID,
    connected: machine.online === true,
    totalCycles: heard === undefined ? null : totalCyclesAt(sample, heard),
    totalRejects: null,
    latitude: null,
    longitude: null,
    machineData: heard === undefined ? {} : readings(sample, session, heard),
    // Names of its readings end with their units.
    units: {},
    readingSettings: demoReadingSettings,
    staleAfterSeconds: STALE_AFTER_MS / 1_000,
    designSpeed: sample.designSpeed,
    sourceIssues: [],
  }
}

/** The texts of a reading over a stretch: they never change in the demo, and are unknown where the machine was silent. */
export function demoTexts(
  sample: SampleMachine,
  session: DemoSession,
  now: number,
  { tag, ...stretch }: { tag: string; from: number; to: number },
): TextIntervals {
  const { machineID, from, to, intervals: states } = demoStates(sample, session, now, stretch)
  const texts = Object.entries(readings(sample, session, now)).filter(([, value]) => typeof value === 'string')
  const text = texts.find(([name]) => name === tag)?.[1]
  const intervals: TextIntervals['intervals'] = []
  for (const state of states) {
    const known = state.state === 'Unknown' || typeof text !== 'string' ? null : text
    const last = intervals.at(-1)
    if (last?.text === known) last.to = state.to
    else intervals.push({ from: state.from, to: state.to, text: known })
  }
  return { machineID, tag, tags: texts.map(([name]) => name), from, to, truncated: false, intervals }
}

function cycleCounts(sample: SampleMachine, session: DemoSession, now: number, hours: number) {
  const heard = lastHeardAt(sample, session, now)
  const entries = sampleSeries({
    seed: sample.machineID,
    from: now - hours * HOUR,
    until: heard === undefined ? 0 : Math.min(now, heard + 1),
    valueAt: (minute) => cyclesInMinute(sample, session, minute, now),
  })
  return { total: entries.reduce((sum, entry) => sum + entry.value, 0), hours: hours ?? HOME_HISTORY_HOURS, entries }
}

/** A counter that only grows, as if the machine had run at three quarters of its speed since it was built. */
function totalCyclesAt(sample: SampleMachine, time: number): number {
  const builtAt = Date.UTC(2019 + Math.floor(noise(sample.machineID, 1) * 6), 0, 1)
  return Math.floor(((time - builtAt) / 60_000) * sample.designSpeed * 0.75)
}

/** Free-form readings, a few that every packaging machine has. */
function readings(sample: SampleMachine, session: DemoSession, time: number): MachineDetails['machineData'] {
  const seed = `${session.seed}/${sample.machineID}/readings`
  const near = (middle: number, spread: number, index: number) =>
    within(middle + spread * (noise(seed, Math.floor(time / 5_000) + index) - 0.5), 0, middle * 2, 2)
  return {
    Recipe: `R-${100 + Math.floor(noise(seed, 2) * 40)}`,
    'Air pressure (bar)': near(6.1, 0.2, 1),
    'Drive current (A)': near(8.4, 0.9, 2),
    'Seal temperature (°C)': near(148, 3, 3),
    'Guards closed': true,
  }
}

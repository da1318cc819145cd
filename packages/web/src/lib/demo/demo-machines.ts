import { HOME_HISTORY_HOURS, type Machine, type MachineDetails, type SampleMachine } from '@packhouse/contract'
import {
  cyclesInMinute,
  type DemoSession,
  humidityAt,
  lastHeardAt,
  speedAt,
  stateAt,
  temperatureAt,
} from './demo-behaviour.ts'
import { demoZone } from './demo-monitoring.ts'
import { sampleSeries } from './sample-series.ts'
import { noise, within } from './seeded-noise.ts'

const HOUR = 3_600_000
const STALE_AFTER_MS = 60_000

/** A machine of the sample fleet as the overview gets it at `now`, with its cycle counts when `hours` are asked for. */
export function demoMachine(sample: SampleMachine, session: DemoSession, now: number, hours?: number): Machine {
  const heard = lastHeardAt(sample, session, now)
  const online = heard === undefined ? null : now - heard <= STALE_AFTER_MS
  const machine: Machine = {
    machineID: sample.machineID,
    description: sample.description,
    location: sample.location,
    configurationId: `sample-${sample.machineID.toLowerCase()}`,
    online,
    lastSeen: heard === undefined ? null : new Date(heard).toISOString(),
    cyclesPerMin: online && heard !== undefined ? speedAt(sample, session, heard) : null,
    temperature: heard === undefined ? null : temperatureAt(sample, session, heard),
    humidity: heard === undefined ? null : humidityAt(sample, session, heard),
    lastService: sample.lastService,
    nextDue: sample.nextDue,
    timeZone: demoZone(),
  }
  return hours === undefined ? machine : { ...machine, cycleCounts: cycleCounts(sample, session, now, hours) }
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
  const state = heard === undefined ? null : stateAt(sample, session, heard)
  return {
    ...machine,
    name: sample.machineID,
    connected: machine.online === true,
    totalCycles: heard === undefined ? null : totalCyclesAt(sample, heard),
    machineState: state,
    reportedState: state,
    totalRejects: null,
    latitude: null,
    longitude: null,
    machineData: heard === undefined ? {} : readings(sample, session, heard),
    staleAfterSeconds: STALE_AFTER_MS / 1_000,
    designSpeed: sample.designSpeed,
  }
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

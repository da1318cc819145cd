import type { MachineState, RecordPayload, SampleMachine } from '@packhouse/contract'
import { humidityAt, round, temperatureAt } from './climate.ts'
import { isConnected, timeAway } from './connection.ts'
import { modelOf } from './model.ts'
import { readingsAt } from './readings.ts'
import { PERIOD_SECONDS, segmentAt, speedWithin, UNITS_PER_CYCLE, unitsWithin, warmthWithin } from './schedule.ts'

/** The state of a machine at one moment. */
export interface Sample {
  machineState: MachineState
  /** Counter over the life of the machine: exactly the integral of its speed, rounded down. */
  totalCycles: number
  /** 15 to 35 while running, otherwise 0. */
  cyclesPerMin: number
  /** °C, two decimals. */
  temperature: number
  /** %. */
  humidity: number
  machineData?: NonNullable<RecordPayload['machineData']>
}

const PERIOD_MS = PERIOD_SECONDS * 1000

/**
 * The state of a machine as a pure function: every call for a time gives the same answer, so the simulator may stop
 * and start as it likes and the counters go on as if the machine had worked all the time.
 * @param time Unix ms, not before 2020-01-07
 */
export function sampleAt(machine: SampleMachine, time: number, seed: number): Sample {
  const { model, off, periods, segment, ms } = placeAt(machine, time, seed)
  const units = periods * model.schedule.total + segment.done + unitsWithin(segment, ms)
  const warmth = warmthWithin(segment, ms / 1000)
  const running = segment.state === 'Running' && !off
  const machineData = readingsAt(model, { time, running, warmth, batch: segment.batch })
  return {
    machineState: off ? 'Stopped' : segment.state,
    totalCycles: model.countAtEpoch + Math.floor(units / UNITS_PER_CYCLE),
    cyclesPerMin: off ? 0 : round(speedWithin(segment, ms) / 100, 1),
    temperature: temperatureAt(model, warmth, time),
    humidity: humidityAt(model, warmth, time),
    ...(machineData && { machineData }),
  }
}

/** The state alone, which costs much less than a whole sample. @param time as for `sampleAt` */
export function stateAt(machine: SampleMachine, time: number, seed: number): MachineState {
  const { off, segment } = placeAt(machine, time, seed)
  return off ? 'Stopped' : segment.state
}

/** Where in its schedule a machine is: `ms` into a segment, after whole periods. */
function placeAt(machine: SampleMachine, time: number, seed: number) {
  const model = modelOf(machine, seed)
  const moment = Math.floor(time)
  const elapsed = moment - model.epoch - timeAway(machine, model.epoch, moment, seed)
  const periods = Math.floor(elapsed / PERIOD_MS)
  const within = elapsed - periods * PERIOD_MS
  const segment = segmentAt(model.schedule, Math.floor(within / 1000))
  const off = machine.behaviour === 'flaky' && !isConnected(machine, moment, seed)
  return { model, off, periods, segment, ms: within - segment.start * 1000 }
}

/** What a machine publishes at a moment: its sample with its time and its site. @param time Unix ms */
export function recordAt(machine: SampleMachine, time: number, seed: number): RecordPayload {
  const { latitude, longitude } = modelOf(machine, seed).site
  return {
    machineID: machine.machineID,
    lastSeen: new Date(time).toISOString(),
    ...sampleAt(machine, time, seed),
    latitude,
    longitude,
  }
}

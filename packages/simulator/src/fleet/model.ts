import type { SampleMachine } from '@packhouse/contract'
import { fraction, hashText } from './random.ts'
import { buildSchedule, type Schedule } from './schedule.ts'
import { type Site, siteOf } from './sites.ts'

/** Everything about a machine that does not depend on the time. */
export interface MachineModel {
  machine: SampleMachine
  /** What is left to chance at this machine. */
  seed: number
  site: Site
  schedule: Schedule
  /** Start of the first period, Unix ms: the counter shows `countAtEpoch`. Earlier times are not simulated. */
  epoch: number
  countAtEpoch: number
  /** °C: the hall, and what running adds to it. */
  ambient: number
  heating: number
  /** Relative, %. */
  humidity: number
}

const HOUR_MS = 3_600_000
/** A Monday; the morning shift starts at 6. */
const EPOCH = Date.UTC(2020, 0, 6, 6)
/** Shifts change within this time, not everywhere at once: whenever one looks, most machines run. */
const STAGGER_SECONDS = 2 * 3600

const models = new WeakMap<SampleMachine, Map<number, MachineModel>>()

/** The model of a machine for a seed. Building one takes some ms, so they are cached. */
export function modelOf(machine: SampleMachine, seed: number): MachineModel {
  const known = models.get(machine) ?? new Map<number, MachineModel>()
  models.set(machine, known)
  const model = known.get(seed) ?? buildModel(machine, hashText(machine.machineID, seed))
  known.set(seed, model)
  return model
}

function buildModel(machine: SampleMachine, seed: number): MachineModel {
  const site = siteOf(machine.location)
  const stagger = Math.floor(fraction(seed, 1) * STAGGER_SECONDS) * 1000
  return {
    machine,
    seed,
    site,
    schedule: buildSchedule(machine, seed),
    epoch: EPOCH - site.utcOffset * HOUR_MS + stagger,
    countAtEpoch: Math.floor(fraction(seed, 2) * 9_000_000),
    ambient: 20.5 + fraction(seed, 3) * 3.5,
    heating: 8 + fraction(seed, 4) * 7.5,
    humidity: 37.5 + fraction(seed, 5) * 5,
  }
}

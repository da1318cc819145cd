import type { LiveMachine } from '../../live/index.ts'
import { checkMapped } from '../mapping/check-mapped.ts'
import { CounterCourse } from '../mapping/counter-course.ts'
import type { Outcome } from '../mapping/map-message.ts'
import type { TagMaps } from '../mapping/tag-maps.ts'
import type { OnSettled } from '../message.ts'
import type { SparkplugValue } from './metric-value.ts'
import { mapByUsualNames } from './usual-names.ts'

/** What is reported of a device at one time. */
export interface DeviceFact {
  /** Unix ms, with the order of its message. */
  at: number
  values: ReadonlyMap<string, SparkplugValue>
  /** Whether these are all metrics; the others go on where they are not. */
  isWhole: boolean
  /** Every metric of the device, by name. */
  metrics: ReadonlyMap<string, unknown>
}

/** The record of a fact: by the tag map of the machine; by the usual names where it has none. @param arrival Unix ms */
export function recordOf(
  tagMaps: Pick<TagMaps, 'decode'>,
  machine: LiveMachine,
  { at, values, isWhole, metrics }: DeviceFact,
  arrival: number,
): Outcome {
  const readings = [...values].map(([address, value]) => ({ address, value }))
  const mapped = tagMaps.decode(machine, 'sparkplug', { readings, at, isChange: !isWhole }, arrival)
  if (mapped !== undefined) return mapped
  const latest = machine.values
  const { fields, faults } = mapByUsualNames(metrics, values, {
    at,
    late: latest !== undefined && at < latest.at,
    // The usual names have no ranges.
    courseOf: () => new CounterCourse(),
    tags: latest?.machineData ?? {},
    measured: latest ?? {},
  })
  // A birth that names no readings ends those from before.
  if (isWhole) fields.machineData ??= {}
  return { ...checkMapped(machine.entry, fields, { arrival, at, plain: true, isPartial: !isWhole }), faults }
}

/** Settles once after so many parts; with the first error where there was one. */
export function whenAll(parts: number, settle: OnSettled): OnSettled {
  let left = parts
  let first: Error | null = null
  return (error, machine, refusal) => {
    first ??= error
    left -= 1
    if (left === 0) settle(first, machine, refusal)
  }
}

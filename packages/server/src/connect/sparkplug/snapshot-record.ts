import { checkValues, type Decoded } from '../../ingest/index.ts'
import type { LiveMachine } from '../../live/index.ts'
import type { TagMaps } from '../mapping/tag-maps.ts'
import type { OnSettled } from '../message.ts'
import type { Snapshot } from './metric-table.ts'
import { mapByUsualNames } from './usual-names.ts'

/** The record of a snapshot: by the tag map of the machine; by the usual names where it has none. */
export function recordOf(
  tagMaps: Pick<TagMaps, 'decode'>,
  machine: LiveMachine,
  snapshot: Snapshot,
  arrival: number,
): Decoded {
  const { at, values } = snapshot
  const readings = [...values].map(([address, value]) => ({ address, value }))
  const mapped = tagMaps.decode(machine, 'sparkplug', { readings, at }, arrival)
  if (mapped !== undefined) return mapped
  const latest = machine.values
  const { fields } = mapByUsualNames(values, {
    late: latest !== undefined && at < latest.at,
    totalCycles: latest?.totalCycles ?? null,
    totalRejects: latest?.totalRejects ?? null,
    tags: latest?.machineData ?? {},
    measured: latest ?? {},
  })
  return checkValues(machine.entry, fields, { arrival, at, plain: true })
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

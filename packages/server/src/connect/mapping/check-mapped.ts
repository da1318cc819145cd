import { checkValues, type Decoded, type DecodedFor } from '../../ingest/index.ts'
import type { Mapped } from './apply-tag-map.ts'

interface Circumstances {
  /** Unix ms. */
  arrival: number
  at?: number | undefined
  /** Whether no text can have characters that a database does not take. */
  plain: boolean
  /** Whether readings that are not named go on. */
  isPartial: boolean
}

/** A record of mapped values, under the limits that hold for every record. */
export function checkMapped(
  machine: DecodedFor,
  { machineState, ...others }: Mapped['fields'],
  { isPartial, ...circumstances }: Circumstances,
): Decoded {
  const fields = machineState === undefined || machineState === null ? others : { ...others, machineState }
  const marks = {
    isPartial: isPartial && others.machineData !== undefined ? (true as const) : undefined,
    ...(machineState === null && { machineState }),
  }
  return checkValues(machine, fields, { ...circumstances, marks })
}

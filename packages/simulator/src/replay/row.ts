import { type RecordPayload, recordPayloadSchema } from '@packhouse/contract'
import type { ColumnMapping } from './column-map.ts'

/** A row of a recording as a record of a machine. */
export interface RecordedRow {
  machineID: string
  /** Unix ms. */
  time: number
  record: RecordPayload
}

/** A row cannot be replayed; the message says why. */
export class RowError extends Error {}

const numbers: ReadonlySet<string> = new Set([
  'totalCycles',
  'cyclesPerMin',
  'temperature',
  'humidity',
  'latitude',
  'longitude',
])

/**
 * Makes a record of a row. An empty cell means that the row does not report the field.
 * @param cells in the order of `mappings`
 * @param machineID for rows without one
 * @throws RowError
 */
export function readRow(
  cells: readonly string[],
  mappings: readonly ColumnMapping[],
  machineID: string | undefined,
): RecordedRow {
  const values: Record<string, unknown> = machineID === undefined ? {} : { machineID }
  const readings: Record<string, string | number | boolean> = {}
  mappings.forEach((mapping, index) => {
    const cell = cells[index]?.trim() ?? ''
    if (cell === '') return
    if (mapping.reading === undefined) values[mapping.field] = readField(mapping.field, cell)
    else readings[mapping.reading] = readReading(cell)
  })
  if (Object.keys(readings).length > 0) values.machineData = readings
  return check(values)
}

function check(values: Record<string, unknown>): RecordedRow {
  const parsed = recordPayloadSchema.safeParse(values)
  if (!parsed.success) {
    throw new RowError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '))
  }
  const record = parsed.data
  if (record.machineID === undefined) throw new RowError('machineID: is empty')
  if (record.lastSeen === undefined) throw new RowError('lastSeen: is empty')
  return { machineID: record.machineID, time: Date.parse(record.lastSeen), record }
}

function readField(field: string, cell: string): unknown {
  if (field === 'lastSeen') return readTime(cell)
  if (!numbers.has(field)) return cell
  const value = readNumber(cell)
  if (value === undefined) throw new RowError(`${field}: "${cell}" is not a number`)
  return value
}

/** ISO 8601 with an offset, or Unix time in seconds or milliseconds. */
function readTime(cell: string): string {
  const unix = /^\d{9,13}(\.\d+)?$/.test(cell) ? Number(cell) : undefined
  if (unix !== undefined) return new Date(unix < 1e11 ? unix * 1000 : unix).toISOString()
  const iso = cell.replace(/^(\d{4}-\d{2}-\d{2}) (?=\d)/, '$1T')
  if (recordPayloadSchema.shape.lastSeen.safeParse(iso).success) return new Date(iso).toISOString()
  throw new RowError(`lastSeen: "${cell}" is not a time with an offset, such as 2026-11-05T06:00:00Z`)
}

function readReading(cell: string): string | number | boolean {
  if (cell === 'true' || cell === 'false') return cell === 'true'
  return readNumber(cell) ?? cell
}

function readNumber(cell: string): number | undefined {
  return /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(cell) ? Number(cell) : undefined
}

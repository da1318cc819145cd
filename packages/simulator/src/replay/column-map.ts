import { recordPayloadSchema } from '@packhouse/contract'
import { UsageError } from '../usage-error.ts'

/** Which column of a recording is which field of a record. */
export interface ColumnMapping {
  column: string
  /** A field of the record's payload, or `machineData` with `reading`. */
  field: string
  /** Name of a free-form reading. */
  reading?: string
}

const READING = 'machineData.'
const fields: readonly string[] = Object.keys(recordPayloadSchema.shape).filter((name) => name !== 'machineData')

/**
 * Reads the `--map column=field` options.
 * @param machineID given for all rows by `--machine`
 * @throws UsageError for a faulty option, an unknown or repeated field, or where time or machine are not known
 */
export function parseMappings(options: readonly string[], machineID: string | undefined): ColumnMapping[] {
  const mappings = options.map(parseMapping)
  const names = mappings.map((mapping) =>
    mapping.reading === undefined ? mapping.field : `${READING}${mapping.reading}`,
  )
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined) throw new UsageError(`Two columns are mapped to ${repeated}; map one.`)
  if (!names.includes('lastSeen')) {
    throw new UsageError('No column is mapped to lastSeen, the time of a row; add --map <column>=lastSeen.')
  }
  if (names.includes('machineID') === (machineID !== undefined)) {
    throw new UsageError('Say which machine it is: either --machine <ID> or --map <column>=machineID.')
  }
  return mappings
}

function parseMapping(option: string): ColumnMapping {
  // A column may have any name; a field has no equals sign.
  const border = option.lastIndexOf('=')
  const column = option.slice(0, Math.max(0, border)).trim()
  const field = option.slice(border + 1).trim()
  if (column === '' || field === '') throw new UsageError(`--map ${option} must read --map <column>=<field>.`)
  if (field.startsWith(READING) && field.length > READING.length) {
    return { column, field: 'machineData', reading: field.slice(READING.length) }
  }
  if (fields.includes(field)) return { column, field }
  throw new UsageError(`--map ${option}: ${field} is no field; the fields are ${fields.join(', ')}, ${READING}<name>.`)
}

/**
 * Finds the mapped columns in the header of a recording.
 * @returns the position of each mapping's column
 * @throws UsageError for a column that is not there, or there twice
 */
export function locateColumns(header: readonly string[], mappings: readonly ColumnMapping[]): number[] {
  const names = header.map((name) => name.trim())
  return mappings.map(({ column }) => {
    const position = names.indexOf(column)
    if (position === -1) throw new UsageError(`There is no column ${column}; the columns are ${names.join(', ')}.`)
    if (names.lastIndexOf(column) !== position) throw new UsageError(`There are two columns ${column}; rename one.`)
    return position
  })
}

import { stateIn, type TelemetryRecord } from '../../telemetry/index.ts'

export type Value = string | number | boolean | null | undefined

/** A column of an exported file. */
export interface Column {
  name: string
  kind: 'time' | 'number' | 'whole' | 'text'
  read: (record: TelemetryRecord) => Value
}

const fields: Column[] = [
  { name: 'time', kind: 'time', read: ({ at }) => Math.floor(at) },
  { name: 'totalCycles', kind: 'whole', read: ({ totalCycles }) => totalCycles },
  { name: 'totalRejects', kind: 'whole', read: ({ totalRejects }) => totalRejects },
  { name: 'cyclesPerMin', kind: 'number', read: ({ cyclesPerMin }) => cyclesPerMin },
  { name: 'machineState', kind: 'text', read: stateIn },
  { name: 'temperature', kind: 'number', read: ({ temperature }) => temperature },
  { name: 'humidity', kind: 'number', read: ({ humidity }) => humidity },
  { name: 'latitude', kind: 'number', read: ({ latitude }) => latitude },
  { name: 'longitude', kind: 'number', read: ({ longitude }) => longitude },
]

/** The columns of records: their fields, and each reading under its name. A reading is text where it is not always a number. */
export class Columns {
  readonly #readings = new Map<string, boolean>()

  /** Takes note of the readings of records. */
  see(records: readonly TelemetryRecord[]): void {
    for (const { machineData = {} } of records) {
      for (const [name, value] of Object.entries(machineData)) {
        const isNumber = value === null || typeof value === 'number'
        this.#readings.set(name, isNumber && (this.#readings.get(name) ?? true))
      }
    }
  }

  /** In the order of their names, so that two files of the same machine have the same order. */
  list(): Column[] {
    const names = [...this.#readings].sort(([a], [b]) => (a < b ? -1 : 1))
    const taken = new Set([...fields.map(({ name }) => name), ...names.map(([name]) => name)])
    const readings = names.map(([name, isNumber]): Column => {
      return { name: nameFor(name, taken), kind: isNumber ? 'number' : 'text', read: readingOf(name) }
    })
    return [...fields, ...readings]
  }
}

/** A reading that has the name of a field, or none at all, is reported with where it stands; no two columns have one name. */
function nameFor(reading: string, taken: Set<string>): string {
  if (reading !== '' && !fields.some(({ name }) => name === reading)) return reading
  let name = `machineData.${reading}`
  while (taken.has(name)) name = `machineData.${name}`
  taken.add(name)
  return name
}

/** Readings may have the names of what every object inherits, such as `constructor`. */
function readingOf(name: string): Column['read'] {
  return ({ machineData }) =>
    machineData !== undefined && Object.hasOwn(machineData, name) ? machineData[name] : undefined
}

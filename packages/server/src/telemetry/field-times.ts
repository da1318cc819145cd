import { type LatestValues, timesAsOf } from './record.ts'

/** Times of the newest values as they are stored: null where a value was never reported. */
type Stored = [...fields: (number | null)[], readings: Record<string, number>]

const FIELDS = ['speedAt', 'temperatureAt', 'humidityAt', 'positionAt', 'dataAt'] as const

type FieldTimes = ReturnType<typeof timesAsOf>

/** The times of values that are not those of the newest record, as JSON; null where all of them are. */
export function fieldTimesText(values: LatestValues): string | null {
  if (values.readingTimes.size === 0 && FIELDS.every((field) => values[field] === values.at)) return null
  const times = FIELDS.map((field) => (Number.isFinite(values[field]) ? values[field] : null))
  return JSON.stringify([...times, Object.fromEntries(values.readingTimes)])
}

/** @param at time of the newest record, which is all that is known where nothing was stored */
export function readFieldTimes(stored: unknown, at: number): FieldTimes {
  if (!Array.isArray(stored)) return timesAsOf(at)
  const readings = (stored as Stored).at(-1)
  const timeOf = (place: number) => (stored[place] as number | null) ?? Number.NEGATIVE_INFINITY
  const [speedAt, temperatureAt, humidityAt, positionAt, dataAt] = FIELDS.map((_, place) => timeOf(place))
  const never = Number.NEGATIVE_INFINITY
  return {
    speedAt: speedAt ?? never,
    temperatureAt: temperatureAt ?? never,
    humidityAt: humidityAt ?? never,
    positionAt: positionAt ?? never,
    dataAt: dataAt ?? never,
    readingTimes: new Map(Object.entries(readings as Record<string, number>)),
  }
}

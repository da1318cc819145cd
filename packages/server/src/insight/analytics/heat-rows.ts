import type { HourCount } from './usage.queries.ts'

type Shown = (figure: number) => number | null

/** Days since the epoch modulo 7 by weekday from Monday: the epoch was a Thursday. */
const EPOCH_WEEKDAY = 4

/** A row for each page, by hour of the day. */
export function pageRows(pages: readonly string[], counts: readonly HourCount[], shown: Shown) {
  return pages.map((page) => ({ page, hours: byHour(counts.filter(({ name }) => name === page)).map(shown) }))
}

/** A row for each app and weekday, by hour of the day. */
export function appRows(counts: readonly HourCount[], shown: Shown) {
  return (['web', 'api'] as const).flatMap((app) => {
    const ofApp = counts.filter(({ kind }) => (kind === 'api_call') === (app === 'api'))
    return Array.from({ length: 7 }, (_, index) => {
      const weekday = index + 1
      const ofDay = ofApp.filter((count) => ((count.weekday + EPOCH_WEEKDAY + 6) % 7) + 1 === weekday)
      return { app, weekday, hours: byHour(ofDay).map(shown) }
    })
  })
}

function byHour(counts: readonly HourCount[]): number[] {
  const hours = new Array<number>(24).fill(0)
  for (const { hour, n } of counts) hours[hour] = (hours[hour] ?? 0) + n
  return hours
}

import type { HourCount } from './usage.queries.ts'

/** Days since the epoch modulo 7 by weekday from Monday: the epoch was a Thursday. */
const EPOCH_WEEKDAY = 4

/** A row for each page, by hour of the day. */
export function pageRows(pages: readonly string[], counts: readonly HourCount[]) {
  return pages.map((page) => ({ page, hours: byHour(counts.filter(({ name }) => name === page)) }))
}

/** A row for each app and weekday, by hour of the day. */
export function appRows(counts: readonly HourCount[]) {
  return (['web', 'api'] as const).flatMap((app) => {
    const ofApp = counts.filter(({ kind }) => (kind === 'api_call') === (app === 'api'))
    return Array.from({ length: 7 }, (_, index) => {
      const weekday = index + 1
      const ofDay = ofApp.filter((count) => ((count.weekday + EPOCH_WEEKDAY + 6) % 7) + 1 === weekday)
      return { app, weekday, hours: byHour(ofDay) }
    })
  })
}

/** Null where something was counted, and nothing of it may be shown. */
function byHour(counts: readonly HourCount[]): (number | null)[] {
  return Array.from({ length: 24 }, (_, hour) => {
    const ofHour = counts.filter((count) => count.hour === hour)
    const sum = ofHour.reduce((total, { n }) => total + n, 0)
    return sum === 0 && ofHour.some(({ hides }) => hides) ? null : sum
  })
}

import { type UsageKind, type UsageQuery, usageDefinitions } from '@packhouse/contract'
import type { Db } from '../../platform/database.ts'
import { endOfFinalDays, finalTimes, type PersonTimes } from './active-minutes.ts'
import { type GroupCount, readGroupCounts } from './group-figures.queries.ts'
import { countViews, type HourCount, type PageCount, readHours, readPages } from './usage.queries.ts'
import { quarterOf } from './usage-event.ts'
import { type OffsetSpan, type ZoneWindow, zoneWindow } from './zone-days.ts'

const MINUTE_MS = 60_000

/** What may be shown of how people use the product in a window. A figure that may not is null. */
export interface UsageFigures {
  /** Of how many people something is shown at least. */
  smallest: number
  /** The times of the days that count. */
  times(times: PersonTimes): PersonTimes
  people(count: number): number | null
  minutes(ms: number): number
  views(): Promise<number | null>
  viewsBefore(): Promise<number | null>
  pages(most: number): Promise<PageCount[]>
  pageHours(pages: readonly string[]): Promise<HourCount[]>
  appHours(): Promise<HourCount[]>
}

/** Everything, as it is. */
export function exactFigures(db: Db, people: UsageQuery['people'], window: ZoneWindow): UsageFigures {
  return {
    smallest: 1,
    times: (times) => times,
    people: (count) => count,
    minutes: (ms) => ms / MINUTE_MS,
    views: () => countViews(db, people, window.from, window.to),
    // The quarter that the window begins with is its own.
    viewsBefore: () => countViews(db, people, window.before, window.from - 1),
    pages: (most) => readPages(db, people, window, most),
    pageHours: (pages) => readHours(db, people, window, pages),
    appHours: () => readHours(db, people, window, undefined),
  }
}

/**
 * What groups of five and more did. People are counted in fives, so that no two answers differ by fewer; what they did is summed from
 * the parts of {@link readGroupCounts}.
 */
export function groupFigures(db: Db, people: UsageQuery['people'], window: ZoneWindow): UsageFigures {
  const final = spansUntil(window.spans, quarterOf(endOfFinalDays(window)))
  const read = () => readGroupCounts(db, people, final)
  return {
    smallest: usageDefinitions.smallestGroup,
    times: (times) => finalTimes(times, window),
    people: inFives,
    minutes: (ms) => Math.round(ms / MINUTE_MS),
    views: async () => viewsOf(await read()),
    viewsBefore: async () => {
      const { spans } = zoneWindow(window.zone, window.days.length, window.from - 1)
      return viewsOf(await readGroupCounts(db, people, spans))
    },
    pages: async (most) => pagesOf(await read(), most),
    pageHours: async (pages) => hoursOf(await read(), ({ kind, name }) => kind === 'page_view' && pages.includes(name)),
    appHours: async () => hoursOf(await read(), ({ kind }) => kind !== 'page_time'),
  }
}

/** People in fives, the rest left out; null for fewer than five. */
export function inFives(count: number): number | null {
  const { smallestGroup } = usageDefinitions
  return count > 0 && count < smallestGroup ? null : Math.floor(count / smallestGroup) * smallestGroup
}

function spansUntil(spans: readonly OffsetSpan[], end: number): OffsetSpan[] {
  return spans.filter(({ from }) => from < end).map((span) => ({ ...span, to: Math.min(span.to, end) }))
}

/** Null where there are views, and none may be shown. */
function viewsOf(counts: readonly GroupCount[]): number | null {
  const views = counts.filter(({ kind }) => kind === 'page_view')
  const sum = views.reduce((total, { n }) => total + n, 0)
  return sum === 0 && views.some(({ hides }) => hides) ? null : sum
}

function pagesOf(counts: readonly GroupCount[], most: number): PageCount[] {
  const pages = [...Map.groupBy(counts, ({ name }) => name)].map(([page, own]) => {
    const sumOf = (kind: UsageKind, figure: 'n' | 'ms') =>
      own.filter((count) => count.kind === kind).reduce((sum, count) => sum + count[figure], 0)
    return { page, views: sumOf('page_view', 'n'), ms: sumOf('page_time', 'ms') }
  })
  return pages
    .filter(({ views }) => views > 0)
    .sort((a, b) => b.views - a.views || (a.page < b.page ? -1 : 1))
    .slice(0, most)
}

function hoursOf(counts: readonly GroupCount[], isMeant: (count: GroupCount) => boolean): HourCount[] {
  return counts.filter(isMeant).map(({ kind, name, weekday, hour, n, byHour, hides }) => {
    return { kind, name, weekday, hour, n: byHour, hides: hides || n > byHour }
  })
}

import { usageDefinitions } from '@packhouse/contract'
import type { StoredEvent } from './usage-event.ts'

const IDLE_MS = usageDefinitions.idleMinutes * 60_000

/** A time in which somebody was active without a pause over 30 minutes. Times are Unix ms. */
export interface ActivitySpan {
  userId: string
  from: number
  to: number
  /** The page viewed last; undefined if there were only actions. */
  page: string | undefined
  /** When it was viewed. */
  pageAt: number
}

/** Whether an event counts as activity. Time on a page and calls of the API do not. */
export function isActivity({ kind }: Pick<StoredEvent, 'kind'>): boolean {
  return kind === 'page_view' || kind === 'action'
}

/** The spans of events, by person and time. */
export function spansOf(events: readonly StoredEvent[]): ActivitySpan[] {
  return joinSpans(
    events.filter(isActivity).map(({ userId, at, kind, name }) => {
      const isView = kind === 'page_view'
      return {
        userId,
        from: at,
        to: at,
        page: isView ? name : undefined,
        pageAt: isView ? at : Number.NEGATIVE_INFINITY,
      }
    }),
  )
}

/** Joins spans of the same person that no pause over 30 minutes lies between. The order in which they come makes no difference. */
export function joinSpans(spans: readonly ActivitySpan[]): ActivitySpan[] {
  const joined: ActivitySpan[] = []
  const ordered = spans.toSorted((a, b) => compare(a.userId, b.userId) || a.from - b.from)
  for (const span of ordered) {
    const last = joined.at(-1)
    if (last === undefined || last.userId !== span.userId || span.from - last.to > IDLE_MS) {
      joined.push({ ...span })
      continue
    }
    last.to = Math.max(last.to, span.to)
    if (span.page !== undefined && span.pageAt >= last.pageAt) {
      last.page = span.page
      last.pageAt = span.pageAt
    }
  }
  return joined
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

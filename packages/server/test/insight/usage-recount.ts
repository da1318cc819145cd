import { usageDefinitions } from '@packhouse/contract'
import type { TestApp } from '../support/test-app.ts'

/** A single event as it is stored. */
export interface RawEvent {
  at: Date
  person: number
  staff: boolean
  kind: string
  name: string
  n: number
}

/** Every stored event, oldest first. */
export async function rawEvents(app: TestApp): Promise<RawEvent[]> {
  return await app.sql<RawEvent>(
    `SELECT at, person, customer_id IS NULL AS staff, kind, n.name, a.n FROM app_event a
     JOIN event_person p ON p.key = a.person JOIN event_name n ON n.key = a.name ORDER BY at`,
  )
}

/** What the clock of a zone shows, asked of the platform for this one time. */
export function clockOf(zone: string): (at: Date) => { day: string; weekday: number; hour: number } {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  // Within a quarter hour no clock changes its hour: it is asked once for each.
  const known = new Map<number, { day: string; weekday: number; hour: number }>()
  const read = (at: Date) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
    const day = `${part.year}-${part.month}-${part.day}`
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay() || 7
    return { day, weekday, hour: Number(part.hour) }
  }
  return (at) => {
    const quarter = Math.floor(at.getTime() / 900_000)
    const shown = known.get(quarter) ?? read(at)
    known.set(quarter, shown)
    return shown
  }
}

export const isActivity = ({ kind }: RawEvent) => kind === 'page_view' || kind === 'action'

/** Active minutes by person and day, minute by minute along the events: a pause over 30 minutes counts for nothing. */
export function activeMinutes(events: readonly RawEvent[], dayOf: (at: Date) => string): Map<string, number> {
  const times = new Map<string, number>()
  for (const own of Map.groupBy(events.filter(isActivity), ({ person }) => person).values()) {
    for (const [index, { at, person }] of own.entries()) {
      const key = `${person} ${dayOf(at)}`
      times.set(key, times.get(key) ?? 0)
      const before = own[index - 1]?.at
      if (before === undefined || at.getTime() - before.getTime() > usageDefinitions.idleMinutes * 60_000) continue
      for (let ms = before.getTime(); ms < at.getTime(); ms += 1_000) {
        const second = `${person} ${dayOf(new Date(ms))}`
        times.set(second, (times.get(second) ?? 0) + Math.min(1_000, at.getTime() - ms) / 60_000)
      }
    }
  }
  return times
}

export function middle(numbers: readonly number[]): number {
  const ordered = numbers.toSorted((a, b) => a - b)
  const half = ordered.length / 2
  return ((ordered[Math.ceil(half) - 1] ?? 0) + (ordered[Math.floor(half)] ?? 0)) / 2
}

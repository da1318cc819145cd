import { sampleAccounts, type UsageKind } from '@packhouse/contract'
import type pg from 'pg'
import type { Service } from '../../engine/area.ts'
import { clock } from '../../platform/clock.ts'
import type { Log } from '../../platform/log.ts'
import type { EventStore } from './event-store.ts'
import type { StoredEvent } from './usage-event.ts'

const DAYS = 75
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
/** Events that are stored in one transaction. */
const AT_ONCE = 1_000
const SEED = 2_026

/** What staff look at and what customers do, the most frequent first. */
const pagesOf = {
  staff: [
    '/home',
    '/',
    '/customers',
    '/estimator/projects',
    '/estimator/projects/$id',
    '/library/machines',
    '/machines/$id',
    '/alarms',
  ],
  customers: ['/', '/machines/$id', '/alarms', '/quotes', '/settings'],
}

interface Person {
  id: string
  customer_id: string | null
}

/**
 * Gives the sample company the use of two and a half months, stored as that of people is. It comes when the product is ready, and only
 * while nobody has used it.
 */
export class UsageSample implements Service {
  readonly #pool: pg.Pool
  readonly #store: EventStore
  readonly #log: Log
  #isStopped = false
  #underWay: Promise<void> = Promise.resolve()

  constructor(pool: pg.Pool, store: EventStore, log: Log) {
    this.#pool = pool
    this.#store = store
    this.#log = log
  }

  start(): void {
    this.#underWay = this.#fill(clock.now()).catch((error) => {
      this.#log.warn({ error: String(error) }, 'The sample of analytics could not be stored')
    })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#underWay
  }

  /** @param now Unix ms; the sample ends with yesterday */
  async #fill(now: number): Promise<void> {
    const { rows: used } = await this.#pool.query('SELECT FROM event_person LIMIT 1')
    if (used.length > 0) return
    const emails = sampleAccounts.filter(({ role }) => role !== null).map(({ email }) => email)
    const { rows: people } = await this.#pool.query<Person>(
      'SELECT id, customer_id FROM user_account WHERE email = ANY($1) ORDER BY email',
      [emails],
    )
    const events = sampleUsage(people, Math.floor(now / DAY_MS) * DAY_MS)
    for (let first = 0; first < events.length && !this.#isStopped; first += AT_ONCE) {
      const own = Map.groupBy(events.slice(first, first + AT_ONCE), ({ userId }) => userId)
      await this.#store.write([...own].map(([userId, list]) => ({ id: crypto.randomUUID(), userId, events: list })))
    }
  }
}

/** What people did in the days before one, the same at every start: visits at working hours, few at weekends. @param end Unix ms */
function sampleUsage(people: readonly Person[], end: number): StoredEvent[] {
  const roll = dice(SEED)
  const events: StoredEvent[] = []
  for (let start = end - DAYS * DAY_MS; start < end; start += DAY_MS) {
    const isWeekend = [0, 6].includes(new Date(start).getUTCDay())
    for (const person of people) {
      const visits = isWeekend ? Number(roll() < 0.1) : Math.floor(roll() * (person.customer_id === null ? 5 : 3))
      for (let visit = 0; visit < visits; visit++) {
        events.push(...visitOf(person, start + (6 + roll() * 10) * HOUR_MS, roll))
      }
    }
  }
  return events.sort((a, b) => a.at - b.at)
}

function visitOf({ id, customer_id }: Person, start: number, roll: () => number): StoredEvent[] {
  const pages = customer_id === null ? pagesOf.staff : pagesOf.customers
  const common = { userId: id, customerId: customer_id, sessionId: undefined, n: 1 }
  const events: StoredEvent[] = []
  const add = (at: number, kind: UsageKind, name: string, durationMs: number) =>
    events.push({ ...common, at: Math.round(at), kind, name, durationMs: Math.round(durationMs) })
  let at = start
  for (let views = 2 + Math.floor(roll() * 10); views > 0; views--) {
    const page = pages[Math.floor(roll() ** 2 * pages.length)] ?? '/'
    const time = (0.2 + roll() * 5) * MINUTE_MS
    add(at, 'page_view', page, 0)
    add(at + time, 'page_time', page, time)
    if (roll() < 0.15) add(at + time / 2, 'action', roll() < 0.6 ? 'save' : 'search', 0)
    at += time
  }
  return events
}

/** Numbers from 0 below 1, the same for the same seed. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

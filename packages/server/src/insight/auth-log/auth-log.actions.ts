import { momentSchema } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { RefusalLog } from '../../access/area.ts'
import type { HandlersOf } from '../../engine/handlers.ts'
import { hasPermission, type Principal } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import { clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/database.ts'
import type { Refusals } from '../../platform/refusals.ts'
import type { ApiCounter } from './api-counter.ts'
import { readAround, readFollowed, readSameAddress } from './around.queries.ts'
import { type Cursor, countLog, readLog, readOne } from './log.queries.ts'
import { changesOf, type Sight, toEntry } from './log-entry.ts'
import type { LogReader } from './log-filter.ts'
import { readBuckets, readCallsByKey, type Stretches } from './metrics.queries.ts'
import { readableResources } from './readable.ts'
import { sendLog } from './send-log.ts'
import { lastHours, lastMinutes, lastMonths } from './stretches.ts'

type LogCalls =
  | 'listAuthLog'
  | 'authLogEntry'
  | 'exportAuthLog'
  | 'authLogByMinute'
  | 'authLogByHour'
  | 'callsByKeyAndHour'
  | 'callsByKeyAndMonth'

export interface AuthLogActionParts {
  database: Database
  counter: ApiCounter
  refusalLog: RefusalLog
  refusals: Refusals
}

/** How long a question to the log may take. */
const PATIENCE_MS = 10_000
/** The error of a statement that was cancelled, here by its timeout. */
const QUERY_CANCELLED = '57014'

/** The log is of the maker's staff: a customer's users find nothing, whatever their roles say. */
export function authLogHandlers(parts: AuthLogActionParts): HandlersOf<LogCalls> {
  const { database, counter, refusalLog, refusals } = parts
  const readerOf = (principal: Principal): LogReader & Sight => {
    assertThat(principal.customerId === null, 'permission_missing', t('audit.forStaffOnly'))
    return {
      readable: readableResources(principal),
      seesCosts: hasPermission(principal, 'cost.read'),
    }
  }
  const read = async <T>(work: (db: Transaction) => Promise<T>): Promise<T> => {
    // What this process has not written yet belongs to the answer.
    await refusalLog.flush()
    try {
      return await database.inSnapshot('all', async (db) => {
        await sql`SELECT set_config('statement_timeout', ${String(PATIENCE_MS)}, true)`.execute(db)
        return await work(db)
      })
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === QUERY_CANCELLED)) throw error
      refusals.count('audit', 'statement_timeout')
      throw new ProblemError('unavailable', t('audit.tookTooLong'))
    }
  }
  const counted = async <T>(work: (db: Transaction) => Promise<T>): Promise<T> => {
    await counter.flush()
    return await read(work)
  }
  const momentOf = (to: string | undefined) => (to === undefined ? clock.now() : Date.parse(to))
  const byKey = async (principal: Principal, zone: string, stretches: Stretches) => {
    readerOf(principal)
    const found = await counted((db) => readCallsByKey(db, stretches))
    const starts = stretches.starts.map((at) => new Date(at).toISOString())
    return { zone, to: new Date(stretches.end).toISOString(), starts, ...found }
  }
  const buckets = async (
    principal: Principal,
    query: Parameters<typeof readBuckets>[1] & { zone: string },
    of: Stretches,
  ) => {
    const reader = readerOf(principal)
    const found = await counted((db) => readBuckets(db, query, reader, of))
    return { zone: query.zone, to: new Date(of.end).toISOString(), ...found }
  }

  return {
    async listAuthLog({ principal, query, reply }) {
      reply.header('cache-control', 'no-store')
      const reader = readerOf(principal)
      const { cursor, limit } = query
      const after = cursor === undefined ? undefined : readCursor(cursor)
      return await read(async (db) => {
        const rows = await readLog(db, query, reader, { limit: limit + 1, after })
        const counted = await countLog(db, query, reader)
        const items = rows.slice(0, limit)
        const last = items.at(-1)
        const next = rows.length > limit && last !== undefined ? writeCursor({ at: last.exactAt, id: last.id }) : null
        return { items: items.map((row) => toEntry(row, reader)), next, ...counted }
      })
    },

    async authLogEntry({ principal, params, reply }) {
      assertThat(principal.customerId === null, 'not_found')
      reply.header('cache-control', 'no-store')
      const reader = readerOf(principal)
      return await read(async (db) => {
        const row = await readOne(db, params.id, reader)
        assertThat(row, 'not_found')
        const changes = changesOf(row, reader)
        const followed = await readFollowed(db, row, reader)
        return {
          entry: toEntry(row, reader),
          permission: row.permission,
          requestId: row.requestId,
          changes: changes ?? [],
          hidden: changes === undefined,
          around: (await readAround(db, row, reader)).map((one) => toEntry(one, reader)),
          followed: followed === undefined ? null : toEntry(followed, reader),
          sameAddress: await readSameAddress(db, row),
        }
      })
    },

    exportAuthLog: ({ principal, query, reply }) => sendLog(reply, database, query, readerOf(principal)),

    authLogByMinute: ({ principal, query }) => {
      return buckets(principal, query, lastMinutes(query.minutes, momentOf(query.to)))
    },
    authLogByHour: ({ principal, query }) => {
      return buckets(principal, query, lastHours(query.zone, query.hours, momentOf(query.to)))
    },
    callsByKeyAndHour: ({ principal, query: { zone, hours, to } }) => {
      return byKey(principal, zone, lastHours(zone, hours, momentOf(to)))
    },
    callsByKeyAndMonth: ({ principal, query: { zone, months, to } }) => {
      return byKey(principal, zone, lastMonths(zone, months, momentOf(to)))
    },
  }
}

function writeCursor({ at, id }: Cursor): string {
  return `${at}_${id}`
}

/** @throws ProblemError `invalid_request` */
function readCursor(text: string): Cursor {
  const [, at, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3,6}Z)_(\d{1,18})$/.exec(text) ?? []
  const message = t('audit.isNoCursor')
  const errors = [{ path: 'query.cursor', code: 'invalid', message }]
  if (at === undefined || id === undefined || !momentSchema.safeParse(at).success) {
    throw new ProblemError('invalid_request', `query.cursor ${message}`, errors)
  }
  return { at, id }
}

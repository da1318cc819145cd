import { t } from '@packhouse/messages'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { answered, type HandlersOf } from '../../engine/handlers.ts'
import { beginEventStream, stays } from '../../engine/open-streams.ts'
import type { Principal } from '../../engine/principal.ts'
import { assertThat, ProblemError } from '../../engine/problem-error.ts'
import { writeAudit } from '../../engine/resource/audit.ts'
import type { Authenticate } from '../../engine/routes.ts'
import type { Database } from '../../platform/database.ts'
import type { LevelName } from '../../platform/logs/line-facts.ts'
import { toEntry } from '../../platform/logs/log-entry.ts'
import type { LogFiles } from '../../platform/logs/log-files.ts'
import { LEVELS } from '../../platform/logs/log-output.ts'
import type { PageRequest } from '../../platform/logs/read-page.ts'
import { type SearchQuery, toPattern } from '../../platform/logs/search-block.ts'
import type { DebugSwitch } from './debug-switch.ts'
import type { LogReading } from './log-reading.ts'
import { searchFiles } from './log-search.ts'
import type { LogTail } from './log-tail.ts'
import { writeToReader } from './write-to-reader.ts'

export interface LogParts {
  database: Database
  files: LogFiles
  reading: LogReading
  tail: LogTail
  debug: DebugSwitch
  authenticate: Authenticate
}

type LogCalls =
  | 'listLogs'
  | 'viewLog'
  | 'logEntries'
  | 'downloadLog'
  | 'setLogDebug'
  | 'logWarnings'
  | 'searchLogs'
  | 'tailLogs'

/** How the switch is named in the audit; it has no fields that people change. */
const SWITCH = { name: 'logDebug', fields: {} }
const SWITCH_ID = '00000000-0000-7000-8000-000000000001'

/** The server log has what everybody does: it is for staff alone, whatever roles say. */
function assertStaff({ customerId }: Principal): void {
  assertThat(customerId === null, 'permission_missing', t('serverLog.onlyForStaff'))
}

export function logHandlers({ database, files, reading, tail, debug, authenticate }: LogParts): HandlersOf<LogCalls> {
  const offsetAt = async (name: string, at: string, userId: string) => {
    return (await reading.read<'seek'>({ kind: 'seek', name, at: Date.parse(at) }, userId)).offset
  }
  return {
    async listLogs({ principal, reply }) {
      assertStaff(principal)
      reply.header('cache-control', 'no-store')
      const until = await debug.until()
      const items = (await reading.files()).map(({ name, day, bytes, isPacked }) => {
        return { name, day, bytes, packed: isPacked, current: name === files.current }
      })
      return { items, debugUntil: until?.toISOString() ?? null, dropped: files.dropped }
    },
    async viewLog({ principal, query, reply }) {
      assertStaff(principal)
      reply.header('cache-control', 'no-store')
      await files.flush()
      const { name } = await reading.find(query.file)
      const { from, to, minutes, ...summary } = await reading.read<'summary'>(
        { kind: 'summary', name },
        principal.userId,
      )
      return {
        ...summary,
        name,
        from: from === 0 ? null : new Date(from).toISOString(),
        to: to === 0 ? null : new Date(to).toISOString(),
        minutes: minutes.map(([at, lines, issues]) => ({ at: new Date(at * 60_000).toISOString(), lines, issues })),
      }
    },
    async logEntries({ principal, query, reply }) {
      assertStaff(principal)
      reply.header('cache-control', 'no-store')
      await files.flush()
      const { name } = await reading.find(query.file)
      const offset = query.at === undefined ? query.offset : await offsetAt(name, query.at, principal.userId)
      const filter = { levels: query.level, parts: query.part, limit: query.limit, offset }
      const page = (direction: PageRequest['direction']) =>
        reading.read<'page'>({ kind: 'page', name, request: { ...filter, direction } }, principal.userId)
      if (query.direction !== 'around') return { file: name, ...(await page(query.direction)) }
      const before = await page('older')
      const after = await page('newer')
      return { ...after, file: name, from: before.from, entries: [...before.entries, ...after.entries] }
    },
    async downloadLog({ principal, query, reply, request }): Promise<typeof answered> {
      assertStaff(principal)
      await files.flush()
      const { name } = await reading.find(query.file)
      const first = await reading.step<'block'>({ kind: 'block', name, index: 0 }, principal.userId)
      reply.hijack()
      reply.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'application/x-ndjson; charset=utf-8',
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
      })
      const isHead = request.method === 'HEAD'
      let block = isHead ? undefined : first
      for (let index = 1; block !== undefined && !reply.raw.destroyed; index++) {
        await writeToReader(reply.raw, block)
        // A download that ended as if it were whole would be believed: it breaks off.
        block = await reading.step<'block'>({ kind: 'block', name, index }, principal.userId).catch((error) => {
          reply.raw.destroy(error)
          return undefined
        })
      }
      reply.raw.end()
      return answered
    },
    async setLogDebug({ principal, body }) {
      assertStaff(principal)
      await database.system.transaction().execute(async (db) => {
        await debug.set(body.on, db)
        const after = { id: SWITCH_ID, rowVersion: 1, on: body.on }
        await writeAudit(db, principal, SWITCH, 'update', [{ before: undefined, after }])
      })
      return { debugUntil: (await debug.until())?.toISOString() ?? null }
    },
    async logWarnings({ principal, query, reply }) {
      assertStaff(principal)
      reply.header('cache-control', 'no-store')
      const isShown = (level: LevelName) => query.level?.includes(level) ?? true
      const { rows } = await database.inScope('all', async (db) => {
        return await sql<{ server: string; line: string }>`
          SELECT server, line FROM log_line WHERE at < coalesce(${query.before ?? null}::timestamptz, 'infinity')
            AND CASE WHEN level >= ${LEVELS.error}::int THEN ${isShown('error')}::bool ELSE ${isShown('warning')}::bool END
          ORDER BY at DESC FETCH FIRST ${query.limit} ROWS WITH TIES
        `.execute(db)
      })
      const items = rows.map(({ server, line }) => {
        const { offset: _, ...entry } = toEntry(line, 0)
        return { ...entry, server }
      })
      return { items }
    },
    async searchLogs({ principal, query, reply }): Promise<typeof answered> {
      assertStaff(principal)
      const wanted = { text: query.q, isRegExp: query.regex === 'true', levels: query.level, parts: query.part }
      if (!isPattern(wanted)) {
        const message = t('serverLog.noRegularExpression')
        throw new ProblemError('invalid_request', `q ${message}`, [
          { path: 'query.q', code: 'invalid_format', message },
        ])
      }
      await files.flush()
      const response = beginEventStream(reply)
      const events = searchFiles(reading, wanted, principal.userId)
      try {
        for await (const event of events) {
          if (response.destroyed) break
          await sendEvent(response, event)
        }
      } catch {
        // The step took too long or too much memory: what was found before is there.
        await sendEvent(response, { entries: [], count: 0, searchedBytes: 0, ended: 'failed' })
      }
      response.end()
      return answered
    },
    tailLogs({ principal, query, request, reply }): typeof answered {
      assertStaff(principal)
      const mayStay = stays(principal, request, authenticate)
      tail.open({ response: beginEventStream(reply), mayStay, filter: { levels: query.level, parts: query.part } })
      return answered
    },
  }
}

function isPattern(query: SearchQuery): boolean {
  try {
    toPattern(query)
    return true
  } catch {
    return false
  }
}

async function sendEvent(raw: FastifyReply['raw'], event: object): Promise<void> {
  await writeToReader(raw, `event: hits\ndata: ${JSON.stringify(event)}\n\n`)
}

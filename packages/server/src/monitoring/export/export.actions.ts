import { once as nextEvent } from 'node:events'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ExportFormat, RECORDS_HEADER } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FastifyReply } from 'fastify'
import { answered, type HandlersOf } from '../../engine/handlers.ts'
import type { Principal } from '../../engine/principal.ts'
import { ProblemError } from '../../engine/problem-error.ts'
import { ConcurrencyLimiter } from '../../platform/concurrency-limiter.ts'
import type { Database } from '../../platform/database.ts'
import type { HttpLimits } from '../../platform/http-limits.ts'
import type { Refusals } from '../../platform/refusals.ts'
import { findMachine, scopeOf } from '../machine-access.ts'
import type { Telemetry } from '../telemetry.ts'
import { recordFile } from './record-file.ts'

/** When an export may have ended. */
const RETRY_SECONDS = 30
/** A reader that takes nothing for this long has gone. */
const STALLED_MS = 30_000

const types: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8; header=present',
  parquet: 'application/vnd.apache.parquet',
}

export interface ExportParts {
  database: Database
  telemetry: Telemetry
  refusals: Refusals
  /** Making a file keeps a core busy, and anyone who does not read must not hold up the exports of all others. */
  limits: HttpLimits['exports']
}

export function exportHandlers(parts: ExportParts): HandlersOf<'exportRecords'> {
  const { database, telemetry } = parts
  const running = new ConcurrencyLimiter()
  return {
    async exportRecords({ principal, params, query, reply }): Promise<typeof answered> {
      const { key: machineKey, machineID } = findMachine(telemetry, principal, params.id).entry
      const leave = enter(running, principal, parts)
      try {
        const source = { database, names: telemetry.names, scope: scopeOf(principal) }
        const stretch = { machineKey, from: Date.parse(query.from), to: Date.parse(query.to) }
        const { content, records } = await recordFile(source, stretch, query.format)
        const out = new PassThrough()
        const written = pipeline(content, out)
        written.then(leave, leave)
        await send(reply, out, written, { format: query.format, machineID, records })
        return answered
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}

/** @returns what to call when the export has ended. @throws ProblemError where too many run */
function enter(
  running: ConcurrencyLimiter,
  { apiKeyId, userId }: Principal,
  { refusals, limits }: ExportParts,
): () => void {
  const leaveOwn = running.enter(`of ${apiKeyId ?? userId}`, limits.perUser)
  if (leaveOwn === undefined) {
    refusals.count('http', 'exports_of_user')
    const words = t('monitoring.yourExportsRunning', { count: limits.perUser })
    throw new ProblemError('too_many_requests', words, undefined, { retryAfter: RETRY_SECONDS })
  }
  const leaveAll = running.enter('all', limits.all)
  if (leaveAll === undefined) {
    leaveOwn()
    refusals.count('http', 'exports')
    const words = t('server.exportsRunning', { count: limits.all })
    throw new ProblemError('unavailable', words, undefined, { retryAfter: RETRY_SECONDS })
  }
  return () => {
    leaveOwn()
    leaveAll()
  }
}

async function send(
  reply: FastifyReply,
  out: PassThrough,
  written: Promise<void>,
  { format, machineID, records }: { format: ExportFormat; machineID: string; records: number },
): Promise<void> {
  // What fails before the first byte is answered as a problem; what fails later cuts the file off.
  written.catch((error) => out.destroy(error))
  await Promise.race([nextEvent(out, 'readable'), written])
  reply.raw.setTimeout(STALLED_MS, () => out.destroy())
  reply
    .header('content-type', types[format])
    .header('content-disposition', `attachment; filename="${machineID}-records.${format}"`)
    .header(RECORDS_HEADER, String(records))
    .header('cache-control', 'no-store')
    .send(out)
}

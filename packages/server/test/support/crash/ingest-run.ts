import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { EmbeddedPostgres } from '../../../src/platform/embedded-postgres.ts'
import { createLog } from '../../../src/platform/log.ts'
import { fillDatabase } from '../fill-database.ts'
import { randomNumbers } from '../seed.ts'
import { endLeftoverPostgres, isAlive, postgresPidOf } from '../server-process.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { until } from '../until.ts'
import { IngestProcess } from './ingest.ts'
import { Publishing } from './publishing.ts'
import { verifyAgainstLedger } from './verify.ts'

/** A kill comes at a moment of this span after the first load. */
const LOAD_MS = 250

/** What is ended: the ingest, or PostgreSQL, whole without warning, by immediate shutdown, or one of its sessions. */
export type IngestVictim = 'ingest' | 'postgres' | 'postgres at once' | 'session'

export interface IngestRunOptions {
  /** Who is ended, kill by kill. */
  victims: readonly IngestVictim[]
  seed: number
}

export interface IngestRunResult {
  /** Records that were acknowledged; each was found stored once. */
  acknowledged: number
  /** How many of them are in sealed blocks in the end. */
  sealed: number
}

/**
 * Ends the ingest, or PostgreSQL under it, again and again while a publisher sends and the retention job seals what was sent, then
 * compares the database with the publisher's ledger.
 * @throws Error if the ingest does not start again, does not take all records in the end, or the two differ
 */
export async function runIngestKills({ victims, seed }: IngestRunOptions): Promise<IngestRunResult> {
  const folder = await makeTemporaryFolder('ingest-crash')
  const random = randomNumbers(seed)
  const postgres = new EmbeddedPostgres(folder.path, 'of a crash test', createLog('silent'))
  const publishing = await Publishing.start(join(folder.path, 'ledger'), seed)
  let ingest: IngestProcess | undefined
  try {
    const url = await postgres.start()
    await fillDatabase(url)
    ingest = await IngestProcess.start(url)
    publishing.goTo(ingest.address)
    for (const victim of victims) {
      await publishing.underLoad()
      await sleep(random() * LOAD_MS)
      if (victim === 'ingest') {
        await ingest.kill()
        ingest = await IngestProcess.start(url)
        publishing.goTo(ingest.address)
      } else await strikePostgres(victim, folder.path, url)
    }
    await publishing.drain()
    await until('records in blocks', () => (ingest?.sealed ?? 0) > 0)
    await ingest.kill()
    const ledger = await publishing.ledger()
    const { sealed } = await verifyAgainstLedger(url, ledger)
    return { acknowledged: ledger.length, sealed }
  } finally {
    publishing.end()
    await ingest?.kill()
    await postgres.stop()
    await endLeftoverPostgres(folder.path)
    await folder.remove()
  }
}

async function strikePostgres(victim: IngestVictim, dataDir: string, url: string): Promise<void> {
  const pid = await postgresPidOf(dataDir)
  if (pid === undefined) return
  if (victim === 'session') {
    const session = await busySession(url)
    if (session !== undefined && isAlive(session)) process.kill(session, 'SIGKILL')
  } else process.kill(pid, victim === 'postgres' ? 'SIGKILL' : 'SIGQUIT')
}

/** The session of the ingest, which holds its lock; undefined while it has none. */
async function busySession(url: string): Promise<number | undefined> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND objid = 7225002 AND granted`,
    )
    return rows[0]?.pid
  } catch {
    return undefined
  } finally {
    await client.end().catch(() => undefined)
  }
}

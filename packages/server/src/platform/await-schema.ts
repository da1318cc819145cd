import pg from 'pg'
import { clock } from './clock.ts'
import { ConfigError } from './config.ts'
import { IssueLog } from './issue-log.ts'
import type { Log } from './log.ts'
import { newestOwnMigration, readSchemaState, schemaFault } from './schema-state.ts'

const LOOK_MS = 500
const PATIENCE_MS = 5_000
/** A server that is starting, ending or full, SQLSTATE; one that is not reached, or whose name is not known yet. */
const PASSING = /^(57P0[123]|53300|08\w{3}|E(CONNREFUSED|CONNRESET|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN))$/

/** Whether a database may be there later with which a connection fails now. */
export function isPassing(error: unknown): boolean {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string }
  return PASSING.test(code) || /timeout|Connection terminated/i.test(message)
}

/**
 * Tries something with the database until it is there. @param aborted ends the waiting
 * @throws whatever another try would not mend
 */
export async function untilThere<T>(work: () => Promise<T>, log: Log, aborted: AbortSignal): Promise<T> {
  const issues = new IssueLog(log, 'The database is there')
  for (;;) {
    try {
      const result = await work()
      issues.end()
      return result
    } catch (error) {
      if (!isPassing(error) && !isPassing((error as Error).cause)) throw error
      issues.meet('Waiting for the database', { error: (error as Error).message })
      await clock.sleep(LOOK_MS, { signal: aborted })
    }
  }
}

/**
 * Waits until a worker has brought the database to a schema that this program can work with.
 * @throws ConfigError where it is too new for this program
 */
export async function awaitSchema(databaseUrl: string, log: Log, aborted: AbortSignal): Promise<void> {
  const own = await newestOwnMigration()
  const issues = new IssueLog(log, 'The schema of the database is there')
  for (;;) {
    const state = await untilThere(() => askOnce(databaseUrl), log, aborted)
    const fault = schemaFault(state, own)
    if (fault === undefined) return issues.end()
    if (state.oldestCode > own) throw new ConfigError(fault)
    issues.meet('Waiting for a worker', { error: fault })
    await clock.sleep(LOOK_MS, { signal: aborted })
  }
}

async function askOnce(databaseUrl: string) {
  const timeouts = { connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS }
  const client = new pg.Client({ connectionString: databaseUrl, ...timeouts })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await readSchemaState(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

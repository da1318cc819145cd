import pg from 'pg'
import type { Log } from './log.ts'
import { POSTGRES_MAJOR } from './postgres-major.ts'

/** The newest release of the major version that Packhouse brings, looked at on 2026-11-28. */
const NEWEST = { minor: 6, releasedOn: '2026-08-13', holes: 28 }
const PATIENCE_MS = 5_000

/** Known security holes that a server has and a newer release of its major version has not. */
export interface OpenFixes {
  /** The release that runs. */
  version: string
  newest: string
  /** The day of the newest one. */
  releasedOn: string
  /** CVEs that the newest one fixes. */
  holes: number
}

/** @param serverVersion as PostgreSQL names it: `18.4`, or `18.4 (Debian 18.4-1)` @returns undefined where nothing is known to be open */
export function openFixesOf(serverVersion: string): OpenFixes | undefined {
  const [version = '', major, minor] = /^(\d+)\.(\d+)/.exec(serverVersion) ?? []
  if (Number(major) !== POSTGRES_MAJOR || Number(minor) >= NEWEST.minor) return undefined
  const { releasedOn, holes } = NEWEST
  return { version, newest: `${POSTGRES_MAJOR}.${NEWEST.minor}`, releasedOn, holes }
}

/** Says once, when the product has started, what is open and what to do. */
export function warnOfOpenFixes({ version, newest, releasedOn, holes }: OpenFixes, isOwn: boolean, log: Log): void {
  const remedy = isOwn
    ? `Packhouse brings no newer one yet. Nobody but this computer reaches it. Where that is not enough, set DATABASE_URL to a PostgreSQL ${newest} or newer`
    : `Upgrade it to ${newest} or newer`
  log.warn(
    { postgres: version, newest, holes },
    `PostgreSQL ${version} runs; ${newest} of ${releasedOn} fixes ${holes} known security holes. ${remedy}: see Security fixes of PostgreSQL in docs/operations.md.`,
  )
}

/** The version of a database, over a connection that is closed again; empty where it does not say: no start may fail by that. */
export async function serverVersionOf(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ server_version: string }>('SHOW server_version')
    return rows[0]?.server_version ?? ''
  } catch {
    return ''
  } finally {
    await client.end().catch(() => undefined)
  }
}

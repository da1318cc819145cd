import { join } from 'node:path'
import pg from 'pg'
import { runningDatabase } from '../backup/reach-database.ts'
import type { Config } from '../config.ts'
import { CLAIMS } from '../data-dir.ts'
import type { ClaimRecord } from '../folder-lock/claim.ts'
import { whereabouts } from '../folder-lock/kernel.ts'
import { socketRouteTo } from '../folder-lock/socket-route.ts'
import { Survey } from '../folder-lock/survey.ts'
import { clusterServer } from '../postgres-leftover.ts'
import { readSecrets } from '../secrets.ts'
import { readableConfig } from './readable-config.ts'

const PATIENCE_MS = 4_000

/** The server that has the data folder. */
export interface RunningServer {
  /** Undefined where its number means nothing here: it is in another container or on another host. */
  pid: number | undefined
  host: string
}

/** The database, or why it cannot be asked. */
export type Reachable = { client: pg.Client } | { reason: string }

/** What the checks look at. */
export interface Installation {
  environment: NodeJS.ProcessEnv
  config: Config
  /** What the start would refuse of the configuration. */
  configFaults: string[]
  /** Folder of the embedded database, whether it is there or not. */
  cluster: string
  server: RunningServer | undefined
  database: Reachable
}

/** Looks at an installation and changes nothing. @returns what the checks need; `close` ends its connection */
export async function lookAt(
  environment: NodeJS.ProcessEnv,
): Promise<{ installation: Installation; close: () => Promise<void> }> {
  const { config, faults } = readableConfig(environment)
  const cluster = join(config.dataDir, 'postgres/cluster')
  const database = await connect(config, cluster)
  const installation = {
    environment,
    config,
    configFaults: faults,
    cluster,
    server: await findServer(config.dataDir),
    database,
  }
  const close = async () => {
    if ('client' in database) await database.client.end().catch(() => undefined)
  }
  return { installation, close }
}

async function findServer(dataDir: string): Promise<RunningServer | undefined> {
  const folder = join(dataDir, CLAIMS)
  const here = await whereabouts()
  const route = await socketRouteTo(folder)
  try {
    const sightings = await new Survey(folder, 'server', here.boot, Number.POSITIVE_INFINITY).look(route)
    const holder = sightings.find(({ life }) => life === 'holds') ?? sightings.find(({ life }) => life !== 'dead')
    return holder?.record && { pid: pidOf(holder.record, here.space), host: holder.record.host }
  } catch {
    // There are no claims, or they may not be read.
    return undefined
  } finally {
    await route.remove()
  }
}

function pidOf({ pid, space }: ClaimRecord, here: string): number | undefined {
  return space === here ? pid : undefined
}

async function connect({ databaseUrl, dataDir, secretsFile }: Config, cluster: string): Promise<Reachable> {
  try {
    const connectionString = databaseUrl ?? (await embeddedUrl(dataDir, cluster, secretsFile))
    if (connectionString === undefined) {
      return { reason: 'The embedded PostgreSQL is not running. Start Packhouse, then run this again.' }
    }
    const client = new pg.Client({
      connectionString,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      options: `-c default_transaction_read_only=on -c statement_timeout=${PATIENCE_MS}`,
    })
    client.on('error', () => undefined)
    await client.connect()
    return { client }
  } catch (error) {
    // What is wrong with it is the matter of the check of the database.
    return { reason: `The database cannot be asked: ${(error as Error).message}` }
  }
}

async function embeddedUrl(
  dataDir: string,
  cluster: string,
  secretsFile: string | undefined,
): Promise<string | undefined> {
  if ((await clusterServer(cluster)) === undefined) return undefined
  const secrets = await readSecrets(dataDir, secretsFile)
  return secrets && (await runningDatabase(dataDir, secrets))
}

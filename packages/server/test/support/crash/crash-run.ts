import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SAMPLE_DEVICE_PASSWORD, SAMPLE_PASSWORD } from '../databases.ts'
import { randomNumbers } from '../seed.ts'
import { endLeftoverPostgres, killIfThere, openDatabaseOf, postgresPidOf, ServerProcess } from '../server-process.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import type { LedgerEntry } from './ledger.ts'
import { Publishing } from './publishing.ts'
import { makePublishingKey } from './publishing-key.ts'
import { verifyAgainstLedger } from './verify.ts'

/** A kill comes at a moment of this span after the start or after the first load. */
const LOAD_MS = 700
const START_MS = 1_500

/**
 * Who is killed: the server, the server and its PostgreSQL, PostgreSQL alone, or the server while it is starting. A stopped
 * server is asked to end, as for an update, while devices go on.
 */
const victims = ['server', 'server', 'server', 'both', 'postgres', 'starting server', 'stopped server'] as const
type Victim = (typeof victims)[number]

export interface CrashRunOptions {
  kills: number
  seed: number
  /** Hears of every kill. */
  report?: (line: string) => void
}

export interface CrashRunResult {
  kills: Record<Victim, number>
  /** Records that were acknowledged; each was found stored once. */
  acknowledged: number
}

/**
 * Kills the product again and again while a publisher in another process sends records over MQTT and HTTP and writes a ledger
 * of what was acknowledged, then compares the database with the ledger.
 * @throws Error if the product does not start again, does not take all records in the end, or the two differ
 */
export async function runCrashes({ kills, seed, report }: CrashRunOptions): Promise<CrashRunResult> {
  const folder = await makeTemporaryFolder('crash')
  const dataDir = join(folder.path, 'data')
  const random = randomNumbers(seed)
  const publishing = await Publishing.start(join(folder.path, 'ledger'), seed)
  const result: CrashRunResult = {
    kills: { server: 0, both: 0, postgres: 0, 'starting server': 0, 'stopped server': 0 },
    acknowledged: 0,
  }
  let server = start(dataDir)
  try {
    const key = await makePublishingKey((await server.ready()).httpPort)
    await open(server, publishing, key)
    for (let kill = 1; kill <= kills; kill++) {
      const victim = victims[Math.floor(random() * victims.length)] ?? 'server'
      result.kills[victim] += 1
      report?.(`kill ${kill} of ${kills}: ${victim}`)
      await publishing.underLoad()
      server = await strike(server, victim, random)
      await open(server, publishing, key)
    }
    await publishing.drain()
    await server.stop()
    const ledger = await publishing.ledger()
    await verifyStored(dataDir, ledger)
    result.acknowledged = ledger.length
    return result
  } finally {
    publishing.end()
    if (server.end === undefined) await server.kill()
    await endLeftoverPostgres(dataDir)
    await folder.remove()
  }
}

function start(dataDir: string): ServerProcess {
  return new ServerProcess(dataDir, { SAMPLE_PASSWORD, SAMPLE_DEVICE_PASSWORD, LOG_LEVEL: 'error' })
}

/** Waits for the server and sends the publisher to it. */
async function open(server: ServerProcess, publishing: Publishing, key: string): Promise<void> {
  const { httpPort: port, mqttPort } = await server.ready()
  publishing.goTo({ mqttPort, http: { port, key } })
}

/** Kills at a random moment under load. @returns the server that runs, or starts, afterwards */
async function strike(server: ServerProcess, victim: Victim, random: () => number): Promise<ServerProcess> {
  await sleep(random() * LOAD_MS)
  const postgres = await postgresPidOf(server.dataDir)
  if (postgres !== undefined && (victim === 'both' || victim === 'postgres')) killIfThere(postgres, 'SIGKILL')
  if (victim === 'postgres') return server
  if (victim === 'stopped server') await server.stop()
  else await server.kill()
  if (victim !== 'starting server') return start(server.dataDir)
  const starting = start(server.dataDir)
  await sleep(random() * START_MS)
  await starting.kill()
  return start(server.dataDir)
}

async function verifyStored(dataDir: string, ledger: LedgerEntry[]): Promise<void> {
  const database = await openDatabaseOf(dataDir)
  try {
    await verifyAgainstLedger(database.url, ledger)
  } finally {
    await database.stop()
  }
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type App, startApp } from './app.ts'
import type { Config } from './platform/config.ts'
import { claimDataDir } from './platform/data-dir.ts'
import { checkOwner } from './platform/data-dir-owner.ts'
import { closeDataFolder, prepareDataFolder } from './platform/data-folder.ts'
import { DatabaseFaults } from './platform/database-faults.ts'
import { withOpeningPassword } from './platform/database-password.ts'
import { DiskSpace } from './platform/disk-space.ts'
import { EmbeddedPostgres } from './platform/embedded-postgres.ts'
import { createLog, createLogOutput } from './platform/log.ts'
import { checkOutsideDatabase } from './platform/outside-database.ts'
import {
  keysOfSecrets,
  loadSamplePasswords,
  loadSecrets,
  readSecrets,
  type SamplePasswords,
  type Secrets,
} from './platform/secrets.ts'
import { migrateDatabase, prepareOwnDatabase } from './platform/service-role.ts'
import { startFaultOf } from './platform/start-fault.ts'

const NEW_SECRETS =
  'secrets.json was missing in DATA_DIR and was made anew, and the database has data already: second factors, secrets of ' +
  'providers and links that were encrypted with the old one cannot be read. If there is a backup of it, stop, put it back and start again.'

const SUPERUSER =
  'The user of DATABASE_URL is a superuser of its server. Packhouse needs no more than a user that owns its database: see An outside database in docs/operations.md.'

export interface RunningServer extends App {
  /** Undefined if there is no sample company. */
  samplePasswords: SamplePasswords | undefined
}

/**
 * Starts the product with everything it needs: the data folder, the embedded PostgreSQL unless there is another, the app.
 * @param onLost hears that the data folder is somebody else's by now; the process has to end at once
 * @throws ConfigError where an operator has to do something first
 */
export async function startServer(config: Config, onLost: (error: Error) => void): Promise<RunningServer> {
  try {
    return await start(config, onLost)
  } catch (error) {
    throw startFaultOf(error, config.dataDir, config.databaseUrl !== undefined) ?? error
  }
}

async function start(config: Config, onLost: (error: Error) => void): Promise<RunningServer> {
  const logOutput = createLogOutput(config.logLevel)
  const log = createLog(config.logLevel, logOutput)
  const disk = new DiskSpace(config.diskMinFreeBytes, log)
  const { hasOutsideData, isSuperuser } = await checkPlaces(config, disk)
  const faults = new DatabaseFaults(disk, log)
  let postgres: EmbeddedPostgres | undefined
  const claim = await claimDataDir(config.dataDir, {
    log,
    onLost: () => {
      postgres?.endAtOnce()
      onLost(new Error(`The claim of DATA_DIR ${config.dataDir} was taken away: another Packhouse may write to it.`))
    },
  })
  const stopBase = async () => {
    claim.leave()
    await postgres?.stop()
    disk.stop()
    await claim.release()
  }
  try {
    await closeDataFolder(config.dataDir, config.databaseUrl === undefined, log)
    const secrets = await loadSecrets(config.dataDir)
    if (hasOutsideData && secrets.isNew) log.warn(NEW_SECRETS)
    const configured = { people: config.samplePassword, device: config.sampleDevicePassword }
    const samplePasswords = config.sample ? await loadSamplePasswords(config.dataDir, configured) : undefined
    let databaseUrl = config.databaseUrl
    if (databaseUrl === undefined) {
      postgres = new EmbeddedPostgres(config.dataDir, secrets.database, log, {}, faults)
      databaseUrl = await prepareOwnDatabase(await startEmbedded(postgres, secrets))
    } else {
      if (isSuperuser) log.warn(SUPERUSER)
      await migrateDatabase(databaseUrl)
    }
    disk.start()
    const version = await readVersion()
    const given = { config, log, logOutput, databaseUrl, faults, version }
    const app = await startApp({ ...given, keys: keysOfSecrets(secrets), samplePasswords })
    const stop = async () => {
      claim.leave()
      await app.stop()
      await stopBase()
    }
    return { ...app, samplePasswords, stop }
  } catch (error) {
    await stopBase()
    throw error
  }
}

/** A rotation of the secrets that was killed may have set the next password, or not yet. */
async function startEmbedded(postgres: EmbeddedPostgres, secrets: Secrets): Promise<string> {
  const url = await postgres.start()
  if (secrets.nextDatabase === undefined) return url
  return await withOpeningPassword(url, [secrets.database, secrets.nextDatabase])
}

/** Checks where data are to lie before anything is made or claimed. */
async function checkPlaces(
  config: Config,
  disk: DiskSpace,
): Promise<{ hasOutsideData: boolean; isSuperuser: boolean }> {
  const { databaseUrl, databasePool, dataDir } = config
  const outside = databaseUrl === undefined ? undefined : await checkOutsideDatabase(databaseUrl, databasePool)
  await checkOwner(dataDir)
  await prepareDataFolder(dataDir, outside === undefined)
  await readSecrets(dataDir)
  disk.watch(dataDir, 'data folder')
  if (outside === undefined) await disk.assertRoom()
  return { hasOutsideData: outside?.hasData ?? false, isSuperuser: outside?.isSuperuser ?? false }
}

async function readVersion(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

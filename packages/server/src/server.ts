import { type App, startApp } from './app.ts'
import { ProbeServer } from './http/probe-server.ts'
import { awaitSchema, untilThere } from './platform/await-schema.ts'
import type { Config } from './platform/config.ts'
import { claimDataDir } from './platform/data-dir.ts'
import { checkOwner } from './platform/data-dir-owner.ts'
import { closeDataFolder, prepareDataFolder } from './platform/data-folder.ts'
import { DatabaseFaults } from './platform/database-faults.ts'
import { withOpeningPassword } from './platform/database-password.ts'
import { DiskSpace } from './platform/disk-space.ts'
import { EmbeddedPostgres } from './platform/embedded-postgres.ts'
import { OWN_CONNECTIONS } from './platform/environment.ts'
import { assertKeysFit, noteKeys } from './platform/key-check.ts'
import { createLog, createLogOutput, type Log } from './platform/log.ts'
import { Readiness } from './platform/nodes/readiness.ts'
import { assertSameDatabase, checkOutsideDatabase } from './platform/outside-database.ts'
import { openFixesOf, serverVersionOf, warnOfOpenFixes } from './platform/postgres-fixes.ts'
import { hasAllRoles } from './platform/roles.ts'
import {
  keysOfSecrets,
  loadSamplePasswords,
  loadSecrets,
  readSecrets,
  type SamplePasswords,
  type Secrets,
  secretsPath,
} from './platform/secrets.ts'
import { migrateDatabase, prepareOwnDatabase } from './platform/service-role.ts'
import { SpareMemory } from './platform/spare-memory.ts'
import { startFaultOf } from './platform/start-fault.ts'
import { readVersion } from './platform/version.ts'

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
 * @param aborted ends the waiting of a node for its database
 * @throws ConfigError where an operator has to do something first
 */
export async function startServer(
  config: Config,
  onLost: (error: Error) => void,
  aborted = new AbortController().signal,
): Promise<RunningServer> {
  try {
    return await start(config, onLost, aborted)
  } catch (error) {
    throw startFaultOf(error, config.dataDir, config.databaseUrl !== undefined) ?? error
  }
}

async function start(config: Config, onLost: (error: Error) => void, aborted: AbortSignal): Promise<RunningServer> {
  const logOutput = createLogOutput(config.logLevel)
  const log = createLog(config.logLevel, logOutput)
  const disk = new DiskSpace(config.diskMinFreeBytes, log)
  const { hasOutsideData, isSuperuser } = hasAllRoles(config.roles)
    ? await checkPlaces(config, disk)
    : await becomeReady(config, log, aborted, () => checkPlaces(config, disk))
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
    const secrets = await loadSecrets(config.dataDir, config.secretsFile)
    if (hasOutsideData && secrets.isNew) log.warn(NEW_SECRETS)
    const configured = { people: config.samplePassword, device: config.sampleDevicePassword }
    const samplePasswords = config.sample ? await loadSamplePasswords(config.dataDir, configured) : undefined
    let databaseUrl = directUrlOf(config)
    if (databaseUrl === undefined) {
      postgres = new EmbeddedPostgres(config.dataDir, secrets.database, log, {}, faults)
      databaseUrl = await prepareOwnDatabase(await startEmbedded(postgres, secrets))
    } else {
      if (isSuperuser) log.warn(SUPERUSER)
      if (config.roles.has('worker')) await migrateDatabase(databaseUrl)
    }
    await noteKeys(databaseUrl, keysOfSecrets(secrets), secretsPath(config.dataDir, config.secretsFile))
    const openFixes = openFixesOf(await serverVersionOf(databaseUrl))
    disk.start()
    const version = await readVersion()
    const pooledUrl = config.databaseDirectUrl === undefined ? undefined : config.databaseUrl
    const given = { config, log, logOutput, databaseUrl, pooledUrl, faults, version }
    const app = await startApp({ ...given, keys: keysOfSecrets(secrets), samplePasswords })
    if (openFixes !== undefined) warnOfOpenFixes(openFixes, postgres !== undefined, log)
    const memory = new SpareMemory()
    memory.start()
    const stop = async () => {
      memory.stop()
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

/**
 * Waits for what one process of several needs: the database, and its schema unless it brings that itself. In the meantime it lives and is
 * not ready.
 */
async function becomeReady<T>(config: Config, log: Log, aborted: AbortSignal, check: () => Promise<T>): Promise<T> {
  const { http, trustedProxies, roles } = config
  const probes = new ProbeServer({ http, trustedProxies, readiness: new Readiness() })
  await probes.listen(config.host, config.port)
  try {
    const found = await untilThere(check, log, aborted)
    if (!roles.has('worker')) await awaitSchema(directUrlOf(config) ?? '', log, aborted)
    return found
  } finally {
    await probes.close()
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
  const { dataDir, secretsFile } = config
  const databaseUrl = directUrlOf(config)
  const outside = databaseUrl === undefined ? undefined : await checkOutside(config, databaseUrl)
  await checkOwner(dataDir)
  await prepareDataFolder(dataDir, outside === undefined)
  const secrets = await readSecrets(dataDir, secretsFile)
  if (databaseUrl !== undefined && outside?.hasData) {
    const keys = secrets && keysOfSecrets(secrets)
    await assertKeysFit(databaseUrl, keys, secretsPath(dataDir, secretsFile))
  }
  disk.watch(dataDir, 'data folder')
  if (outside === undefined) await disk.assertRoom()
  return { hasOutsideData: outside?.hasData ?? false, isSuperuser: outside?.isSuperuser ?? false }
}

/** @param directUrl past a pooler, which has limits of its own */
async function checkOutside(config: Config, directUrl: string): Promise<{ hasData: boolean; isSuperuser: boolean }> {
  const { databaseUrl, databaseDirectUrl, databasePool } = config
  if (databaseUrl === undefined || databaseDirectUrl === undefined) {
    return await checkOutsideDatabase(directUrl, databasePool)
  }
  const found = await checkOutsideDatabase(directUrl, OWN_CONNECTIONS, 'DATABASE_DIRECT_URL')
  await assertSameDatabase(databaseUrl, directUrl)
  return found
}

/** Past a pooler: for whatever belongs to a connection. */
function directUrlOf({ databaseUrl, databaseDirectUrl }: Config): string | undefined {
  return databaseDirectUrl ?? databaseUrl
}

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type App, startApp } from './app.ts'
import type { Config } from './platform/config.ts'
import { claimDataDir } from './platform/data-dir.ts'
import { EmbeddedPostgres } from './platform/embedded-postgres.ts'
import { createLog } from './platform/log.ts'
import { loadSamplePasswords, loadSecrets, type SamplePasswords } from './platform/secrets.ts'

export interface RunningServer extends App {
  /** Undefined where there is no sample company. */
  samplePasswords: SamplePasswords | undefined
}

/**
 * Starts the product with everything it needs: the data folder, the embedded PostgreSQL unless there is another, the app.
 * @param onLost hears that the data folder is somebody else's by now; the process has to end at once
 */
export async function startServer(config: Config, onLost: (error: Error) => void): Promise<RunningServer> {
  const log = createLog(config.logLevel)
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
    await claim.release()
  }
  try {
    const secrets = await loadSecrets(config.dataDir)
    const configured = { people: config.samplePassword, device: config.sampleDevicePassword }
    const samplePasswords = config.sample ? await loadSamplePasswords(config.dataDir, configured) : undefined
    if (config.databaseUrl === undefined) postgres = new EmbeddedPostgres(config.dataDir, secrets.database, log)
    const databaseUrl = config.databaseUrl ?? (await postgres?.start()) ?? ''
    const version = await readVersion()
    const app = await startApp({
      config,
      log,
      databaseUrl,
      tokenKey: secrets.tokens,
      samplePasswords,
      version,
    })
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

async function readVersion(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../package.json'), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

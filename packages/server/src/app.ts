import { join } from 'node:path'
import { type CallName, calls } from '@packhouse/contract'
import { areas } from './areas.ts'
import type { EveryCallHandled, StartFacts } from './engine/area.ts'
import { assemble } from './engine/assemble.ts'
import { useOwnSchemaWords } from './engine/schema-words.ts'
import { createHttpServer } from './http-server.ts'
import type { Config } from './platform/config.ts'
import { Database } from './platform/database.ts'
import type { DatabaseFaults } from './platform/database-faults.ts'
import { DatabaseSignals } from './platform/database-signals.ts'
import { FileCheck } from './platform/file-check/file-check.ts'
import { FileFolder } from './platform/file-folder.ts'
import type { InstallationKeys } from './platform/installation-keys.ts'
import { Jobs } from './platform/jobs/jobs.ts'
import { setInstallationLanguage } from './platform/language.ts'
import type { Log } from './platform/log.ts'
import { LogFiles } from './platform/logs/log-files.ts'
import type { LogOutput } from './platform/logs/log-output.ts'
import { Metrics } from './platform/metrics.ts'
import { nameThePort } from './platform/ports.ts'
import { Refusals } from './platform/refusals.ts'
import type { SamplePasswords } from './platform/secrets.ts'
import { InstallationSettings } from './platform/settings/installation-settings.ts'
import { WorkbookReader } from './platform/workbooks/workbook-reader.ts'

/**
 * Connections that wait to be accepted; the system may allow fewer (`net.core.somaxconn`). Beyond them a client is not heard and tries
 * again after 1, 3 and 7 s: with Node's 511 a burst of a few thousand delayed the health call for seconds.
 */
const BACKLOG = 4_096

export interface AppOptions {
  config: Config
  log: Log
  /** Where the lines of `log` go. */
  logOutput: LogOutput
  /** Of a database that has the newest schema. */
  databaseUrl: string
  /** What is known of the database's disk and data. */
  faults: DatabaseFaults
  /** Key from which successors of refresh tokens and the keys of what is encrypted are derived. */
  keys: InstallationKeys
  /** Undefined if there is no sample company. */
  samplePasswords: SamplePasswords | undefined
  version: string
  webRoot?: string
  checkAnswers?: boolean
}

export interface App extends StartFacts {
  /** Ports it really listens on; they differ from the configured ones where those are 0. */
  httpPort: number
  stop: () => Promise<void>
}

type Undo = (() => Promise<void> | void)[]

// A call that no area handles does not compile here.
true satisfies EveryCallHandled<CallName, typeof areas>

/** Starts the product on a PostgreSQL with the newest schema. It knows the areas by their list alone. */
export async function startApp(options: AppOptions): Promise<App> {
  const undo: Undo = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    return { ...(await start(options, undo)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** @param undo takes the steps that stop what was started, in the order of starting */
async function start(options: AppOptions, undo: Undo): Promise<Omit<App, 'stop'>> {
  const { config, log, databaseUrl, faults, samplePasswords, keys } = options
  useOwnSchemaWords()
  const logFiles = new LogFiles(options.logOutput, config)
  undo.push(() => logFiles.stop())
  await logFiles.start()
  if (config.logFiles.areExported) {
    // Loaded only where it is wanted: it is large.
    const { startLogExport } = await import('./platform/logs/log-export.ts')
    undo.push(startLogExport(options.logOutput, options.version))
  }
  const database = new Database(databaseUrl, log, { connections: config.databasePool, faults })
  undo.push(() => database.stop())
  const signals = new DatabaseSignals(databaseUrl, log)
  const settings = new InstallationSettings({ database, config, keys, log, signals })
  undo.push(() => settings.stop())
  await settings.start()
  settings.follow(() => setInstallationLanguage(settings.read('region.language')))
  settings.follow(() => logFiles.retain(settings.read('keeping.logDays')))
  const files = new FileFolder(config.dataDir)
  await files.prepare()
  const refusals = new Refusals()
  const metrics = new Metrics(options.version)
  const fileCheck = new FileCheck({ clamd: config.clamd, log, refusals })
  undo.push(() => fileCheck.stop())
  const workbooks = new WorkbookReader(config.tables, refusals)
  undo.push(() => workbooks.stop())
  const jobs = new Jobs({ db: database.system, log, isRunning: config.jobs })
  const assembly = assemble(areas, {
    config,
    log,
    logOutput: options.logOutput,
    logFiles,
    database,
    databaseUrl,
    signals,
    settings,
    faults,
    keys,
    files,
    fileCheck,
    workbooks,
    jobs,
    refusals,
    metrics,
    samplePasswords,
  })
  await assembly.seed()
  for (const service of assembly.services) {
    undo.push(() => service.stop())
    await service.start?.()
  }
  undo.push(() => signals.stop())
  await signals.start()
  undo.push(() => jobs.stop())
  await jobs.start(assembly.jobs)
  const facts = await assembly.facts()

  const http = await createHttpServer({
    ...assembly,
    config,
    settings,
    log,
    refusals,
    metrics,
    webRoot: options.webRoot ?? join(import.meta.dirname, '../../web/dist'),
    version: options.version,
    checkAnswers: options.checkAnswers ?? false,
  })
  undo.push(() => http.close())
  await http.listen({ host: config.host, port: config.port, backlog: BACKLOG }).catch(nameThePort('PORT', config.port))
  const address = http.server.address()
  const httpPort = typeof address === 'object' && address !== null ? address.port : config.port
  log.info({ httpPort, ...facts, calls: Object.keys(calls).length }, 'Started')
  return { httpPort, ...facts }
}

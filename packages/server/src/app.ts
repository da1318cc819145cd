import { join } from 'node:path'
import { type CallName, calls } from '@packhouse/contract'
import { areas } from './areas.ts'
import type { EveryCallHandled, StartFacts } from './engine/area.ts'
import { assemble } from './engine/assemble.ts'
import { useOwnSchemaWords } from './engine/schema-words.ts'
import { ProbeServer, type ProbeServerParts } from './http/probe-server.ts'
import { createHttpServer, type HttpParts } from './http-server.ts'
import { backfills } from './platform/backfills/backfill.ts'
import { BackfillRunner } from './platform/backfills/backfill-runner.ts'
import { clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { Database } from './platform/database.ts'
import type { DatabaseFaults } from './platform/database-faults.ts'
import { DatabaseSignals } from './platform/database-signals.ts'
import { FileCheck } from './platform/file-check/file-check.ts'
import { openFileFolder } from './platform/file-folder.ts'
import type { InstallationKeys } from './platform/installation-keys.ts'
import { Jobs } from './platform/jobs/jobs.ts'
import { setInstallationLanguage } from './platform/language.ts'
import { listen } from './platform/listen.ts'
import type { Log } from './platform/log.ts'
import { LogFiles } from './platform/logs/log-files.ts'
import type { LogOutput } from './platform/logs/log-output.ts'
import { Metrics } from './platform/metrics.ts'
import { NodeRegistry } from './platform/nodes/node-registry.ts'
import { Readiness } from './platform/nodes/readiness.ts'
import { PausedCopy } from './platform/paused-copy.ts'
import { nameThePort } from './platform/ports.ts'
import { prepareSchema } from './platform/prepared-schema.ts'
import { Refusals } from './platform/refusals.ts'
import { hasAllRoles } from './platform/roles.ts'
import { newestOwnMigration } from './platform/schema-state.ts'
import type { SamplePasswords } from './platform/secrets.ts'
import { InstallationSettings } from './platform/settings/installation-settings.ts'
import { SharedRates } from './platform/shared-rates.ts'
import { WorkbookReader } from './platform/workbooks/workbook-reader.ts'

/** How long requests may take to end when a process ends beside others. */
const DRAIN_PATIENCE_MS = 8_000

export interface AppOptions {
  config: Config
  log: Log
  /** Where the lines of `log` go. */
  logOutput: LogOutput
  /** Of a database that has the newest schema. */
  databaseUrl: string
  /** The address of a pooler before it, for everything that may share connections; undefined without one. */
  pooledUrl?: string | undefined
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

/** What answers on `PORT`. */
interface Front {
  port: number
  /** Takes nothing new and lets requests end. */
  drain: () => Promise<void>
}

/** Opens the API and the web. */
async function openApi(
  { config, log, webRoot, version, checkAnswers = false }: AppOptions,
  parts: Omit<HttpParts, 'config' | 'log' | 'webRoot' | 'version' | 'checkAnswers'>,
  undo: Undo,
): Promise<Front> {
  const { app, drain } = await createHttpServer({
    ...parts,
    config,
    log,
    webRoot: webRoot ?? join(import.meta.dirname, '../../web/dist'),
    version,
    checkAnswers,
  })
  undo.push(() => app.close())
  const port = await listen(app.server, config, (options) => app.listen(options)).catch(
    nameThePort('PORT', config.port),
  )
  // Without another process that answers, nothing is won by waiting.
  return { port, drain: () => drain(hasAllRoles(config.roles) ? 0 : DRAIN_PATIENCE_MS) }
}

/** Opens what processes without the API answer. */
async function openProbes(
  { config }: AppOptions,
  parts: Pick<ProbeServerParts, 'readiness' | 'metrics' | 'upgrades'>,
  undo: Undo,
): Promise<Front> {
  const server = new ProbeServer({ ...parts, http: config.http, trustedProxies: config.trustedProxies })
  undo.push(() => server.close())
  return { port: await server.listen(config.host, config.port), drain: async () => undefined }
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
  const database = new Database(options.pooledUrl ?? databaseUrl, log, {
    connections: config.databasePool,
    waitMs: config.databaseWaitMs,
    faults,
    directUrl: options.pooledUrl === undefined ? undefined : databaseUrl,
    replica: config.replica,
  })
  undo.push(() => database.stop())
  const signals = new DatabaseSignals(databaseUrl, log)
  const settings = new InstallationSettings({ database, config, keys, log, signals })
  undo.push(() => settings.stop())
  await settings.start()
  settings.follow(() => setInstallationLanguage(settings.read('region.language')))
  settings.follow(() => logFiles.retain(settings.read('keeping.logDays')))
  const files = openFileFolder(config, log)
  await files.prepare()
  const refusals = new Refusals()
  const rates = new SharedRates(hasAllRoles(config.roles) ? undefined : { db: database.system, signals })
  undo.push(() => rates.stop())
  const metrics = new Metrics(options.version)
  const fileCheck = new FileCheck({ clamd: config.clamd, log, refusals })
  undo.push(() => fileCheck.stop())
  const workbooks = new WorkbookReader(config.tables, refusals)
  undo.push(() => workbooks.stop())
  const isWorker = config.roles.has('worker')
  const copy = new PausedCopy(database.system, log)
  undo.push(() => copy.stop())
  await copy.start()
  const jobs = new Jobs({
    db: database.system,
    log,
    isRunning: config.jobs && isWorker,
    isPaused: () => copy.isPaused,
  })
  const readiness = new Readiness()
  const node = new NodeRegistry(
    database.system,
    {
      id: config.nodeId,
      name: config.health.nodeName,
      roles: config.roles,
      version: options.version,
      migration: await newestOwnMigration(),
    },
    log,
  )
  undo.push(() => node.stop())
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
    copy,
    refusals,
    rates,
    metrics,
    node,
    readiness,
    samplePasswords,
  })
  if (isWorker) await prepareSchema(databaseUrl, () => assembly.seed())
  for (const service of assembly.services) {
    undo.push(() => service.stop())
    await service.start?.()
  }
  undo.push(() => signals.stop())
  await signals.start()
  rates.start()
  undo.push(() => jobs.stop())
  await jobs.start(assembly.jobs)
  if (isWorker) {
    const runner = new BackfillRunner({ database, owner: node.instance, log, declared: backfills })
    undo.push(() => runner.stop())
    await runner.start()
  }
  const facts = await assembly.facts()

  readiness.start(() => assembly.hindrances())
  const front = config.roles.has('api')
    ? await openApi(options, { ...assembly, settings, refusals, rates, metrics }, undo)
    : await openProbes(options, { readiness, metrics, upgrades: assembly.upgrades }, undo)
  await node.start(`${config.host}:${front.port}`)
  undo.push(async () => {
    readiness.drain()
    await node.drain()
    await clock.sleep(config.drainMs)
    await front.drain()
  })
  const httpPort = front.port
  log.info({ httpPort, ...facts, calls: Object.keys(calls).length }, 'Started')
  return { httpPort, ...facts }
}

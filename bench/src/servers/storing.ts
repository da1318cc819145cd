import {
  type App,
  createLog,
  createLogOutput,
  DatabaseFaults,
  DiskSpace,
  keysOf,
  readConfig,
  startApp,
} from '@packhouse/server'
import { serve } from '../process/serve.ts'
import { ownUsage } from '../process/usage.ts'

/** The product itself, as it is started on a PostgreSQL that is there. */

export interface StoringOptions {
  databaseUrl: string
  samplePasswords: { people: string; device: string }
  /** As `ROLE` has it; all where it is not given. */
  role?: string | undefined
}

/** The driver is a thousand clients behind one address, and what is measured is not how they are refused. */
const UNLIMITED = {
  HTTP_CONNECTIONS: '100000',
  HTTP_CONNECTIONS_PER_ADDRESS: '100000',
  HTTP_NEW_CONNECTIONS_PER_ADDRESS: '1000000',
  RATE_PER_USER: '10000000',
  RATE_PER_ADDRESS: '10000000',
  RATE_ANONYMOUS: '10000000',
  REQUESTS_AT_ONCE_PER_USER: '10000',
  REQUESTS_AT_ONCE_ANONYMOUS: '10000',
  STREAMS_PER_USER: '10000',
  STREAMS_PER_ADDRESS: '10000',
  PRESSURE_EVENT_LOOP_MS: '0',
}

let app: App | undefined

const handlers = {
  async start({ databaseUrl, samplePasswords, role = 'all' }: StoringOptions) {
    const own = { PORT: '0', MQTT_PORT: '0', SIMULATOR: 'off', ROLE: role, DATABASE_URL: databaseUrl }
    const config = readConfig({ ...own, ...UNLIMITED })
    const logOutput = createLogOutput('warn')
    const log = createLog('warn', logOutput)
    const faults = new DatabaseFaults(new DiskSpace(config.diskMinFreeBytes, log), log)
    app = await startApp({
      config,
      log,
      logOutput,
      databaseUrl,
      faults,
      keys: keysOf('bench'),
      samplePasswords,
      version: 'bench',
    })
    return { httpPort: app.httpPort, mqttPort: app.mqttPort }
  },
  usage: (_: undefined) => ownUsage(),
  /** Memory in bytes after a collection; needs `--expose-gc`. The rings of machines lie outside the heap. */
  memory(_: undefined): { heap: number; rss: number } {
    if (globalThis.gc === undefined) throw new Error('Start it with --expose-gc.')
    globalThis.gc()
    const { heapUsed, external, rss } = process.memoryUsage()
    return { heap: heapUsed + external, rss }
  },
}

export type StoringHandlers = typeof handlers

process.on('SIGTERM', () => {
  void (app?.stop() ?? Promise.resolve()).then(() => process.exit(0))
})

serve(handlers)

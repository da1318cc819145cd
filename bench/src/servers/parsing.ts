import {
  Broker,
  ClockWatch,
  CommandRoutes,
  createLog,
  Database,
  type Ingest,
  LiveStore,
  MachineNames,
  MessageIntake,
  Refusals,
  readConfig,
  SessionPulse,
  SparkplugDevices,
  TagMaps,
} from '@packhouse/server'
import { serve } from '../process/serve.ts'
import { ownUsage } from '../process/usage.ts'

/**
 * The limit that storing is measured against: the server's own broker, checks and decoding, with an ingest that
 * acknowledges at once and stores nothing.
 */

const everybody = {
  userName: 'bench',
  scope: 'company' as const,
  customerId: null,
  machines: new Set<string>(),
  apiKeyId: undefined,
  source: 'mqtt' as const,
}

const handlers = {
  /** @returns the port of the broker */
  async start({ machineIDs }: { machineIDs: readonly string[] }): Promise<number> {
    const live = new LiveStore()
    for (const [index, machineID] of machineIDs.entries()) live.register(entryOf(machineID, index + 1))
    const log = createLog('warn')
    // Every machine is known, so the database is never asked.
    const database = new Database('postgres://127.0.0.1:1/nowhere', log)
    const tagMaps = new TagMaps(database, live, log)
    const intake = new MessageIntake(database, live, { offer: acknowledge }, tagMaps, {
      clock: new ClockWatch(readConfig({}).clock, log),
      recent: { note: () => undefined },
      whenFull: 'withhold',
    })
    const commands = new CommandRoutes()
    const broker = new Broker({
      keys: {
        check: async () => everybody,
        checkCertificate: async () => everybody,
        recheck: async (devices) => [...devices],
      },
      intake,
      tagMaps,
      commands,
      sparkplug: new SparkplugDevices({
        intake,
        tagMaps,
        live,
        names: new MachineNames(),
        pulse: new SessionPulse(),
        commands,
      }),
      hostId: 'packhouse',
      limits: readConfig({}).mqttLimits,
      tls: undefined,
      origin: 'http://127.0.0.1',
      refusals: new Refusals(),
      log,
      reportRefusal: () => undefined,
    })
    const { port } = await broker.start('127.0.0.1', 0)
    return port
  },
  usage: (_: undefined) => ownUsage(),
}

function acknowledge(item: Parameters<Ingest['offer']>[0]): boolean {
  if (!('record' in item)) throw new Error('A record of the workload was refused.')
  item.done()
  return true
}

function entryOf(machineID: string, key: number) {
  return {
    id: machineID,
    key,
    machineID,
    customerId: null,
    customer: null,
    description: null,
    location: null,
    configurationId: null,
    tagMapId: null,
    staleAfterSeconds: 60,
    designSpeed: null,
    timeZone: 'UTC',
    keepRecordsDays: 400,
    lastService: null,
    nextDue: null,
    sharedUntil: null,
    periodsOfOthers: null,
    awaitsDelivery: false,
    retired: false,
  }
}

export type ParsingHandlers = typeof handlers

serve(handlers)

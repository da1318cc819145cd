import { createHash } from 'node:crypto'
import {
  Broker,
  BrokerChannel,
  type BrokerParts,
  CertificateSource,
  CommandRoutes,
  type DeviceApiKeys,
  type DeviceCertificates,
  type DeviceGuesses,
  DeviceKeys,
  DeviceNetworks,
  type DevicePasswords,
  MachineNames,
  MessageIntake,
  type OpcuaSupervisor,
  type ReportRefusal,
  SessionPulse,
  type SharedBroker,
  SharedBrokerLink,
  type ShownCertificate,
  SparkplugDevices,
  type SubscriberSupervisor,
  superviseOpcua,
  superviseSubscribers,
  TagMaps,
} from '../connect/index.ts'
import { RetentionJob, StoredReadingNames } from '../history/index.ts'
import {
  type Aside,
  ClockWatch,
  createAside,
  HeldRecords,
  Ingest,
  IngestSession,
  RecentSenders,
  StoredMachines,
} from '../ingest/index.ts'
import {
  DatabaseChannel,
  type LiveFeed,
  LiveStore,
  NodesFeed,
  OwnFeed,
  readMachineKeys,
  readMachines,
} from '../live/index.ts'
import { clock, type Timer } from '../platform/clock.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/database.ts'
import type { DatabaseFaults } from '../platform/database-faults.ts'
import { BEHIND_SIGNALS_MS, type DatabaseSignals } from '../platform/database-signals.ts'
import type { InstallationKeys } from '../platform/installation-keys.ts'
import { IssueLog } from '../platform/issue-log.ts'
import type { Log } from '../platform/log.ts'
import type { MqttLimits } from '../platform/mqtt-limits.ts'
import type { Refusals } from '../platform/refusals.ts'
import { hasAllRoles } from '../platform/roles.ts'
import type { InstallationSettings } from '../platform/settings/installation-settings.ts'
import { SharedRun } from '../platform/shared-run.ts'
import { ReadingSettings } from './reading-settings.ts'

const FRESHNESS_CHECK_MS = 1_000

export interface TelemetryOptions {
  database: Database
  databaseUrl: string
  /** What is known of the database's disk and data. */
  faults: DatabaseFaults
  log: Log
  host: string
  mqttPort: number
  /** The name under which the product is a host of Sparkplug B. */
  sparkplugHostId: string
  mqttLimits: MqttLimits
  apiKeys: DeviceApiKeys
  deviceCertificates: DeviceCertificates
  /** The limits of guesses at the keys of devices. */
  guesses: DeviceGuesses
  passwords: DevicePasswords
  /** Hears of everything that a device is refused. */
  reportRefusal: ReportRefusal
  /** Where reached limits are counted. */
  refusals: Refusals
  /** Where what belongs to the installation is stored, such as its certificates for OPC UA and MQTT. */
  dataDir: string
  keys: InstallationKeys
  /** Whether this is a restored copy that must not connect to anything yet. */
  copy?: { isPaused: boolean }
  config: Pick<Config, 'clock' | 'keeping' | 'mqttTls' | 'publicUrl' | 'roles' | 'nodeId' | 'brokerUrl'>
  settings: Pick<InstallationSettings, 'read'>
  /** Tells of changes that other processes make. */
  signals: Pick<DatabaseSignals, 'on'>
}

/** Everything that receives records of machines and caches their newest values. */
export class Telemetry {
  readonly live = new LiveStore()
  /** Brings what is committed to the live store, and to those of other nodes. */
  readonly feed: LiveFeed
  readonly ingest: Ingest
  /** Whether our clock can be trusted. */
  readonly clock: ClockWatch
  /** What did not become records. */
  readonly aside: Aside
  /** Whose messages were refused of late. */
  readonly recentSenders: RecentSenders
  readonly broker: Broker
  readonly intake: MessageIntake
  readonly tagMaps: TagMaps
  /** How readings are shown. */
  readonly readingSettings: ReadingSettings
  /** The ways by which values are written to machines. */
  readonly commands = new CommandRoutes()
  readonly subscribers: SubscriberSupervisor
  readonly opcua: OpcuaSupervisor
  /** The numbers that stand for the names of readings in sealed blocks. */
  readonly names: StoredReadingNames
  /** Keeps history small, as a job of the area. */
  readonly retention: RetentionJob
  readonly #stored: StoredMachines
  /** Undefined where this process is the only one. */
  readonly #nodes: NodesFeed | undefined
  /** Undefined where machines publish to the built-in broker. */
  readonly #sharedBroker: SharedBrokerLink | undefined
  readonly #networks: DeviceNetworks
  readonly #held: HeldRecords
  readonly #options: TelemetryOptions
  readonly #issues: IssueLog
  readonly #registration = new SharedRun(() => this.#registerMachines())
  #machinesMark: string | undefined
  #timers: Timer[] = []
  #mqttPort = 0
  #mqttsPort: number | undefined

  constructor(options: TelemetryOptions) {
    this.#options = options
    const { database, databaseUrl, faults, log } = options
    const { settings } = options
    const { keeping } = options.config
    const letterDays = () => settings.read('keeping.letterDays')
    this.#issues = new IssueLog(log, 'The machines can be read again')
    this.clock = new ClockWatch(options.config.clock, log)
    this.#stored = new StoredMachines(database.pool)
    this.#nodes = hasAllRoles(options.config.roles) ? undefined : this.#makeNodesFeed(options)
    this.feed = this.#nodes ?? new OwnFeed(this.live)
    this.aside = createAside(keeping, options.refusals, this.live, this.isShared)
    this.recentSenders = new RecentSenders(() => settings.read('limits.refusedMachines'), log)
    this.names = new StoredReadingNames(() => database.pool)
    const session = new IngestSession(databaseUrl, undefined, this.isShared ? 'shared' : 'alone')
    const { names } = this
    this.ingest = new Ingest({ session, live: this.live, feed: this.feed, log, aside: this.aside, faults, names })
    const { aside, ingest, live, recentSenders: recent } = this
    this.#held = new HeldRecords({
      database,
      log,
      letterDays,
      clock: this.clock,
      aside,
      ingest,
      live,
      recent,
      hasOthers: this.isShared,
      stores: this.#stores,
    })
    this.retention = new RetentionJob(databaseUrl, database.pool, log, {
      isClockTrusted: () => this.clock.doubt === undefined,
      faults,
    })
    this.tagMaps = new TagMaps(database, this.live, log)
    this.readingSettings = new ReadingSettings(database, log)
    this.intake = new MessageIntake(database, live, ingest, this.tagMaps, {
      ...{ clock: this.clock, recent, whenFull: keeping.whenFull },
      arrivalOrder: this.isShared ? orderOf(options.config.nodeId) : 0,
    })
    const { commands, intake, tagMaps } = this
    const outside = sharedBrokerOf(options)
    this.#sharedBroker = outside && new SharedBrokerLink({ broker: outside, intake, tagMaps, commands, log })
    const sparkplug = { intake, tagMaps, live, names: new MachineNames(), pulse: new SessionPulse(), commands }
    const hostId = options.sparkplugHostId
    this.subscribers = superviseSubscribers({ ...options, ...sparkplug, hostId })
    this.opcua = superviseOpcua({ ...options, ...sparkplug })
    this.#networks = new DeviceNetworks(database, log)
    const refresh = () => void this.refreshMachines()
    options.signals.on('machine', { heard: refresh, missed: refresh })
    const refreshMaps = () => void this.tagMaps.refresh()
    options.signals.on('tag_map', { heard: refreshMaps, missed: refreshMaps })
    this.broker = new Broker({
      keys: new DeviceKeys({ ...options, networks: this.#networks }),
      intake,
      tagMaps,
      commands,
      sparkplug: new SparkplugDevices(sparkplug),
      hostId,
      limits: options.mqttLimits,
      tls: tlsOf(options),
      origin: new URL(options.config.publicUrl).origin,
      refusals: options.refusals,
      log,
      reportRefusal: options.reportRefusal,
    })
  }

  /** Whether other processes store telemetry too. */
  get isShared(): boolean {
    return this.#nodes !== undefined
  }

  /** Whether machines send to this process by themselves. */
  get takesIn(): boolean {
    return this.#options.config.roles.has('ingest')
  }

  /** Whether records come to this process at all: those of machines, or what others send to the API. */
  get #stores(): boolean {
    return this.takesIn || this.#options.config.roles.has('api')
  }

  /** What keeps machines from sending, in words. */
  doorIssue(): string | undefined {
    if (!this.takesIn) return undefined
    if (this.#sharedBroker !== undefined) return this.#sharedBroker.issue
    return this.broker.listening ? undefined : 'The MQTT broker is not listening.'
  }

  /** The port of the broker; 0 before the start. */
  get mqttPort(): number {
    return this.#mqttPort
  }

  /** MQTT over TLS, with what its certificate is known by now; undefined without it, and before the start. */
  get mqtts(): (ShownCertificate & { port: number }) | undefined {
    const { certificate } = this.broker
    return certificate && this.#mqttsPort !== undefined ? { port: this.#mqttsPort, ...certificate } : undefined
  }

  /** Rebuilds the live store, then opens the ingest and last what machines send over. @returns the broker's port */
  async start(): Promise<number> {
    if (this.#stores) await this.ingest.start()
    await this.#rebuild()
    await this.tagMaps.refresh()
    await this.readingSettings.refresh()
    this.#timers = [
      clock.every(FRESHNESS_CHECK_MS, () => this.live.checkFreshness(clock.now())),
      clock.every(BEHIND_SIGNALS_MS, () => void this.refreshMachines()),
      clock.every(BEHIND_SIGNALS_MS, () => void this.tagMaps.refresh()),
      clock.every(BEHIND_SIGNALS_MS, () => void this.readingSettings.refresh()),
    ]
    this.#held.start()
    await this.#networks.start()
    if (this.takesIn) await this.#openDoors()
    return this.#mqttPort
  }

  async #openDoors(): Promise<void> {
    if (this.#sharedBroker === undefined) {
      const { port, tlsPort } = await this.broker.start(this.#options.host, this.#options.mqttPort)
      this.#mqttPort = port
      this.#mqttsPort = tlsPort
    } else this.#sharedBroker.start()
    await this.subscribers.start()
    await this.opcua.start()
  }

  /** Ends in the order in which data flow, so that what was taken in is still stored. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) timer.stop()
    await this.opcua.stop()
    await this.subscribers.stop()
    await this.broker.stop()
    await this.#sharedBroker?.drain()
    await this.#held.stop()
    await this.ingest.stop()
    await this.#sharedBroker?.stop()
    await this.#nodes?.stop()
  }

  /** Takes over what was changed of the machines' registration until now. */
  async refreshMachines(): Promise<void> {
    try {
      await this.#registration.run()
      this.#issues.end()
    } catch (error) {
      this.#issues.meet('The machines could not be read', { error: (error as Error).message })
    }
  }

  async #registerMachines(): Promise<void> {
    const { pool } = this.#options.database
    const { machines, mark, count } = await readMachines(pool, this.#machinesMark)
    for (const entry of machines) this.live.register(entry)
    this.#machinesMark = mark
    const known = this.live.machines()
    if (known.length <= count) return
    const keys = await readMachineKeys(pool)
    for (const machine of known) if (!keys.has(machine.entry.key)) this.live.remove(machine)
  }

  async #rebuild(): Promise<void> {
    await this.#registerMachines()
    if (this.#nodes === undefined) await this.#stored.restore(this.live)
    else await this.#nodes.start()
  }

  #makeNodesFeed(options: TelemetryOptions): NodesFeed {
    const { database, keys, log } = options
    const broker = sharedBrokerOf(options)
    return new NodesFeed({
      live: this.live,
      stored: this.#stored,
      channel: broker === undefined ? new DatabaseChannel(database.pool, log) : new BrokerChannel(broker, keys, log),
      refreshMachines: () => this.refreshMachines(),
      log,
    })
  }
}

function sharedBrokerOf({ config: { brokerUrl: url, nodeId } }: TelemetryOptions): SharedBroker | undefined {
  return url === undefined ? undefined : { url, nodeId }
}

/** Where a node is among the microseconds of a millisecond, so that what reports no time has another one at each node. */
function orderOf(nodeId: string): number {
  return createHash('sha256').update(nodeId).digest().readUInt16BE() % 1000
}

function tlsOf({ config, dataDir, log }: TelemetryOptions): BrokerParts['tls'] {
  const { mqttTls: settings, publicUrl } = config
  if (settings === undefined) return undefined
  const publicHost = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')
  return { source: new CertificateSource({ settings, dataDir, publicHost, log }), port: settings.port }
}

import { HOME_HISTORY_HOURS } from '@packhouse/contract'
import {
  Broker,
  type BrokerParts,
  CertificateSource,
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
  type ShownCertificate,
  SparkplugDevices,
  type SubscriberSupervisor,
  superviseOpcua,
  superviseSubscribers,
  TagMaps,
} from '../connect/index.ts'
import { copyMinutes, RetentionJob, StoredReadingNames } from '../history/index.ts'
import {
  type Aside,
  ClockWatch,
  createAside,
  HeldRecords,
  Ingest,
  IngestSession,
  RecentSenders,
  readLatest,
} from '../ingest/index.ts'
import { LiveStore, type RingMinute, readMachineKeys, readMachines } from '../live/index.ts'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/database.ts'
import type { DatabaseFaults } from '../platform/database-faults.ts'
import type { DatabaseSignals } from '../platform/database-signals.ts'
import type { InstallationKeys } from '../platform/installation-keys.ts'
import { IssueLog } from '../platform/issue-log.ts'
import type { Log } from '../platform/log.ts'
import type { MqttLimits } from '../platform/mqtt-limits.ts'
import type { Refusals } from '../platform/refusals.ts'
import type { InstallationSettings } from '../platform/settings/installation-settings.ts'
import { SharedRun } from '../platform/shared-run.ts'
import { HOUR_MS } from '../telemetry/index.ts'

const FRESHNESS_CHECK_MS = 1_000
/** How soon a change of a machine's registration is seen that nobody tells of, such as of the name of its location. */
const REGISTRATION_CHECK_MS = 2_000

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
  config: Pick<Config, 'clock' | 'keeping' | 'mqttTls' | 'publicUrl'>
  settings: Pick<InstallationSettings, 'read'>
  /** Tells of changes that other processes make. */
  signals: Pick<DatabaseSignals, 'on'>
}

/** Everything that receives records of machines and caches their newest values. */
export class Telemetry {
  readonly live = new LiveStore()
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
  readonly subscribers: SubscriberSupervisor
  readonly opcua: OpcuaSupervisor
  /** The numbers that stand for the names of readings in sealed blocks. */
  readonly names: StoredReadingNames
  /** Keeps history small, as a job of the area. */
  readonly retention: RetentionJob
  readonly #networks: DeviceNetworks
  readonly #held: HeldRecords
  readonly #options: TelemetryOptions
  readonly #issues: IssueLog
  readonly #registration = new SharedRun(() => this.#registerMachines())
  #machinesMark: string | undefined
  #timers: NodeJS.Timeout[] = []
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
    this.aside = createAside(keeping, options.refusals, this.live)
    this.recentSenders = new RecentSenders(() => settings.read('limits.refusedMachines'), log)
    this.names = new StoredReadingNames(() => database.pool)
    const session = new IngestSession(databaseUrl)
    const { names } = this
    this.ingest = new Ingest({ session, live: this.live, log, aside: this.aside, faults, names })
    const { aside, clock, ingest, live, recentSenders: recent } = this
    this.#held = new HeldRecords({ database, log, letterDays, clock, aside, ingest, live, recent })
    this.retention = new RetentionJob(databaseUrl, database.pool, log, {
      isClockTrusted: () => this.clock.doubt === undefined,
      faults,
    })
    this.tagMaps = new TagMaps(database, this.live, log)
    this.intake = new MessageIntake(database, live, ingest, this.tagMaps, { clock, recent, whenFull: keeping.whenFull })
    const sparkplug = { intake: this.intake, tagMaps: this.tagMaps, live: this.live, names: new MachineNames() }
    const hostId = options.sparkplugHostId
    this.subscribers = superviseSubscribers({ ...options, ...sparkplug, hostId })
    this.opcua = superviseOpcua({ ...options, ...sparkplug })
    this.#networks = new DeviceNetworks(database, log)
    const refresh = () => void this.refreshMachines()
    options.signals.on('machine', { heard: refresh, missed: refresh })
    this.broker = new Broker({
      keys: new DeviceKeys({ ...options, networks: this.#networks }),
      intake: this.intake,
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

  /** The port of the broker; 0 before the start. */
  get mqttPort(): number {
    return this.#mqttPort
  }

  /** MQTT over TLS, with what its certificate is known by now; undefined without it, and before the start. */
  get mqtts(): (ShownCertificate & { port: number }) | undefined {
    const { certificate } = this.broker
    return certificate && this.#mqttsPort !== undefined ? { port: this.#mqttsPort, ...certificate } : undefined
  }

  /** Rebuilds the live store, then opens the ingest and last the broker. @returns the broker's port */
  async start(): Promise<number> {
    await this.ingest.start()
    await this.#rebuild()
    await this.tagMaps.refresh()
    this.#timers = [
      setInterval(() => this.live.checkFreshness(Date.now()), FRESHNESS_CHECK_MS),
      setInterval(() => void this.refreshMachines(), REGISTRATION_CHECK_MS),
      setInterval(() => void this.tagMaps.refresh(), REGISTRATION_CHECK_MS),
    ]
    this.#held.start()
    await this.#networks.start()
    const { port, tlsPort } = await this.broker.start(this.#options.host, this.#options.mqttPort)
    this.#mqttPort = port
    this.#mqttsPort = tlsPort
    await this.subscribers.start()
    await this.opcua.start()
    return this.#mqttPort
  }

  /** Ends in the order in which data flow, so that what was taken in is still stored. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer)
    await this.opcua.stop()
    await this.subscribers.stop()
    await this.broker.stop()
    await this.#held.stop()
    await this.ingest.stop()
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
    const { pool } = this.#options.database
    const now = Date.now()
    await this.#registerMachines()
    const client = await pool.connect()
    try {
      const take = (key: number, minute: RingMinute) => this.live.byKey(key)?.ring.set(minute)
      await copyMinutes(client, now - HOME_HISTORY_HOURS * HOUR_MS, take)
    } finally {
      client.release()
    }
    this.live.restore(await readLatest(pool), now)
  }
}

function tlsOf({ config, dataDir, log }: TelemetryOptions): BrokerParts['tls'] {
  const { mqttTls: settings, publicUrl } = config
  if (settings === undefined) return undefined
  const publicHost = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')
  return { source: new CertificateSource({ settings, dataDir, publicHost, log }), port: settings.port }
}

import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { CallName, Resource } from '@packhouse/contract'
import type { FastifyInstance } from 'fastify'
import type { RawBuilder } from 'kysely'
import type { Config } from '../platform/config.ts'
import type { Database } from '../platform/database.ts'
import type { DatabaseFaults } from '../platform/database-faults.ts'
import type { DatabaseSignals } from '../platform/database-signals.ts'
import type { FileCheck } from '../platform/file-check/file-check.ts'
import type { FileFolder } from '../platform/file-folder.ts'
import type { InstallationKeys } from '../platform/installation-keys.ts'
import type { JobKind, PeriodicJob } from '../platform/jobs/job-kind.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log.ts'
import type { LogFiles } from '../platform/logs/log-files.ts'
import type { LogOutput } from '../platform/logs/log-output.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { NodeRegistry } from '../platform/nodes/node-registry.ts'
import type { Hindrances, Readiness } from '../platform/nodes/readiness.ts'
import type { PausedCopy } from '../platform/paused-copy.ts'
import type { Refusals } from '../platform/refusals.ts'
import type { Role } from '../platform/roles.ts'
import type { SamplePasswords } from '../platform/secrets.ts'
import type { InstallationSettings } from '../platform/settings/installation-settings.ts'
import type { SharedRates } from '../platform/shared-rates.ts'
import type { WorkbookReader } from '../platform/workbooks/workbook-reader.ts'
import type { AnsweredRequest } from './request-outcome.ts'
import type {
  AfterChanges,
  ChangeCheck,
  ExtraColumns,
  FilterCheck,
  FilterCondition,
  Guard,
  VersionFacts,
} from './resource/behaviour.ts'
import type { Computed } from './resource/columns.ts'
import type { ResourceStore } from './resource/resource-store.ts'
import type { Authenticate } from './routes.ts'

/** What every area is built on. */
export interface Platform {
  config: Config
  log: Log
  logOutput: LogOutput
  logFiles: LogFiles
  database: Database
  databaseUrl: string
  /** Hears what any process does to rare things. */
  signals: DatabaseSignals
  /** What staff have set, as it is now. */
  settings: InstallationSettings
  /** What is known of the database's disk and data. */
  faults: DatabaseFaults
  /** The keys of the installation, from which the keys of what is encrypted are derived. */
  keys: InstallationKeys
  files: FileFolder
  /** Checks what people send as files. */
  fileCheck: FileCheck
  /** Reads uploaded workbooks. */
  workbooks: WorkbookReader
  /** Queues work in the transaction of what it reports of. */
  jobs: Jobs
  /** Whether this is a restored copy that must not speak to the outside yet. */
  copy: PausedCopy
  /** Where reached limits are counted. */
  refusals: Refusals
  /** Limits of requests that count over all nodes. */
  rates: SharedRates
  /** Where areas register what they measure. */
  metrics: Metrics
  /** This process among those of the installation. */
  node: NodeRegistry
  /** Whether this process can do its work. */
  readiness: Readiness
  /** Undefined if there is no sample company. */
  samplePasswords: SamplePasswords | undefined
  /** Reads and changes the rows of a declared resource, with the fields that its area computes. */
  storeOf: (resource: Resource) => ResourceStore
}

/** Something that runs as long as the product does. What is stored must be stored when `stop` resolves. */
export interface Service {
  /** Processes with one of these roles run it; without any all do. */
  runsOn?: readonly Role[]
  /** Absent where it starts with its first use. */
  start?: () => Promise<void> | void
  stop: () => Promise<void> | void
}

/** What an operator sees when the product has started. */
export interface StartFacts {
  /** The port of the MQTT broker. */
  mqttPort: number
  /** MQTT over TLS: its port, and what its certificate is known by. Undefined without TLS. */
  mqtts: { port: number; fingerprint: string } | undefined
  /** The link of the first administrator, while there is no administrator yet. */
  administratorLink: string | undefined
}

/**
 * Takes a connection over. It is in none of the limits of HTTP any more.
 * @param address of the client, also behind a proxy that is trusted
 */
export type Upgrade = (request: IncomingMessage, socket: Socket, head: Buffer, address: string) => void

/** What an area brings into the running product. */
export interface AreaParts<Handlers extends object, Provides> {
  /** What other areas may use of it. */
  provides: Provides
  /** By the name of the call. One named after a call of a resource takes the place of the engine's. */
  handlers: Handlers
  /** Started in this order after every area was created, and stopped in the reverse order. */
  services?: readonly Service[]
  /** What it queues, and what is due again and again. Workers run them when all services have started, and end them before these. */
  jobs?: readonly (JobKind | PeriodicJob)[]
  /** Calls that this installation does not have: they are documented, and their paths are unknown. */
  absent?: readonly CallName[]
  /** Finds out who sends a request. One area has it. */
  authenticate?: Authenticate
  /** Runs when a change of rows is committed and before it is answered, by the name of the resource: whoever has changed one finds it so from then on. */
  committed?: Readonly<Record<string, () => Promise<void>>>
  /** Hears of every request when it is answered, and returns at once. */
  answered?: (request: AnsweredRequest) => void
  /** Registers addresses that are no calls of the API, such as those that browsers are led through. */
  routes?: (app: FastifyInstance) => Promise<void>
  /** Takes over connections of the web that ask for another protocol, by their path. */
  upgrades?: Readonly<Record<string, Upgrade>>
  /** What keeps this process from its work, by its part. Asked again and again, and answers soon. */
  hindrances?: () => Promise<Hindrances> | Hindrances
  /** Asked once, after the services have started. */
  facts?: () => Promise<Partial<StartFacts>> | Partial<StartFacts>
}

type HandledBy<One> = One extends Area<infer Handlers> ? keyof Handlers : never

/** The names of the calls that these areas handle, those of resources that they handle in the place of the engine too. */
export type HandledCalls<Areas extends readonly unknown[]> = HandledBy<Areas[number]>

/** `true` where each of the calls has a handler in one of the areas, or else the names of those that have none. */
export type EveryCallHandled<Calls extends string, Areas extends readonly unknown[]> =
  Exclude<Calls, HandledCalls<Areas>> extends infer Missing ? ([Missing] extends [never] ? true : Missing) : never

/** Gives what another area provides. It is created first where it was not yet. */
export type Use = <Provides>(area: Area<object, Provides>) => Provides

export interface Area<Handlers extends object = object, Provides = unknown> {
  name: string
  /** Expressions of fields that are computed when a row is read, by the resource name. */
  computed: Record<string, Computed>
  /** Brings the rows that the area cannot do without. Runs at every start of a worker, in the order of the areas, before any service. */
  seed: (platform: Platform, use: Use) => Promise<void>
  /** What is asked before a transition, by the resource name and of the guard. */
  guards: Record<string, Record<string, Guard>>
  /** What filters of lists mean that are no fields, by the name of the resource and of the filter. */
  filters: Record<string, Record<string, FilterCondition>>
  /** What is asked of their values before a list is read, by the same names. */
  filterChecks: Record<string, Record<string, FilterCheck>>
  /** The condition of the rows that lists have at all, by the name of the resource. */
  listed: Record<string, RawBuilder<unknown>>
  /** The condition under which the confidential fields of a row are disclosed, by the name of the resource. */
  disclosed: Record<string, RawBuilder<unknown>>
  /** What is worked out before changed rows are answered, by the name of the resource. */
  afterChanges: Record<string, AfterChanges>
  /** What is noted of versions beside what they hold, by the name of the resource. */
  versionFacts: Record<string, VersionFacts>
  /** What is asked before a transaction ends that may have changed rows, by the name of the resource. */
  changeChecks: (platform: Omit<Platform, 'storeOf'>) => Record<string, ChangeCheck>
  /** Columns of files that are no fields, by the resource name. */
  extraColumns: Record<string, ExtraColumns>
  create: (platform: Platform, use: Use) => AreaParts<Handlers, Provides>
}

/**
 * Declares an area of the product. `areas.ts` lists them, and `app.ts` puts them together without knowing any.
 *
 * @example
 * export const settings = defineArea({
 *   name: 'settings',
 *   create: ({ database }) => ({ provides: undefined, handlers: exampleHandlers(database) }),
 * })
 */
export function defineArea<Handlers extends object, Provides>(
  area: Pick<Area<Handlers, Provides>, 'name' | 'create'> & Partial<Area<Handlers, Provides>>,
): Area<Handlers, Provides> {
  const nothing = {
    computed: {},
    guards: {},
    filters: {},
    listed: {},
    disclosed: {},
    afterChanges: {},
    versionFacts: {},
    filterChecks: {},
    extraColumns: {},
    changeChecks: () => ({}),
  }
  return { ...nothing, seed: async () => undefined, ...area }
}

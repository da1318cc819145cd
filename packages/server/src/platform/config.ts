import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import type { AnalyticsMode, LoginOption } from '@packhouse/contract'
import { type AuthLogSettings, authLogSettingsOf } from './auth-log-settings.ts'
import { type BackupSettings, backupSettingsOf } from './backup-settings.ts'
import { type DocumentLimits, documentLimitsOf } from './document-limits.ts'
import { type Environment, environmentSchema, secretNames } from './environment.ts'
import type { ClamdAddress } from './file-check/virus-scanner.ts'
import { type FleetSettings, fleetSettingsOf } from './fleet-settings.ts'
import { type HealthSettings, healthSettingsOf } from './health-settings.ts'
import { type HttpLimits, httpLimitsOf } from './http-limits.ts'
import { type LibraryLimits, libraryLimitsOf } from './library-limits.ts'
import { type LogFileSettings, logFileSettingsOf } from './log-file-settings.ts'
import { type MqttLimits, mqttLimitsOf } from './mqtt-limits.ts'
import { type MqttTlsSettings, mqttTlsFault, mqttTlsSettingsOf } from './mqtt-tls-settings.ts'
import { objectStoreFault, type S3Settings, s3SettingsOf } from './object-store/object-store-settings.ts'
import { type PublicPageLimits, publicPageLimitsOf } from './public-page-limits.ts'
import { hasAllRoles, type Roles } from './roles.ts'
import { type SamlLimits, samlLimitsOf } from './saml-limits.ts'
import { readGiven } from './secret-files.ts'
import { type StorageLimits, storageLimitsOf } from './storage-limits.ts'
import { type TableLimits, tableLimitsOf } from './table-limits.ts'

/** A fault of the configuration, in words that name the variable and say what to set. */
export class ConfigError extends Error {}

/** Every variable the server reads. `docs/operations.md` explains each; a test holds the two together. */
export const environmentNames = Object.keys(environmentSchema.shape)

export interface Config {
  /** The variables that are given. */
  given: ReadonlySet<string>
  port: number
  host: string
  /** What this process does. */
  roles: Roles
  /** The name of this process among those of the installation. */
  nodeId: string
  /** How long a process that ends still takes requests, so that proxies find out, ms. */
  drainMs: number
  dataDir: string
  /** A file with what `secrets.json` of the data folder has, which several nodes share. It is only read. */
  secretsFile: string | undefined
  /** Where the contents of attached files are: a folder, or `s3://bucket/prefix`. */
  filesLocation: string
  /** The S3-compatible service of buckets, if any is used. */
  s3: S3Settings
  /** An outside PostgreSQL; undefined means the embedded one. */
  databaseUrl: string | undefined
  /** Where DATABASE_URL leads through a pooler: the way past it, for what belongs to a connection. */
  databaseDirectUrl: string | undefined
  /** A replica that history is read from, with how far it may be behind, seconds. */
  replica: { url: string; lagSeconds: number } | undefined
  /** Most connections to the database at once, of everything in this process together. */
  databasePool: number
  /** How long a request waits for one of them. */
  databaseWaitMs: number
  /** The virus scanner that every uploaded file is sent to. */
  clamd: ClamdAddress | undefined
  /** A disk with less room counts as full, in bytes. */
  diskMinFreeBytes: number
  mqttPort: number
  /** An MQTT 5 broker of others, to which machines publish instead of the built-in one. */
  brokerUrl: string | undefined
  mqttLimits: MqttLimits
  /** MQTT over TLS; undefined without it. */
  mqttTls: MqttTlsSettings | undefined
  /** Passwords that are hashed at once, and those of each priority that wait for it. */
  passwordHashes: { atOnce: number; waiting: number }
  /** The name under which the product is a host of Sparkplug B. */
  sparkplugHostId: string
  /** The address people reach the product at, without a trailing slash. */
  publicUrl: string
  /** Whether the sample company is made, with its accounts. */
  sample: boolean
  /** Who is invited to administer an installation without the sample company. */
  administratorEmail: string | undefined
  /** Addresses and ranges whose word is taken for the address of a client. */
  trustedProxies: string[]
  hstsSubdomains: boolean
  /** What clients may take of the HTTP side. */
  http: HttpLimits
  samplePassword: string | undefined
  sampleDevicePassword: string | undefined
  simulator: boolean
  /** The least that is written to standard error. */
  logLevel: string
  logFiles: LogFileSettings
  /** Of texts for nobody in particular, and of readers whose language is not known or not there. BCP 47. */
  language: string
  productTitle: string
  docsUrl: string
  cmmsUrl: string | null
  /** The mail server and the sender of mails; undefined means that mails are only stored. */
  mail: { smtpUrl: string; from: string } | undefined
  /** The sender that the environment names, with or without a server. */
  mailFrom: string | null
  /** Whether people may make accounts of their own. */
  registration: boolean
  /** Whether this process runs jobs: mails, webhooks and what is due again and again. They are queued in any case. */
  jobs: boolean
  /** Whether addresses that staff enter may lead into loopback and private networks, and be http. */
  allowPrivateAddresses: boolean
  /** Hosts of the push services that browsers may name; `*.` stands for every host below. */
  pushServices: string[]
  /** What the documents of SAML providers may cost. */
  saml: SamlLimits
  /** What reading and preparing large tables may cost. */
  tables: TableLimits
  login: {
    title: string
    icon: string | null
    banner: string | null
    backgroundImage: string | null
    options: LoginOption[]
    texts: Record<LoginOption, string>
  }
  /** How long the search of one resource, and of all together, may take, ms. */
  search: { statementMs: number; totalMs: number }
  clock: {
    /** By how much clocks may differ before somebody is reported, ms. */
    differenceMs: number
    /** So many machines must agree that our clock is wrong; 0 asks none. */
    machines: number
  }
  keeping: StorageLimits
  /** What the configurator and images may take. */
  library: LibraryLimits
  /** What the rendering of documents may take. */
  documents: DocumentLimits
  /** So many refused machines within ten minutes need the attention of staff. */
  refusedMachines: number
  fleet: FleetSettings
  authLog: AuthLogSettings
  health: HealthSettings
  /** What strangers may take of the public pages of machines. */
  publicPages: PublicPageLimits
  /** The maker on the nameplates of machines whose model has no supplier. */
  makerName: string
  /** What is stored and shown of how people use the product. */
  analytics: AnalyticsMode
  backup: BackupSettings
}

/**
 * Reads the configuration from the environment, and secrets from the files that it names.
 * @throws ConfigError naming every faulty variable.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const { given, faults: faultsOfFiles } = readGiven(environment, environmentNames, secretNames)
  if (faultsOfFiles.length > 0) throw new ConfigError(faultsOfFiles.join('\n'))
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0])
      const value = secretNames.includes(name) ? '' : ` (it is ${JSON.stringify(given[name])})`
      return `${name} ${issue.message}${value}`
    })
    throw new ConfigError([...new Set(faults)].join('\n'))
  }
  const env = parsed.data
  for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const) {
    if (env[name] === undefined || env.DATABASE_URL !== undefined) continue
    throw new ConfigError(`${name} needs DATABASE_URL: set the address of the database for everything else too.`)
  }
  if (env.SAMPLE === 'off' && env.ADMINISTRATOR_EMAIL === undefined) {
    throw new ConfigError('ADMINISTRATOR_EMAIL must be set where SAMPLE is off: somebody has to let the others in.')
  }
  const fault = mqttTlsFault(env) ?? objectStoreFault(env)
  if (fault !== undefined) throw new ConfigError(fault)
  if (env.DATABASE_URL === undefined && !hasAllRoles(env.ROLE)) {
    throw new ConfigError(
      'ROLE must be all where DATABASE_URL is not set: other processes cannot use the PostgreSQL that Packhouse brings.',
    )
  }
  const dataDir = resolve(env.DATA_DIR)
  const nodeId = env.NODE_ID ?? defaultNodeId()
  return {
    given: new Set(Object.keys(given).filter((name) => given[name] !== undefined)),
    port: env.PORT,
    host: env.HOST,
    roles: env.ROLE,
    nodeId,
    drainMs: env.DRAIN_SECONDS * 1_000,
    dataDir,
    secretsFile: env.SECRETS_FILE === undefined ? undefined : resolve(env.SECRETS_FILE),
    filesLocation: env.FILES_URL ?? join(dataDir, 'files'),
    s3: s3SettingsOf(env),
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    replica:
      env.DATABASE_READ_URL === undefined
        ? undefined
        : { url: env.DATABASE_READ_URL, lagSeconds: env.DATABASE_READ_LAG_SECONDS },
    databasePool: env.DATABASE_POOL,
    databaseWaitMs: env.DATABASE_WAIT_MS,
    clamd: env.CLAMD_URL,
    diskMinFreeBytes: env.DISK_MIN_FREE_MB * 1024 * 1024,
    mqttPort: env.MQTT_PORT,
    brokerUrl: env.BROKER_URL,
    mqttLimits: mqttLimitsOf(env),
    mqttTls: mqttTlsSettingsOf(env),
    passwordHashes: { atOnce: env.PASSWORD_HASHES, waiting: env.PASSWORD_HASHES_WAITING },
    sparkplugHostId: env.SPARKPLUG_HOST_ID,
    publicUrl: (env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`).replace(/\/+$/, ''),
    sample: env.SAMPLE === 'on',
    administratorEmail: env.ADMINISTRATOR_EMAIL,
    trustedProxies: env.TRUSTED_PROXIES,
    hstsSubdomains: env.HSTS_SUBDOMAINS === 'on',
    http: httpLimitsOf(env),
    samplePassword: env.SAMPLE_PASSWORD,
    sampleDevicePassword: env.SAMPLE_DEVICE_PASSWORD,
    simulator: env.SIMULATOR === 'on' && env.SAMPLE === 'on' && hasAllRoles(env.ROLE),
    logLevel: env.LOG_LEVEL,
    logFiles: logFileSettingsOf(env),
    language: env.DEFAULT_LANGUAGE,
    productTitle: env.PRODUCT_TITLE,
    docsUrl: env.DOCS_URL,
    cmmsUrl: env.CMMS_URL ?? null,
    mail: mailOf(env),
    mailFrom: env.MAIL_FROM ?? null,
    registration: env.REGISTRATION === 'on',
    jobs: env.JOBS === 'on',
    allowPrivateAddresses: (env.ALLOW_PRIVATE_ADDRESSES ?? env.SAMPLE) === 'on',
    pushServices: env.PUSH_SERVICES,
    saml: samlLimitsOf(env),
    tables: tableLimitsOf(env),
    login: loginOf(env),
    search: { statementMs: env.SEARCH_STATEMENT_MS, totalMs: env.SEARCH_TOTAL_MS },
    clock: { differenceMs: env.CLOCK_DIFFERENCE_SECONDS * 1_000, machines: env.CLOCK_MACHINES },
    keeping: storageLimitsOf(env),
    documents: documentLimitsOf(env),
    library: libraryLimitsOf(env),
    refusedMachines: env.REFUSED_MACHINES,
    fleet: fleetSettingsOf(env),
    authLog: authLogSettingsOf(env),
    health: healthSettingsOf(env, hasAllRoles(env.ROLE) ? env.NODE_ID : nodeId),
    publicPages: publicPageLimitsOf(env),
    makerName: env.MAKER_NAME ?? env.PRODUCT_TITLE,
    analytics: env.ANALYTICS,
    backup: backupSettingsOf(env, dataDir, env.ROLE),
  }
}

/** The host name and the process id: a container has the first of its own, a process on a shared host the second. */
function defaultNodeId(): string {
  const host = hostname().replaceAll(/[^A-Za-z0-9._-]/g, '-')
  return `${host.slice(0, 50)}-${process.pid}`
}

function loginOf(env: Environment): Config['login'] {
  return {
    title: env.LOGIN_TITLE,
    icon: env.LOGIN_ICON ?? null,
    banner: env.LOGIN_BANNER ?? null,
    backgroundImage: env.LOGIN_BACKGROUND ?? null,
    options: env.LOGIN_OPTIONS,
    texts: {
      basic: env.LOGIN_TEXT_BASIC,
      okta: env.LOGIN_TEXT_OKTA,
      cmms: env.LOGIN_TEXT_CMMS,
      'core-cmms': env.LOGIN_TEXT_CORE_CMMS,
    },
  }
}

function mailOf({ SMTP_URL, MAIL_FROM }: Environment): Config['mail'] {
  if (SMTP_URL === undefined) return undefined
  if (MAIL_FROM === undefined) throw new ConfigError('MAIL_FROM must be set where SMTP_URL is: mails need a sender.')
  return { smtpUrl: SMTP_URL, from: MAIL_FROM }
}

import { isAbsolute, resolve } from 'node:path'
import { type LoginOption, loginOptionSchema } from '@packhouse/contract'
import { z } from 'zod'
import { type HttpLimits, httpLimitsOf, httpLimitVariables } from './http-limits.ts'
import { type SamlLimits, samlLimitsOf, samlVariables } from './saml-limits.ts'

/**
 * Connections beside the two pools: the health call, the ingest, the keeper of history, and the locks of subscribers and of OPC UA
 * connections. A test counts them.
 */
export const OWN_CONNECTIONS = 5
/** Each pool has 3 at least: some work holds one and needs another. */
const LEAST_CONNECTIONS = OWN_CONNECTIONS + 6
export const DEFAULT_CONNECTIONS = OWN_CONNECTIONS + 20

/** A fault of the configuration, in words that name the variable and say what to set. */
export class ConfigError extends Error {}

const MEGABYTE = 1024 * 1024

const port = (fallback: number) =>
  z
    .string()
    .regex(/^\d{1,5}$/, 'must be a port number from 0 to 65535')
    .transform(Number)
    .refine((value) => value <= 65_535, 'must be a port number from 0 to 65535')
    .default(fallback)

const wholeNumber = (from: number, to: number, fallback: number) => {
  const message = `must be a whole number from ${from} to ${to}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= from && value <= to, message)
    .default(fallback)
}

const address = (protocols: string[]) =>
  z.string().refine((value) => protocols.includes(protocolOf(value)), {
    message: `must be an address that starts with ${protocols.map((name) => `${name}//`).join(' or ')}`,
  })

/** An address that the browser may load or follow: of this site, or https. */
const link = z.string().refine((value) => /^\/(?!\/)/.test(value) || /^https?:$/.test(protocolOf(value)), {
  message: 'must be a path that starts with / or an http(s) address',
})

const text = z.string().max(200, 'must not be longer than 200 characters')

/** An address of mail, by itself or with a name before it. */
const sender = z
  .string()
  .max(200, 'must not be longer than 200 characters')
  .regex(
    /^([^<>"\p{Cc}]+ <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u,
    'must be an address such as Packhouse <packhouse@example.com>',
  )

const loginOptionWords = `must be a list of ${loginOptionSchema.options.join(', ')}`

const loginOptionList = z
  .string()
  .default('basic')
  .transform((value) => value.split(',').map((entry) => entry.trim()))
  .pipe(z.array(z.enum(loginOptionSchema.options, loginOptionWords)))

const range = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

const addressList = z
  .string()
  .default('')
  .transform((value) => value.split(',').flatMap((entry) => entry.trim() || []))
  .refine((entries) => entries.every((entry) => range.safeParse(entry).success), {
    error: 'must be a list of addresses or ranges such as 10.0.0.0/8',
  })

/** Every variable the server reads. `docs/operations.md` explains each; a test holds the two together. */
const environmentSchema = z.object({
  PORT: port(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1, 'must name a folder').default('./data'),
  DATABASE_URL: address(['postgres:', 'postgresql:']).optional(),
  DATABASE_POOL: wholeNumber(LEAST_CONNECTIONS, 1_000, DEFAULT_CONNECTIONS),
  DISK_MIN_FREE_MB: wholeNumber(0, 1_000_000, 32),
  MQTT_PORT: port(1883),
  MQTT_CONNECT_TIMEOUT: wholeNumber(1, 300, 5),
  MQTT_REFUSAL_DELAY: wholeNumber(0, 30_000, 1_000),
  MQTT_MAX_CONNECTIONS: wholeNumber(1, 1_000_000, 20_000),
  MQTT_MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000, 5_000),
  MQTT_MAX_UNAUTHENTICATED: wholeNumber(1, 1_000_000, 4_000),
  MQTT_MAX_UNAUTHENTICATED_PER_ADDRESS: wholeNumber(1, 1_000_000, 2_000),
  MQTT_MAX_UNAUTHENTICATED_BYTES: wholeNumber(1_024, 1_048_576, 32_768),
  PASSWORD_HASHES: wholeNumber(1, 64, 2),
  PASSWORD_HASHES_WAITING: wholeNumber(1, 100_000, 200),
  SPARKPLUG_HOST_ID: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores')
    .default('packhouse'),
  PUBLIC_URL: address(['http:', 'https:']).optional(),
  SAMPLE: z.enum(['on', 'off'], 'must be on or off').default('on'),
  ADMINISTRATOR_EMAIL: z.email('must be an email address such as name@example.com').optional(),
  TRUSTED_PROXIES: addressList,
  ...httpLimitVariables,
  SAMPLE_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  SAMPLE_DEVICE_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  SIMULATOR: z.enum(['on', 'off'], 'must be on or off').default('on'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace'], 'must be a level such as info')
    .default('warn'),
  PRODUCT_TITLE: text.default('Packhouse'),
  DOCS_URL: link.default('/docs'),
  CMMS_URL: link.optional(),
  SMTP_URL: address(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: sender.optional(),
  REGISTRATION: z.enum(['on', 'off'], 'must be on or off').default('off'),
  JOBS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  ALLOW_PRIVATE_ADDRESSES: z.enum(['on', 'off'], 'must be on or off').optional(),
  LOGIN_TITLE: text.default('Login'),
  LOGIN_ICON: link.optional(),
  LOGIN_BANNER: text.optional(),
  LOGIN_BACKGROUND: link.optional(),
  LOGIN_OPTIONS: loginOptionList,
  LOGIN_TEXT_BASIC: text.default('Login'),
  LOGIN_TEXT_OKTA: text.default('Login with Okta'),
  LOGIN_TEXT_CMMS: text.default('Login with CMMS'),
  LOGIN_TEXT_CORE_CMMS: text.default('Login'),
  ...samlVariables,
  SEARCH_STATEMENT_MS: wholeNumber(10, 60_000, 200),
  SEARCH_TOTAL_MS: wholeNumber(10, 60_000, 2_000),
  CLOCK_DIFFERENCE_SECONDS: wholeNumber(5, 3_600, 60),
  CLOCK_MACHINES: wholeNumber(0, 100_000, 3),
  DEAD_LETTERS_PER_SENDER: wholeNumber(1, 1_000_000, 2_000),
  DEAD_LETTERS_PER_CUSTOMER: wholeNumber(1, 10_000_000, 20_000),
  DEAD_LETTERS: wholeNumber(1, 10_000_000, 100_000),
  DEAD_LETTER_DAYS: wholeNumber(1, 3_650, 30),
  DEAD_LETTERS_FULL: z.enum(['withhold', 'acknowledge'], 'must be withhold or acknowledge').default('withhold'),
  HELD_MEGABYTES_PER_MACHINE: wholeNumber(1, 100_000, 64),
  HELD_MEGABYTES: wholeNumber(1, 1_000_000, 2_048),
  REFUSED_MACHINES: wholeNumber(1, 100_000, 3),
})

export const environmentNames = Object.keys(environmentSchema.shape)

/** Variables whose values are not shown, not even where they are wrong. */
const secrets = ['SAMPLE_PASSWORD', 'SAMPLE_DEVICE_PASSWORD', 'DATABASE_URL', 'SMTP_URL']

/** What the broker bears of clients. Unauthenticated is who has not signed in (yet). */
export interface MqttLimits {
  /** Time from opening the connection to a whole CONNECT, milliseconds. */
  connectTimeoutMs: number
  /** A refusal is answered so long after its CONNECT, milliseconds. */
  refusalDelayMs: number
  connections: number
  connectionsOfAddress: number
  unauthenticated: number
  unauthenticatedOfAddress: number
  /** Bytes that the broker takes from a connection before it has signed in. */
  unauthenticatedBytes: number
}

export interface Config {
  port: number
  host: string
  dataDir: string
  /** An outside PostgreSQL; undefined means the embedded one. */
  databaseUrl: string | undefined
  /** Most connections to the database at once, of everything in this process together. */
  databasePool: number
  /** A disk with less room counts as full, in bytes. */
  diskMinFreeBytes: number
  mqttPort: number
  mqttLimits: MqttLimits
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
  /** What clients may take of the HTTP side. */
  http: HttpLimits
  samplePassword: string | undefined
  sampleDevicePassword: string | undefined
  simulator: boolean
  logLevel: string
  productTitle: string
  docsUrl: string
  cmmsUrl: string | null
  /** The mail server and the sender of mails; undefined means that mails are only kept. */
  mail: { smtpUrl: string; from: string } | undefined
  /** Whether people may make accounts of their own. */
  registration: boolean
  /** Whether this process runs jobs: mails, webhooks and what is due again and again. They are queued in any case. */
  jobs: boolean
  /** Whether addresses that staff enter may lead into loopback and private networks, and be http. */
  allowPrivateAddresses: boolean
  /** What the documents of SAML providers may cost. */
  saml: SamlLimits
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
    /** By how much clocks may differ before somebody is told, ms. */
    differenceMs: number
    /** So many machines must agree that our clock is wrong; 0 asks none. */
    machines: number
  }
  keeping: KeepLimits
  /** So many refused machines within ten minutes need the attention of staff. */
  refusedMachines: number
}

/** How much is kept of messages that did not become records. */
export interface KeepLimits {
  /** Dead letters of one device and machine, of one customer, and of all. */
  lettersPerSender: number
  lettersPerCustomer: number
  letters: number
  /** For so long a dead letter is kept after it was last seen. */
  letterDays: number
  /** Whether what cannot be kept any more is acknowledged all the same. */
  whenFull: 'withhold' | 'acknowledge'
  /** Records that wait until our clock is right, of one machine and of all. */
  heldBytesPerMachine: number
  heldBytes: number
}

/**
 * Reads the configuration from the environment. An empty variable counts as absent, as people expect of `NAME= command`.
 * @throws ConfigError naming every faulty variable.
 */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(environmentNames.map((name) => [name, environment[name] || undefined]))
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0])
      const value = secrets.includes(name) ? '' : ` (it is ${JSON.stringify(given[name])})`
      return `${name} ${issue.message}${value}`
    })
    throw new ConfigError([...new Set(faults)].join('\n'))
  }
  const env = parsed.data
  if (env.SAMPLE === 'off' && env.ADMINISTRATOR_EMAIL === undefined) {
    throw new ConfigError('ADMINISTRATOR_EMAIL must be set where SAMPLE is off: somebody has to let the others in.')
  }
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: isAbsolute(env.DATA_DIR) ? env.DATA_DIR : resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databasePool: env.DATABASE_POOL,
    diskMinFreeBytes: env.DISK_MIN_FREE_MB * 1024 * 1024,
    mqttPort: env.MQTT_PORT,
    mqttLimits: mqttLimitsOf(env),
    passwordHashes: { atOnce: env.PASSWORD_HASHES, waiting: env.PASSWORD_HASHES_WAITING },
    sparkplugHostId: env.SPARKPLUG_HOST_ID,
    publicUrl: (env.PUBLIC_URL ?? `http://${env.HOST}:${env.PORT}`).replace(/\/+$/, ''),
    sample: env.SAMPLE === 'on',
    administratorEmail: env.ADMINISTRATOR_EMAIL,
    trustedProxies: env.TRUSTED_PROXIES,
    http: httpLimitsOf(env),
    samplePassword: env.SAMPLE_PASSWORD,
    sampleDevicePassword: env.SAMPLE_DEVICE_PASSWORD,
    simulator: env.SIMULATOR === 'on' && env.SAMPLE === 'on',
    logLevel: env.LOG_LEVEL,
    productTitle: env.PRODUCT_TITLE,
    docsUrl: env.DOCS_URL,
    cmmsUrl: env.CMMS_URL ?? null,
    mail: mailOf(env),
    registration: env.REGISTRATION === 'on',
    jobs: env.JOBS === 'on',
    allowPrivateAddresses: (env.ALLOW_PRIVATE_ADDRESSES ?? env.SAMPLE) === 'on',
    saml: samlLimitsOf(env),
    login: {
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
    },
    search: { statementMs: env.SEARCH_STATEMENT_MS, totalMs: env.SEARCH_TOTAL_MS },
    clock: { differenceMs: env.CLOCK_DIFFERENCE_SECONDS * 1_000, machines: env.CLOCK_MACHINES },
    keeping: {
      lettersPerSender: env.DEAD_LETTERS_PER_SENDER,
      lettersPerCustomer: env.DEAD_LETTERS_PER_CUSTOMER,
      letters: env.DEAD_LETTERS,
      letterDays: env.DEAD_LETTER_DAYS,
      whenFull: env.DEAD_LETTERS_FULL,
      heldBytesPerMachine: env.HELD_MEGABYTES_PER_MACHINE * MEGABYTE,
      heldBytes: env.HELD_MEGABYTES * MEGABYTE,
    },
    refusedMachines: env.REFUSED_MACHINES,
  }
}

function mqttLimitsOf(env: z.infer<typeof environmentSchema>): MqttLimits {
  return {
    connectTimeoutMs: env.MQTT_CONNECT_TIMEOUT * 1_000,
    refusalDelayMs: env.MQTT_REFUSAL_DELAY,
    connections: env.MQTT_MAX_CONNECTIONS,
    connectionsOfAddress: env.MQTT_MAX_CONNECTIONS_PER_ADDRESS,
    unauthenticated: env.MQTT_MAX_UNAUTHENTICATED,
    unauthenticatedOfAddress: env.MQTT_MAX_UNAUTHENTICATED_PER_ADDRESS,
    unauthenticatedBytes: env.MQTT_MAX_UNAUTHENTICATED_BYTES,
  }
}

function mailOf({
  SMTP_URL,
  MAIL_FROM,
}: {
  SMTP_URL?: string | undefined
  MAIL_FROM?: string | undefined
}): Config['mail'] {
  if (SMTP_URL === undefined) return undefined
  if (MAIL_FROM === undefined) throw new ConfigError('MAIL_FROM must be set where SMTP_URL is: mails need a sender.')
  return { smtpUrl: SMTP_URL, from: MAIL_FROM }
}

function protocolOf(value: string): string {
  return URL.canParse(value) ? new URL(value).protocol : ''
}

import { analyticsModes, emailSchema } from '@packhouse/contract'
import { catalogues } from '@packhouse/messages/catalogues'
import { z } from 'zod'
import { authLogVariables } from './auth-log-settings.ts'
import { backupVariables } from './backup-settings.ts'
import { documentLimitVariables } from './document-limits.ts'
import {
  address,
  addressList,
  link,
  loginOptionList,
  onOff,
  port,
  sender,
  text,
  wholeNumber,
} from './environment-fields.ts'
import { clamdVariables } from './file-check/clamd-settings.ts'
import { fleetVariables } from './fleet-settings.ts'
import { healthVariables } from './health-settings.ts'
import { httpLimitVariables } from './http-limits.ts'
import { libraryLimitVariables } from './library-limits.ts'
import { logFileVariables } from './log-file-settings.ts'
import { mqttLimitVariables } from './mqtt-limits.ts'
import { mqttTlsVariables } from './mqtt-tls-settings.ts'
import { objectStoreVariables } from './object-store/object-store-settings.ts'
import { publicPageVariables } from './public-page-limits.ts'
import { pushServices } from './push-services.ts'
import { roleList } from './roles.ts'
import { samlVariables } from './saml-limits.ts'
import { storageLimitVariables } from './storage-limits.ts'
import { tableVariables } from './table-limits.ts'

/**
 * Connections beside the two pools: the health call, the ingest, the retention job, the signals of the database, and the locks of subscribers
 * and of OPC UA connections. A test counts them.
 */
export const OWN_CONNECTIONS = 6
/** Each pool has 3 at least: some work holds one and needs another. */
const LEAST_CONNECTIONS = OWN_CONNECTIONS + 6
export const DEFAULT_CONNECTIONS = OWN_CONNECTIONS + 20
export const DEFAULT_WAIT_MS = 5_000

/** Every variable the server reads. `docs/operations.md` explains each; a test holds the two together. */
export const environmentSchema = z.object({
  PORT: port(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  ROLE: roleList,
  NODE_ID: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores')
    .optional(),
  DRAIN_SECONDS: wholeNumber(0, 15, 0),
  DATA_DIR: z.string().min(1, 'must name a folder').default('./data'),
  DATABASE_URL: address(['postgres:', 'postgresql:']).optional(),
  DATABASE_DIRECT_URL: address(['postgres:', 'postgresql:']).optional(),
  DATABASE_READ_URL: address(['postgres:', 'postgresql:']).optional(),
  DATABASE_READ_LAG_SECONDS: wholeNumber(1, 3_600, 10),
  DATABASE_POOL: wholeNumber(LEAST_CONNECTIONS, 1_000, DEFAULT_CONNECTIONS),
  DATABASE_WAIT_MS: wholeNumber(100, 600_000, DEFAULT_WAIT_MS),
  DISK_MIN_FREE_MB: wholeNumber(0, 1_000_000, 32),
  MQTT_PORT: port(1883),
  BROKER_URL: address(['mqtt:', 'mqtts:', 'ws:', 'wss:']).optional(),
  SECRETS_FILE: z.string().max(4_096, 'must be the path of a file').optional(),
  ...objectStoreVariables,
  ...mqttTlsVariables,
  ...mqttLimitVariables,
  PASSWORD_HASHES: wholeNumber(1, 64, 2),
  PASSWORD_HASHES_WAITING: wholeNumber(1, 100_000, 200),
  SPARKPLUG_HOST_ID: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}$/, 'must be 1 to 64 letters, digits, dots, dashes or underscores')
    .default('packhouse'),
  PUBLIC_URL: address(['http:', 'https:']).optional(),
  SAMPLE: onOff.default('on'),
  ADMINISTRATOR_EMAIL: emailSchema().optional(),
  TRUSTED_PROXIES: addressList,
  HSTS_SUBDOMAINS: onOff.default('on'),
  ...httpLimitVariables,
  SAMPLE_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  SAMPLE_DEVICE_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  SIMULATOR: onOff.default('on'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace'], 'must be a level such as info')
    .default('warn'),
  ...logFileVariables,
  DEFAULT_LANGUAGE: z
    .enum(
      catalogues.map(({ language }) => language),
      `must be one of ${catalogues.map(({ language }) => language).join(', ')}`,
    )
    .default('en'),
  PRODUCT_TITLE: text.default('Packhouse'),
  DOCS_URL: link.default('/docs'),
  CMMS_URL: link.optional(),
  SMTP_URL: address(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: sender.optional(),
  REGISTRATION: onOff.default('off'),
  JOBS: onOff.default('on'),
  ALLOW_PRIVATE_ADDRESSES: onOff.optional(),
  PUSH_SERVICES: pushServices,
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
  ...tableVariables,
  SEARCH_STATEMENT_MS: wholeNumber(10, 60_000, 200),
  SEARCH_TOTAL_MS: wholeNumber(10, 60_000, 2_000),
  CLOCK_DIFFERENCE_SECONDS: wholeNumber(5, 3_600, 60),
  CLOCK_MACHINES: wholeNumber(0, 100_000, 3),
  ...storageLimitVariables,
  ...clamdVariables,
  ...documentLimitVariables,
  ...libraryLimitVariables,
  ...publicPageVariables,
  MAKER_NAME: text.optional(),
  ANALYTICS: z.enum(analyticsModes, 'must be off, aggregate or full').default('full'),
  REFUSED_MACHINES: wholeNumber(1, 100_000, 3),
  ...fleetVariables,
  ...healthVariables,
  ...authLogVariables,
  ...backupVariables,
})

/** Variables whose values are not shown, not even where they are wrong. Each may be in a file instead, which `<NAME>_FILE` names. */
export const secretNames = [
  'SAMPLE_PASSWORD',
  'SAMPLE_DEVICE_PASSWORD',
  'DATABASE_URL',
  'BROKER_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'HEALTH_WEBHOOK_URL',
  'HEALTH_WEBHOOK_SECRET',
  'S3_ACCESS_KEY_ID',
  'BACKUP_PASSPHRASE',
  'S3_SECRET_ACCESS_KEY',
]

export type Environment = z.infer<typeof environmentSchema>

import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ConfigError, environmentNames, readConfig } from './config.ts'
import { secretNames } from './environment.ts'

const long = 'x'.repeat(201)

/** Values that each variable refuses. A variable that is not here takes any text. */
const refused: Record<string, string[]> = {
  PORT: ['abc', '-1', '65536', '3000.5', '0x10', ' 80', '100000'],
  MQTT_PORT: ['mqtt', '70000'],
  BROKER_URL: ['broker.example.com', 'http://broker.example.com', 'tcp://broker.example.com'],
  MQTTS_PORT: ['mqtts', '65536', '-1'],
  MQTT_TLS_CERT: ['x'.repeat(4_097)],
  MQTT_TLS_KEY: ['x'.repeat(4_097)],
  MQTT_CONNECT_TIMEOUT: ['0', '301', '5s', '-1'],
  MQTT_REFUSAL_DELAY: ['30001', '1.5'],
  MQTT_MAX_CONNECTIONS: ['0', '1000001'],
  MQTT_MAX_CONNECTIONS_PER_ADDRESS: ['0', 'many'],
  MQTT_MAX_UNAUTHENTICATED: ['0', 'all'],
  MQTT_MAX_UNAUTHENTICATED_PER_ADDRESS: ['0', '1e3'],
  MQTT_MAX_UNAUTHENTICATED_BYTES: ['1023', '64k'],
  MQTT_MAX_OFFLINE_SESSIONS: ['0', 'all'],
  MQTT_MAX_OFFLINE_SESSIONS_PER_OWNER: ['0', '1e3'],
  MQTT_MAX_OFFLINE_SESSIONS_PER_DEVICE: ['0', 'many'],
  PASSWORD_HASHES: ['0', '65'],
  PASSWORD_HASHES_WAITING: ['0', '-1'],
  CLOCK_DIFFERENCE_SECONDS: ['0', 'a minute', '-1'],
  CLOCK_MACHINES: ['-1', 'all'],
  HELD_MEGABYTES_PER_MACHINE: ['-1', '1.5'],
  HELD_MEGABYTES: ['-1', 'much'],
  DEAD_LETTERS_PER_SENDER: ['-1', 'many'],
  DEAD_LETTERS_PER_CUSTOMER: ['-1', 'many'],
  DEAD_LETTERS: ['-1', 'many'],
  DEAD_LETTER_DAYS: ['0', '1.5'],
  DEAD_LETTERS_FULL: ['keep', 'WITHHOLD'],
  REFUSED_MACHINES: ['0', 'all'],
  FLEET_SET_SPEED_READINGS: ['SetSpeed,', ',', 'a,b,c,d,e,f,g,h,i,j,k'],
  FLEET_RECIPE_READINGS: ['Recipe,,Program', ',', 'a,b,c,d,e,f,g,h,i,j,k'],
  FLEET_DAYS_PER_RUN: ['0', 'all'],
  PUBLIC_PAGES_PER_ADDRESS: ['0', 'many', '1/s'],
  PUBLIC_PAGES_PER_LINK: ['0', 'all'],
  PAPER_REQUESTS_PER_ADDRESS: ['0', '1.5'],
  PAPER_REQUESTS_PER_MACHINE: ['0', 'all'],
  PAPER_REQUESTS_OPEN: ['0', '-1'],
  PAPER_REQUEST_DAYS: ['0', '3651', '90d'],
  MAKER_NAME: [long],
  ANALYTICS: ['on', 'names'],
  JOBS: ['yes', 'ON'],
  ROLE: ['everything', 'api,', 'all,api', 'API'],
  NODE_ID: ['a b', 'x'.repeat(65), 'a/b'],
  DRAIN_SECONDS: ['-1', '16', 'long'],
  DATABASE_POOL: ['many', '11', '1001', '-24', '24.5'],
  DATABASE_WAIT_MS: ['long', '99', '600001'],
  DISK_MIN_FREE_MB: ['some', '-1', '1000001', '0.5'],
  PDF_PROCESSES: ['0', 'all', '65'],
  PDF_QUEUE: ['0', 'long'],
  PDF_PER_USER: ['0', '1001'],
  PDF_SECONDS: ['0', '601'],
  PDF_MEMORY_MB: ['255', 'much'],
  PDF_PAGES: ['0', 'all'],
  PDF_WAIT_MS: ['-1', '30001'],
  REPORT_MAIL_MB: ['-1', '26'],
  OPTION_RULES_PER_MACHINE: ['9', 'many', '100001'],
  OPTION_RULE_CHECK_STEPS: ['999', 'many', '100000001'],
  OPTION_RULE_FINDINGS: ['0', 'many', '1001'],
  CONFIGURATION_STEPS: ['999', 'many', '100000001'],
  CONFIGURATION_REASON_STEPS: ['99', 'many', '100000001'],
  CONFIGURATION_REASONS: ['0', 'many', '1001'],
  LIBRARY_IMAGE_QUEUE: ['0', 'many', '10001'],
  LIBRARY_IMAGE_CACHE_MB: ['-1', 'much', '1.5'],
  SEARCH_STATEMENT_MS: ['9', 'soon', '60001', '10.5'],
  SEARCH_TOTAL_MS: ['9', 'soon', '60001', '10.5'],
  SPARKPLUG_HOST_ID: ['a/b', '+', 'x'.repeat(65)],
  CLAMD_URL: ['clamd', 'tcp://clamd', 'tcp://clamd:3310/x', 'http://clamd:3310', 'unix:clamd.sock'],
  SECRETS_FILE: ['x'.repeat(4_097)],
  FILES_URL: ['s3://', 's3://Bucket', 's3://bucket/../a', 'https://bucket.example', 'file:///srv/files'],
  S3_ENDPOINT: ['minio', 'minio:9000', 'https://minio.example/bucket', 'https://user:word@minio.example'],
  S3_REGION: ['EU', 'eu central'],
  S3_ACCESS_KEY_ID: ['two words', 'x'.repeat(201)],
  S3_SECRET_ACCESS_KEY: ['two words', 'x'.repeat(201)],
  DATABASE_DIRECT_URL: ['localhost', 'mysql://user@host/db'],
  DATABASE_READ_URL: ['replica', 'http://host/db'],
  DATABASE_READ_LAG_SECONDS: ['0', '3601', 'soon'],
  DATABASE_URL: ['localhost', 'mysql://user@host/db', 'http://host/db'],
  PUBLIC_URL: ['packhouse.example', 'ftp://packhouse.example', '//packhouse.example'],
  SAMPLE_PASSWORD: ['short', '1234567'],
  SAMPLE_DEVICE_PASSWORD: ['short', '1234567'],
  SIMULATOR: ['yes', 'ON', 'true'],
  SAMPLE: ['no', 'OFF'],
  ADMINISTRATOR_EMAIL: ['somebody', 'a@b', 'First <first@company.example>'],
  TRUSTED_PROXIES: ['proxy.example', '10.0.0.0/40', '127.0.0.1;10.0.0.1'],
  HTTP_CONNECTIONS: ['9', 'many', '-1', '1.5'],
  HTTP_CONNECTIONS_PER_ADDRESS: ['0', 'many'],
  HTTP_NEW_CONNECTIONS_PER_ADDRESS: ['0', '1/s'],
  HTTP_PIPELINED_REQUESTS: ['1001', '-1'],
  HTTP_UNREAD_MB: ['0', '1 MB'],
  HTTP_UNREAD_MB_PER_ADDRESS: ['0', '1e3'],
  HTTP_UNREAD_MB_PER_CONNECTION: ['0', 'x'],
  HTTP_UNREAD_SECONDS: ['0', '3601'],
  HTTP_HEADER_SECONDS: ['0', '601'],
  HTTP_REQUEST_SECONDS: ['0', '3601'],
  HTTP_IDLE_SECONDS: ['0', '72s'],
  PRESSURE_EVENT_LOOP_MS: ['60001', 'off'],
  PRESSURE_HEAP_PERCENT: ['9', '101'],
  RATE_PER_USER: ['0', 'unlimited'],
  RATE_PER_ADDRESS: ['0', '1/s'],
  RATE_ANONYMOUS: ['0', '0x10'],
  REQUESTS_AT_ONCE_PER_USER: ['0', '100001'],
  REQUESTS_AT_ONCE_ANONYMOUS: ['0', ' 5'],
  STREAMS_PER_USER: ['0', '100001'],
  STREAMS_PER_ADDRESS: ['0', '100001'],
  EXPORTS_AT_ONCE: ['0', '1001'],
  EXPORTS_AT_ONCE_PER_USER: ['0', 'two'],
  LOG_LEVEL: ['loud', 'INFO'],
  LOG_SEGMENT_MB: ['0', '1025'],
  LOG_FILES_MB: ['1', 'all'],
  LOG_FILES_DAYS: ['0', '3651'],
  AUTH_LOG_DAYS: ['30', '3651'],
  AUTH_LOG_QUEUE: ['99', 'many'],
  BACKUP_URL: ['ftp://backup.example/x', 's3://'],
  BACKUP_PASSPHRASE: ['too short', 'x'.repeat(1_001)],
  DEFAULT_LANGUAGE: ['fr', 'DE', 'de-CH', 'en_US:en', 'en-XA'],
  PRODUCT_TITLE: [long],
  DOCS_URL: ['javascript:alert(1)', '//evil.example', 'docs', 'data:text/html,x'],
  CMMS_URL: ['javascript:alert(1)', 'cmms'],
  SMTP_URL: ['mail.example', 'http://mail.example', 'smtp//user:word@mail.example'],
  MAIL_FROM: ['packhouse', 'Packhouse <packhouse>', 'a@b.example\nBcc: c@d.example', `${long}@b.example`],
  REGISTRATION: ['yes', 'ON'],
  ALLOW_PRIVATE_ADDRESSES: ['yes', 'ON'],
  PUSH_SERVICES: ['https://push.example', 'push service'],
  LOGIN_TITLE: [long],
  LOGIN_ICON: ['javascript:alert(1)', 'icon.svg'],
  LOGIN_BANNER: [long],
  LOGIN_BACKGROUND: ['//evil.example/a.jpg', 'data:image/png;base64,AAAA'],
  LOGIN_OPTIONS: ['password', 'basic,unknown', ',', 'Basic'],
  LOGIN_TEXT_BASIC: [long],
  LOGIN_TEXT_OKTA: [long],
  LOGIN_TEXT_CMMS: [long],
  LOGIN_TEXT_CORE_CMMS: [long],
  SAML_MAX_BYTES: ['9999', '700001', '1e5', 'many'],
  SAML_MAX_ELEMENTS: ['99', '100001', '-1'],
  SAML_MAX_DEPTH: ['9', '1001'],
  SAML_MAX_ATTRIBUTES: ['99', '100001'],
  XLSX_MAX_UNPACKED_MB: ['0', '1001', 'many'],
  TABLE_MAX_CELLS: ['9999', '10000001'],
  XLSX_WORKERS: ['0', '17', '1.5'],
  XLSX_QUEUE: ['0', '1001'],
  XLSX_PER_USER: ['0', '101'],
  XLSX_TIMEOUT_MS: ['99', '300001', '5s'],
  XLSX_MEMORY_MB: ['63', '4097'],
  MATRICES_READY: ['0', '101'],
  HSTS_SUBDOMAINS: ['yes', 'ON'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['collector', 'ftp://collector.example'],
  OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: ['collector:4318', '//collector.example'],
  NODE_NAME: [long],
  HEALTH_WEBHOOK_URL: ['javascript:alert(1)', 'receiver.example'],
  SAML_WORKERS: ['0', '17', '1.5'],
  SAML_QUEUE: ['0', '1001'],
  SAML_PER_ADDRESS: ['0', '1001'],
  SAML_TIMEOUT_MS: ['99', '60001', '5s'],
  SAML_MEMORY_MB: ['31', '4097'],
  FORM_MAX_FIELDS: ['7', '10001'],
}

/** A right value of each secret, and what must be set beside some. */
const given: Record<string, string> = {
  BACKUP_PASSPHRASE: 'a passphrase of backups',
  SAMPLE_PASSWORD: 'a password of the sample',
  SAMPLE_DEVICE_PASSWORD: 'a password of a device',
  DATABASE_URL: 'postgres://user:word@host/database',
  BROKER_URL: 'mqtts://user:word@broker.example',
  DATABASE_DIRECT_URL: 'postgres://user:word@direct/database',
  DATABASE_READ_URL: 'postgres://user:word@replica/database',
  SMTP_URL: 'smtp://user:word@mail.example',
  MAIL_FROM: 'packhouse@example.com',
  HEALTH_WEBHOOK_URL: 'https://receiver.example/token',
  HEALTH_WEBHOOK_SECRET: 'a secret',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'word',
}

async function makeFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'packhouse-secrets-'))
  onTestFinished(() => rm(path, { recursive: true }))
  return path
}

/** What an error must not show. */
const secret = [
  'BACKUP_PASSPHRASE',
  'SAMPLE_PASSWORD',
  'SAMPLE_DEVICE_PASSWORD',
  'DATABASE_URL',
  'BROKER_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'HEALTH_WEBHOOK_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
]

/** What cannot be known to be wrong before it is tried: the start says so then. */
const anyText = ['HOST', 'DATA_DIR', 'HEALTH_WEBHOOK_SECRET']

describe('the configuration', () => {
  test('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      mqttPort: 1883,
      databaseUrl: undefined,
      databaseDirectUrl: undefined,
      replica: undefined,
      publicUrl: 'http://127.0.0.1:3000',
      simulator: true,
      language: 'en',
      productTitle: 'Packhouse',
      cmmsUrl: null,
      login: { title: 'Login', options: ['basic'], icon: null, banner: null, backgroundImage: null },
    })
  })

  test('counts an empty variable as not set', () => {
    expect(readConfig(Object.fromEntries(environmentNames.map((name) => [name, ''])))).toEqual(readConfig({}))
  })

  test('knows for every variable a value that is wrong, or that any text is right', () => {
    expect([...Object.keys(refused), ...anyText].toSorted()).toEqual([...environmentNames].toSorted())
  })

  test.each(Object.entries(refused).flatMap(([name, values]) => values.map((value) => [name, value] as const)))(
    'names %s when it is %j',
    (name, value) => {
      const read = () => readConfig({ [name]: value })
      expect(read).toThrow(ConfigError)
      expect(read).toThrow(new RegExp(`^${name} (must|is|has)`))
      if (!secret.includes(name)) expect(read).toThrow(JSON.stringify(value))
    },
  )

  test('takes roles, of which less than all need an outside database', () => {
    const DATABASE_URL = 'postgres://somebody@localhost/packhouse'
    const rolesOf = (ROLE?: string) => [...readConfig({ DATABASE_URL, ROLE }).roles].toSorted()
    expect(rolesOf()).toEqual(['api', 'ingest', 'worker'])
    expect(rolesOf('all')).toEqual(rolesOf())
    expect(rolesOf('worker, api')).toEqual(['api', 'worker'])
    expect(() => readConfig({ ROLE: 'api' })).toThrow('ROLE must be all where DATABASE_URL is not set')
    // A process of several is measured by its own name.
    expect(readConfig({ DATABASE_URL, ROLE: 'api', NODE_ID: 'api-1' }).health.nodeName).toBe('api-1')
  })

  test('needs a sender where there is a mail server', () => {
    expect(() => readConfig({ SMTP_URL: 'smtp://mail.example' })).toThrow(/^MAIL_FROM must be set/)
    const mail = { smtpUrl: 'smtp://mail.example', from: 'Packhouse <packhouse@example.com>' }
    expect(readConfig({ SMTP_URL: mail.smtpUrl, MAIL_FROM: mail.from }).mail).toEqual(mail)
    expect(readConfig({ MAIL_FROM: mail.from }).mail).toBeUndefined()
  })

  test('takes the certificate for MQTT with its key, where there is a port for it', () => {
    expect(readConfig({ MQTTS_PORT: '8883' }).mqttTls).toEqual({ port: 8883, files: undefined })
    const files = { MQTT_TLS_CERT: '/tls/cert.pem', MQTT_TLS_KEY: '/tls/key.pem' }
    expect(() => readConfig(files)).toThrow(/^MQTTS_PORT must be set/)
    for (const [name, file] of Object.entries(files)) {
      expect(() => readConfig({ MQTTS_PORT: '8883', [name]: file })).toThrow(/must be set together/)
    }
    expect(readConfig({ MQTTS_PORT: '8883', ...files }).mqttTls?.files).toEqual({
      cert: '/tls/cert.pem',
      key: '/tls/key.pem',
    })
  })

  test('names every faulty variable at once', () => {
    expect(() => readConfig({ PORT: 'x', SIMULATOR: 'x' })).toThrow(/PORT .*\nSIMULATOR /)
  })

  test.each(secret)('does not show the value of %s, which is secret', (name) => {
    for (const value of refused[name] ?? []) {
      expect(() => readConfig({ [name]: value })).toThrow(
        expect.objectContaining({ message: expect.not.stringContaining(value) }),
      )
    }
  })

  test('takes the data folder as an absolute path and the public address without a slash at its end', () => {
    expect(isAbsolute(readConfig({ DATA_DIR: 'somewhere' }).dataDir)).toBe(true)
    expect(readConfig({ PUBLIC_URL: 'https://packhouse.example//' }).publicUrl).toBe('https://packhouse.example')
  })

  test.each(secretNames)('takes %s from the file that %s_FILE names', async (name) => {
    const file = join(await makeFolder(), 'secret')
    const fromFile = () => readConfig({ ...others, [`${name}_FILE`]: file })
    const { DATABASE_URL, MAIL_FROM, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = given
    const others = { DATABASE_URL, MAIL_FROM, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, [name]: '' }
    expect(fromFile).toThrow(`${name}_FILE must name a file that can be read (ENOENT`)
    await writeFile(file, `${given[name]}\n`)
    expect(fromFile()).toEqual(readConfig({ ...others, [name]: given[name] }))
    expect(() => readConfig({ ...others, [name]: given[name], [`${name}_FILE`]: file })).toThrow(
      `${name}_FILE and ${name} must not both be set.`,
    )
    await writeFile(file, '')
    expect(fromFile).toThrow(`${name}_FILE names an empty file`)
    await writeFile(file, 'x'.repeat(64 * 1024 + 1))
    expect(fromFile).toThrow('at most 64 KiB')
    expect(() => readConfig({ [`${name}_FILE`]: '' })).not.toThrow()
  })

  test('takes no other variable from a file', () => {
    expect(readConfig({ PRODUCT_TITLE_FILE: '/etc/hostname' }).productTitle).toBe('Packhouse')
  })

  test('needs the whole key for a bucket', () => {
    expect(() => readConfig({ FILES_URL: 's3://bucket' })).toThrow(/must be set where FILES_URL is a bucket/)
    expect(() => readConfig({ S3_ACCESS_KEY_ID: 'key' })).toThrow(/must be set together/)
    const config = readConfig({ FILES_URL: 's3://bucket/a', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'word' })
    expect(config.filesLocation).toBe('s3://bucket/a')
    expect(config.s3).toEqual({
      endpoint: 'https://s3.us-east-1.amazonaws.com',
      region: 'us-east-1',
      credentials: { accessKeyId: 'key', secretAccessKey: 'word' },
    })
    expect(readConfig({ DATA_DIR: '/srv/data' }).filesLocation).toBe('/srv/data/files')
    expect(readConfig({ S3_ENDPOINT: 'https://minio.example:9000/' }).s3.endpoint).toBe('https://minio.example:9000')
  })

  test('takes sign-in options in their order', () => {
    expect(readConfig({ LOGIN_OPTIONS: 'okta, basic,core-cmms' }).login.options).toEqual(['okta', 'basic', 'core-cmms'])
  })
})

test.each(['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'])('%s needs DATABASE_URL', (name) => {
  expect(() => readConfig({ [name]: 'postgres://user@host/database' })).toThrow(`${name} needs DATABASE_URL`)
  expect(() =>
    readConfig({ [name]: 'postgres://user@host/database', DATABASE_URL: 'postgres://user@pooler/database' }),
  ).not.toThrow()
})

import { createCipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { glob, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { resources } from '@packhouse/contract'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SecondFactors } from '../../src/access/second-factor/second-factors.ts'
import { Database } from '../../src/platform/database.ts'
import { withOpeningPassword } from '../../src/platform/database-password.ts'
import { encryptedColumns } from '../../src/platform/encrypted-columns.ts'
import { Encryption } from '../../src/platform/encryption.ts'
import { type InstallationKeys, keysOf } from '../../src/platform/installation-keys.ts'
import { assertKeysFit } from '../../src/platform/key-check.ts'
import { createLog } from '../../src/platform/log.ts'
import { type RotationStep, rotatePassword, rotateSecrets } from '../../src/platform/rotate-secrets.ts'
import { keysOfSecrets, readSecrets, type Secrets, storeSecrets } from '../../src/platform/secrets.ts'
import { Maker } from '../conformance/support/maker.ts'
import { codeOf, forgetUsedCodes, switchOn } from '../support/second-factor.ts'
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { useTestApp } from '../support/use-test-app.ts'

const SOURCES = join(import.meta.dirname, '../../src')
/** That of the product in tests. */
const KEY = 'token key of the tests'
const LOCK = 7_225_002
const FIRST: Secrets = { database: 'of another', tokens: KEY }
const app = useTestApp({ environment: { JOBS: 'off' } })
const maker = new Maker(app)
let folder: TemporaryFolder
let dataDir = ''

beforeAll(async () => {
  folder = await makeTemporaryFolder('packhouse-rotation-')
  dataDir = folder.path
  await storeSecrets(dataDir, FIRST)
})
afterAll(() => folder.remove())

/** A rotation, which dies after a step where one is given. */
async function rotate(diesAfter?: RotationStep) {
  return await rotateSecrets({
    dataDir,
    databaseUrl: app.databaseUrl,
    isEmbedded: false,
    serverLock: LOCK,
    onStep: (step) => {
      if (step === diesAfter) throw new Error(`killed after: ${step}`)
    },
  })
}

/** Everything encrypted in the database, by the place. */
async function opened(given?: InstallationKeys): Promise<Record<string, (string | undefined)[]>> {
  const keys = given ?? keysOfSecrets((await readSecrets(dataDir)) ?? FIRST)
  const found: Record<string, (string | undefined)[]> = {}
  for (const place of encryptedColumns) {
    const { table, column, use } = place
    const value = 'asText' in place ? `decode(${column}, 'base64')` : column
    const rows = await app.sql<{ value: Buffer }>(`SELECT ${value} AS value FROM ${table} WHERE ${column} IS NOT NULL`)
    const encryption = new Encryption(keys, use)
    found[`${table}.${column}`] = rows.map((row) => encryption.decrypt(row.value)).sort()
  }
  return found
}

/** One row at least in every place that something is encrypted in, of a version before keys had ids and of this one. */
async function fillAll(): Promise<void> {
  const of = (use: string) => new Encryption(keysOf(KEY), use).encrypt(`a secret of ${use}`)
  const text = (use: string) => of(use).toString('base64')
  for (const name of ['mqttSubscriber', 'opcuaConnection', 'webhook', 'identityProvider', 'alarmRule']) {
    await maker.create(resources.find((one) => one.name === name) ?? expect.fail(name))
  }
  await app.sql(`INSERT INTO setting (key, encrypted) VALUES ('mail.password', $1)`, [of('settings')])
  await app.sql(`UPDATE mqtt_subscriber SET username = 'x', password = $1, client_certificate = 'x', client_key = $1`, [
    text('mqtt subscribers'),
  ])
  await app.sql(`UPDATE opcua_connection SET user_name = 'x', password = $1`, [text('opcua connections')])
  await app.sql(
    `INSERT INTO push_device (user_id, name, service, endpoint_hash, subscription) SELECT id, 'x', 'x', 'x', $1 FROM user_account LIMIT 1`,
    [of('web push')],
  )
  await app.sql('UPDATE webhook_state SET secret = $1, previous_secret = $1', [beforeIds('webhooks', 'an old secret')])
  await app.sql(`INSERT INTO alarm_rule_secret SELECT id, $1 FROM alarm_rule ON CONFLICT DO NOTHING`, [of('webhooks')])
  await app.sql(`INSERT INTO alarm_rule_address SELECT id, $1 FROM alarm_rule ON CONFLICT DO NOTHING`, [of('webhooks')])
  await app.sql(`INSERT INTO identity_provider_secret SELECT id, $1 FROM identity_provider ON CONFLICT DO NOTHING`, [
    of('identity providers'),
  ])
  await app.sql(
    `INSERT INTO idempotent_request (principal_id, key, claim, fingerprint, answer, finished_at) VALUES (uuidv7(), 'x', uuidv7(), $1, $1, now())`,
    [of('idempotency keys')],
  )
  const [user] = await app.sql<{ id: string }>(`SELECT id FROM user_account WHERE email LIKE 'other@%'`)
  await (await app.as('staff')).call('sendPasswordReset', { params: { id: user?.id ?? '' } })
}

/** What a version encrypted that knew no ids of keys. */
function beforeIds(use: string, text: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', KEY, '', `packhouse ${use}`, 32))
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
}

/** What is encrypted in answers and stored nowhere; for as long as the key from before is known it is opened by it. */
const notStored = ['list positions']

test('every use for which something is stored encrypted is one that a rotation knows', async () => {
  const uses = new Set<string>()
  for await (const file of glob('**/*.ts', { cwd: SOURCES })) {
    const source = await readFile(join(SOURCES, file), 'utf8')
    for (const [, one, other] of source.matchAll(/new Encryption\(keys, '([^']+)'\)|secrets: \{ use: '([^']+)'/g)) {
      uses.add(one ?? other ?? '')
    }
  }
  expect([...uses].filter((use) => !notStored.includes(use)).sort()).toEqual(
    [...new Set(encryptedColumns.map(({ use }) => use))].sort(),
  )
})

test('a rotation is refused while a server runs, and changes nothing', async () => {
  await expect(rotate()).rejects.toThrow('A server is running on this database')
  expect(await readSecrets(dataDir)).toEqual(FIRST)
})

test('a rotation that is killed after any step loses nothing, and the next one finishes it', async () => {
  const person = await app.signIn('customer')
  const userId = (await person.call('me')).user.id
  const { secret, recoveryCodes } = await switchOn(app, person)
  await fillAll()
  await app.stopProduct()
  const before = await opened()
  const empty = Object.entries(before).filter(([, values]) => values.length === 0)
  expect(empty.map(([place]) => place)).toEqual(['alarm_delivery.sealed_secret', 'alarm_delivery.sealed_url'])
  expect(Object.values(before).flat()).not.toContain(undefined)
  const database = new Database(app.databaseUrl, createLog('silent'))
  try {
    for (const [round, step] of (['key stored', 'encrypted', 'old key removed'] as const).entries()) {
      const { tokens } = (await readSecrets(dataDir)) ?? FIRST
      await expect(rotate(step)).rejects.toThrow(`killed after: ${step}`)
      expect(await opened(), step).toEqual(before)
      await assertKeysFit(app.databaseUrl, keysOfSecrets((await readSecrets(dataDir)) ?? FIRST), 'secrets.json')
      const { wasResumed } = await rotate()
      expect(wasResumed, step).toBe(step !== 'old key removed')
      expect(await opened(), step).toEqual(before)
      const secrets = (await readSecrets(dataDir)) ?? FIRST
      expect(Object.keys(secrets).sort()).toEqual(['database', 'recovery', 'tokens'])
      expect((await stat(join(dataDir, 'secrets.json'))).mode & 0o777).toBe(0o600)
      await assertKeysFit(app.databaseUrl, keysOfSecrets(secrets), 'secrets.json')
      await expect(assertKeysFit(app.databaseUrl, keysOf(tokens), 'secrets.json')).rejects.toThrow('are not those')
      // Nothing is left that the key before opens.
      const old = await opened(keysOf(tokens))
      expect(new Set(Object.values(old).flat()), step).toEqual(new Set([undefined]))
      const factors = new SecondFactors(keysOfSecrets(secrets))
      await forgetUsedCodes(app)
      expect(await factors.spend(database.system, userId, await codeOf(app, secret))).toBe('code')
      expect(await factors.spend(database.system, userId, recoveryCodes[round] ?? '')).toBe('recovery-code')
    }
  } finally {
    await database.stop()
  }
})

test('what no key opens stays as it is, and is counted', async () => {
  const strange = new Encryption(keysOf('of nobody'), 'settings').encrypt('strange')
  await app.sql(`UPDATE setting SET encrypted = $1 WHERE key = 'mail.password'`, [strange])
  expect(await rotate()).toMatchObject({ unreadable: 1 })
  expect(await app.sql(`SELECT encrypted FROM setting WHERE key = 'mail.password'`)).toEqual([{ encrypted: strange }])
})

test('the password of our own database is replaced, and a server finds the one that opens whenever a rotation was killed', async () => {
  const role = `rotated_${randomBytes(4).toString('hex')}`
  await app.sql(`CREATE ROLE ${role} LOGIN PASSWORD 'first'`)
  const url = new URL(app.databaseUrl)
  const opens = async () => {
    const { database, nextDatabase = database } = (await readSecrets(dataDir)) ?? FIRST
    return await withOpeningPassword(url.href, [database, nextDatabase])
  }
  try {
    url.username = role
    url.password = 'first'
    for (const step of ['password stored', 'password set', 'old password removed'] as const) {
      const secrets = (await readSecrets(dataDir)) ?? FIRST
      const rotation = { dataDir, databaseUrl: '', isEmbedded: true, serverLock: LOCK }
      const client = new Client({ connectionString: url.href })
      await client.connect()
      const onStep = (done: RotationStep) => {
        if (done === step) throw new Error('killed')
      }
      await expect(
        rotatePassword(client, { ...rotation, onStep }, { ...secrets, database: url.password }),
      ).rejects.toThrow('killed')
      await client.end()
      url.href = await opens()
      const again = new Client({ connectionString: url.href })
      await again.connect()
      await rotatePassword(again, rotation, (await readSecrets(dataDir)) ?? FIRST)
      await again.end()
      const done = (await readSecrets(dataDir)) ?? FIRST
      expect(done.nextDatabase).toBeUndefined()
      expect(done.database).not.toBe(secrets.database)
      url.password = done.database
      const last = new Client({ connectionString: url.href })
      await last.connect()
      await last.end()
    }
  } finally {
    await app.sql(`DROP ROLE ${role}`)
  }
})

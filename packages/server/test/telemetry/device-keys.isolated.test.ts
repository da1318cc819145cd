import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiKeys } from '../../src/access/api-keys/api-keys.ts'
import { DeviceCertificates } from '../../src/access/api-keys/device-certificates.ts'
import { StoredGuesses } from '../../src/access/guess-store.ts'
import { LoginLimits } from '../../src/access/login-limits.ts'
import { PasswordHasher } from '../../src/access/password-hasher.ts'
import { RefusalLog } from '../../src/access/refusal-log.ts'
import { DeviceKeys } from '../../src/connect/device-keys.ts'
import { DeviceNetworks } from '../../src/connect/device-networks.ts'
import { Database } from '../../src/platform/database.ts'
import { Refusals } from '../../src/platform/refusals.ts'
import { SAMPLE_DEVICE_PASSWORD as KEY } from '../support/databases.ts'
import { useMovableClock } from '../support/movable-clock.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const MACHINES = 1_000
const HOME = '192.0.2.1'

/** How often a key was hashed. */
const hashes = vi.hoisted(() => ({ count: 0 }))

vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof import('node:crypto')>()
  const argon2: typeof crypto.argon2 = (...parts) => {
    hashes.count += 1
    crypto.argon2(...parts)
  }
  return { ...crypto, argon2 }
})

const clock = useMovableClock('running')
const app = useTestApp()
const log = pino({ level: 'silent' })
let database: Database
let refusals: Refusals
let passwords: PasswordHasher
let keys: DeviceKeys

beforeAll(async () => {
  database = new Database(app.databaseUrl, log)
  await app.sql(
    `INSERT INTO device (user_name, key_hash, scope) SELECT 'machine ' || n, key_hash, 'company'
     FROM device, generate_series(1, ${MACHINES}) n WHERE user_name = 'sample-device'`,
  )
})
afterAll(() => database.stop())
beforeEach(async () => {
  await app.sql('DELETE FROM device_network')
  await app.sql('DELETE FROM guess')
  keys = await startKeys()
})

/** The keys as a process has them that has just started. */
async function startKeys(waiting = MACHINES): Promise<DeviceKeys> {
  refusals = new Refusals()
  passwords = new PasswordHasher({ atOnce: 2, waiting }, refusals)
  const networks = new DeviceNetworks(database, log)
  await networks.start()
  hashes.count = 0
  const guesses = new LoginLimits(new StoredGuesses(database.system, 'mqtt'), refusals, 'mqtt')
  const apiKeys = new ApiKeys(database.system, new RefusalLog(database.system, { log, refusals, most: 100 }))
  const deviceCertificates = new DeviceCertificates(database.system)
  const reportRefusal = () => undefined
  return new DeviceKeys({ database, apiKeys, deviceCertificates, guesses, passwords, networks, reportRefusal })
}

/** @returns what became of a sign-in, in a word */
async function signIn(name: string, key: string, address: string): Promise<string> {
  return await keys.check(name, key, address).then(
    (device) => (device === undefined ? 'wrong' : 'in'),
    (error: { code?: string; message: string }) => error.code ?? error.message,
  )
}

function tally(outcomes: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

const stranger = (index: number) => `198.51.${index >> 8}.${index & 255}`

/** Guesses at a name from as many addresses until it is limited. */
async function exhaust(name: string): Promise<void> {
  for (let index = 0; index < 10; index++) expect(await signIn(name, `wrong ${index}`, stranger(index))).toBe('wrong')
  expect(await signIn(name, 'wrong', stranger(10))).toBe('too_many_attempts')
}

/** Waits until the database knows from where a device has signed in; what is noted of others may still be on its way. */
async function noted(name: string): Promise<void> {
  const networks = 'SELECT FROM device_network JOIN device ON device.id = device_id WHERE user_name = $1'
  await until(`the network of ${name}`, async () => (await app.sql(networks, [name])).length === 1)
}

describe('guesses', () => {
  test('at unknown names are never hashed, and a hundred of one address are looked up', async () => {
    const guesses = Array.from({ length: 300 }, (_, index) => signIn(`nobody ${index}`, 'a guess', stranger(1)))
    expect(tally(await Promise.all(guesses))).toEqual({ wrong: 100, too_many_attempts: 200 })
    expect(hashes.count).toBe(0)
    expect(refusals.snapshot()).toEqual({ 'mqtt.guesses_of_address': 200 })
  })

  test('at one name from many addresses are hashed ten times', async () => {
    const guesses = Array.from({ length: 300 }, (_, index) => signIn('machine 1', `guess ${index}`, stranger(index)))
    expect(tally(await Promise.all(guesses))).toMatchObject({ wrong: 10 })
    expect(hashes.count).toBe(10)
  })

  test.each([
    ['too long', 'x'.repeat(300)],
    ['one that PostgreSQL cannot hold', 'machine\u00001'],
  ])('at a name that is %s are refused', async (_, name) => {
    expect(await signIn(name, KEY, HOME)).toBe('wrong')
  })

  test('at API keys are hashed never', async () => {
    const guesses = Array.from({ length: 300 }, (_, index) =>
      signIn('x', `phk_${String(index).padStart(43, '0')}`, stranger(1)),
    )
    expect(tally(await Promise.all(guesses))).toEqual({ wrong: 300 })
    expect(hashes.count).toBe(0)
  })
})

describe('a device that has signed in', () => {
  test('is recognised without a hash, anyone who guesses at its name, and long after', async () => {
    expect(await signIn('machine 2', KEY, HOME)).toBe('in')
    await exhaust('machine 2')
    hashes.count = 0
    await clock.jump(24 * 60 * 60_000)
    expect(await signIn('machine 2', KEY, HOME)).toBe('in')
    expect(hashes.count).toBe(0)
  })

  test('is let in from the address it is known from after a restart too, while strangers are locked out', async () => {
    expect(await signIn('machine 3', KEY, HOME)).toBe('in')
    await noted('machine 3')
    keys = await startKeys()
    await exhaust('machine 3')
    expect(await signIn('machine 3', KEY, stranger(77))).toBe('too_many_attempts')
    expect(await signIn('machine 3', KEY, HOME)).toBe('in')
  })

  test('has its own ten guesses at the address it is known from', async () => {
    expect(await signIn('machine 4', KEY, HOME)).toBe('in')
    const guesses = Array.from({ length: 30 }, (_, index) => signIn('machine 4', `guess ${index}`, HOME))
    expect(tally(await Promise.all(guesses))).toEqual({ wrong: 10, too_many_attempts: 20 })
  })

  test('is refused when its key was changed or it was disabled', async () => {
    for (const name of ['machine 5', 'machine 6']) expect(await signIn(name, KEY, HOME)).toBe('in')
    await app.sql(`UPDATE device SET key_hash = replace(key_hash, 'm=8,t=1', 'm=8,t=2') WHERE user_name = 'machine 5'`)
    await app.sql(`UPDATE device SET disabled_at = now() WHERE user_name = 'machine 6'`)
    await clock.jump(2 * 60_000)
    for (const name of ['machine 5', 'machine 6']) expect(await signIn(name, KEY, HOME)).toBe('wrong')
  })
})

test('a thousand machines behind one address come back at once during an attack, and nothing is hashed for them', async () => {
  const names = Array.from({ length: MACHINES - 100 }, (_, index) => `machine ${index + 101}`)
  for (const name of names) expect(await signIn(name, KEY, HOME)).toBe('in')
  hashes.count = 0
  await clock.jump(60 * 60_000)
  const attack = Array.from({ length: 500 }, (_, index) => signIn(`machine ${index + 101}`, 'a guess', stranger(1)))
  expect(tally(await Promise.all(names.map((name) => signIn(name, KEY, HOME))))).toEqual({ in: names.length })
  await Promise.all(attack)
  // Those of the guesses, as far as they found room.
  expect(hashes.count).toBeLessThanOrEqual(100)
})

test('with too many hashes waiting every name is refused alike, before anything is looked at', async () => {
  keys = await startKeys(1)
  const [row] = await app.sql<{ hash: string }>(`SELECT key_hash AS hash FROM device WHERE user_name = 'machine 7'`)
  // One is computed, one waits; people are not held up by them.
  const waiting = [1, 2].map(() => passwords.verify('a guess', row?.hash, 'device'))
  const answers = ['machine 8', 'nobody'].map((name) => signIn(name, KEY, HOME))
  expect(await Promise.all(answers)).toEqual(['unavailable', 'unavailable'])
  expect(await passwords.verify(KEY, row?.hash, 'person')).toBe(true)
  await Promise.all(waiting)
  expect(await signIn('machine 8', KEY, HOME)).toBe('in')
  expect(refusals.snapshot()).toEqual({ 'hash.device_waiting': 2 })
})

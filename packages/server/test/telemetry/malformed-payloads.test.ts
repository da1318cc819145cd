import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Device } from '../support/device.ts'
import { heldBytes } from '../support/held-bytes.ts'
import { malformedPayloads, mutatedPayloads } from '../support/malformed-payloads.ts'
import { seed } from '../support/seed.ts'
import { useTestApp } from '../support/use-test-app.ts'

const MALFORMED = 5_000
const MUTATED = 5_000
const MEMORY_LIMIT = 300 * 1024 * 1024

const app = useTestApp({ environment: { DEAD_LETTERS_PER_SENDER: '20000' } })
let device: Device

beforeAll(async () => {
  device = await app.device()
})

async function refusedOf(machineID: string) {
  // The same content is one dead letter with a count.
  return await app.sql<{ payload: Buffer; code: string; reason: string; device: string }>(
    `SELECT payload, code, reason, device FROM refused_message, generate_series(1, seen) WHERE topic = $1 ORDER BY id`,
    [`packhouse/${machineID}/record`],
  )
}

function sorted(payloads: Buffer[]): string[] {
  return payloads.map((payload) => payload.toString('base64')).toSorted()
}

/** Publishes records of a healthy machine for as long as the work takes. @returns how many were acknowledged */
async function besideHealthyDevice(machineID: string, work: Promise<void>): Promise<number> {
  const healthy = await app.device()
  let acknowledged = 0
  let done = false
  const ended = work.finally(() => {
    done = true
  })
  while (!done) {
    await healthy.publish(machineID, { totalCycles: acknowledged + 1 })
    acknowledged += 1
  }
  await ended
  expect(healthy.connected).toBe(true)
  return acknowledged
}

async function recordsOf(machineID: string): Promise<number> {
  const [row] = await app.sql<{ count: number }>(
    'SELECT count(*)::int AS count FROM record JOIN machine ON key = machine_key WHERE machine_id = $1',
    [machineID],
  )
  return row?.count ?? 0
}

describe('payloads that are no records', () => {
  test(`are each refused with a reason and stored, by the thousand, without harm to anybody (seed ${seed})`, async () => {
    const payloads = fc.sample(malformedPayloads, { seed, numRuns: MALFORMED })
    const memory = heldBytes()
    const acknowledged = await besideHealthyDevice('HEALTHY-1', device.publishAll('BAD-1', payloads))
    expect(heldBytes() - memory).toBeLessThan(MEMORY_LIMIT)

    const refused = await refusedOf('BAD-1')
    expect(refused).toHaveLength(MALFORMED)
    expect(sorted(refused.map((row) => row.payload))).toEqual(sorted(payloads))
    for (const { code, reason, device: by } of refused) {
      expect(code).toMatch(/^(too_large|not_json|invalid_field|other_machine|clock_ahead|too_old)$/)
      expect(reason.length).toBeGreaterThan(10)
      expect(by).toBe('sample-device')
    }
    expect(await recordsOf('BAD-1')).toBe(0)
    expect(await recordsOf('HEALTHY-1')).toBe(acknowledged)
    expect(device.connected).toBe(true)
  })

  test(`made of a record by a few wrong bytes are refused or stored, none is lost (seed ${seed})`, async () => {
    const payloads = fc.sample(mutatedPayloads, { seed, numRuns: MUTATED })
    const health = async () => (await (await app.as('staff')).call('ignitionHealth')).ingest
    const memory = heldBytes()
    const before = await health()
    const acknowledged = await besideHealthyDevice('HEALTHY-2', device.publishAll('BAD-2', payloads))
    expect(heldBytes() - memory).toBeLessThan(MEMORY_LIMIT)
    const after = await health()
    const settled = (key: 'stored' | 'refused' | 'duplicates' | 'conflicts') => after[key] - before[key]
    // What contradicts a stored record is refused then.
    expect(after.received - before.received - settled('conflicts')).toBe(MUTATED + acknowledged)
    expect(settled('stored') + settled('refused') + settled('duplicates')).toBe(MUTATED + acknowledged)
    expect(await refusedOf('BAD-2')).toHaveLength(settled('refused'))
    expect(settled('refused')).toBeGreaterThan(MUTATED / 2)
  })

  test('pollute no prototype', () => {
    expect('polluted' in {}).toBe(false)
  })

  test('say in their reason what to do', async () => {
    const answerTo = async (payload: Record<string, unknown>) => {
      await device.publish('BAD-3', payload)
      return (await refusedOf('BAD-3')).at(-1)
    }
    expect(await answerTo({ speed: 3 })).toMatchObject({ reason: 'speed: unknown; put free readings into machineData' })
    expect(await answerTo({ machineID: 'VFFS-2214' })).toMatchObject({ code: 'other_machine' })
    const ahead = new Date(Date.now() + 6 * 60_000).toISOString()
    expect(await answerTo({ lastSeen: ahead })).toMatchObject({
      code: 'clock_ahead',
      reason: expect.stringContaining("set the device's clock"),
    })
    const ancient = new Date(Date.now() - 401 * 86_400_000).toISOString()
    expect(await answerTo({ lastSeen: ancient })).toMatchObject({ code: 'too_old' })
  })
})

describe('unusual payloads that are records', () => {
  test.each([
    ['nothing at all', {}],
    [
      'every field',
      {
        lastSeen: new Date().toISOString(),
        totalCycles: Number.MAX_SAFE_INTEGER,
        cyclesPerMin: 100_000,
        machineState: 'Faulted',
        temperature: -273.15,
        humidity: 100,
        latitude: -90,
        longitude: 180,
        machineData: {},
      },
    ],
    ['nulls', { temperature: null, humidity: null, latitude: null, longitude: null }],
    [
      'the tiniest and the largest numbers',
      { machineData: { small: 5e-324, large: 1.7976931348623157e308, minus: -0 } },
    ],
    [
      'text that means something elsewhere',
      { machineData: { 'a\tb\nc\\d': "\\N '; DROP TABLE record; -- \u2028 \\u0041 🔑", '\\.': '\\.' } },
    ],
  ])('are stored and given back unchanged: %s', async (name, payload) => {
    const machineID = `UNUSUAL-${name.replaceAll(' ', '-')}`
    await device.publish(machineID, payload)
    expect(await recordsOf(machineID)).toBe(1)
    const machine = await (await app.as('staff')).call('getMachine', { params: { id: machineID } })
    expect(machine).toMatchObject(JSON.parse(JSON.stringify(payload)))
  })

  test('of exactly 64 KiB are taken, and keep their values', async () => {
    const readings = Object.fromEntries(Array.from({ length: 63 }, (_, i) => [`reading ${i}`, 'x'.repeat(1000)]))
    const payload = Buffer.from(JSON.stringify({ machineData: readings }).padEnd(64 * 1024, ' '))
    await device.publish('LARGE-1', payload)
    const machine = await (await app.as('staff')).call('getMachine', { params: { id: 'LARGE-1' } })
    expect(machine.machineData).toEqual(readings)
  })
})

import { healthSchema } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import type { Device } from '../support/device.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const SHARE = 30
const LIMITS = {
  DEAD_LETTERS_PER_SENDER: String(SHARE),
  DEAD_LETTERS_PER_CUSTOMER: '100',
  DEAD_LETTERS: '120',
  HELD_MEGABYTES_PER_MACHINE: '1',
}
const app = useTestApp({ environment: LIMITS })
let staff: Caller
let device: Device

beforeAll(async () => {
  staff = await app.as('staff')
  device = await app.device()
})

async function lettersOf(machineID: string) {
  const [row] = await app.sql<{ letters: number; seen: number }>(
    `SELECT count(*)::int AS letters, coalesce(sum(seen), 0)::int AS seen FROM refused_message
     JOIN machine ON key = machine_key WHERE machine_id = $1`,
    [machineID],
  )
  return row
}

async function recordsOf(machineID: string): Promise<number> {
  const sql = 'SELECT FROM record JOIN machine ON key = machine_key WHERE machine_id = $1'
  return (await app.sql(sql, [machineID])).length
}

async function notStoredOf(machineID: string): Promise<{ count: number; code: string; sample: string } | undefined> {
  const [row] = await app.sql<{ count: number; code: string; sample: string }>(
    `SELECT count::int, code, convert_from(sample, 'UTF8') AS sample FROM dead_letter_overflow
     JOIN machine ON key = machine_key WHERE machine_id = $1`,
    [machineID],
  )
  return row
}

const faulty = (n: number) => ({ totalCycles: -1 - n })

/** Publishes without waiting. @returns counts of what was acknowledged so far */
function flood(from: Device, machineID: string, count: number) {
  const counts = { acknowledged: 0 }
  for (let n = 0; n < count; n++) {
    from.publish(machineID, faulty(n)).then(
      () => {
        counts.acknowledged += 1
      },
      () => undefined,
    )
  }
  return counts
}

async function health() {
  return healthSchema.parse((await app.anonymous.get('/v1/health')).body)
}

describe('a device that sends garbage at full rate', () => {
  test('has as much acknowledged as is stored, stays connected, and its good records are stored', async () => {
    const sender = await app.device()
    const counts = flood(sender, 'GARBAGE-1', 500)
    for (let n = 0; n < 50; n++) await sender.publish('GARBAGE-1', { totalCycles: n })
    await until('all of them judged', async () => (await notStoredOf('GARBAGE-1'))?.count === 500 - SHARE)
    await sender.publish('GARBAGE-1', { totalCycles: 50 })
    expect(counts.acknowledged).toBe(SHARE)
    expect(await lettersOf('GARBAGE-1')).toEqual({ letters: SHARE, seen: SHARE })
    expect(await recordsOf('GARBAGE-1')).toBe(51)
    expect(sender.connected).toBe(true)
  })

  test('is counted with a sample, and shown to staff, in health, at the limits and in the log', async () => {
    expect(await notStoredOf('GARBAGE-1')).toMatchObject({
      code: 'invalid_field',
      sample: expect.stringMatching(/-\d+/),
    })
    const summary = await staff.call('deadLetterSummary')
    expect(summary).toMatchObject({ machines: 1, notStored: 500 - SHARE, held: { records: 0 }, clock: null })
    expect(summary.senders).toMatchObject([
      { device: 'sample-device', machineID: 'GARBAGE-1', code: 'invalid_field', count: 500, notStored: 500 - SHARE },
    ])
    const { status, senders } = await health()
    expect({ status, senders: senders.status }).toEqual({ status: 'degraded', senders: 'attention' })
    expect(senders.detail).toContain('1 machine was refused in the last 10 minutes (invalid_field 1)')
    expect(senders.detail).toContain('470 refused messages')
    expect(senders.detail).not.toContain('GARBAGE')
    const { refused } = await (await app.as('staff')).call('refusalCounts')
    expect(refused).toMatchObject({ 'dead_letters.share_of_sender': 470 })
    expect(app.logged.filter(({ msg }) => /share of a sender/.test(msg))).toHaveLength(1)
    const machineTest = await staff.call('testMachine', { params: { id: 'GARBAGE-1' } })
    expect(machineTest.checks.find(({ name }) => name === 'refused')?.words).toContain(
      '470 of them found the share full',
    )
  })

  test('displaces no other: another machine has its own share', async () => {
    await device.publish('OTHER-1', faulty(1))
    expect(await lettersOf('OTHER-1')).toEqual({ letters: 1, seen: 1 })
    expect(await lettersOf('GARBAGE-1')).toMatchObject({ letters: SHARE })
  })

  test('has a repeat of what is stored acknowledged and counted, however full its share is', async () => {
    await Promise.all(Array.from({ length: 1_000 }, () => device.publish('GARBAGE-1', faulty(0))))
    expect(await lettersOf('GARBAGE-1')).toEqual({ letters: SHARE, seen: SHARE + 1_000 })
  })

  test('is acknowledged again once staff have made room', async () => {
    await staff.call('discardDeadLetters', { body: { topic: 'GARBAGE-1' } })
    await device.publish('GARBAGE-1', faulty(600))
    expect(await lettersOf('GARBAGE-1')).toEqual({ letters: 1, seen: 1 })
  })

  test('with QoS 2 is answered as little', async () => {
    const sender = await app.device()
    await Promise.all(Array.from({ length: SHARE }, (_, n) => sender.publish('GARBAGE-2', faulty(n), 2)))
    sender.publish('GARBAGE-2', faulty(SHARE), 2).catch(() => undefined)
    await until('it counted', async () => (await notStoredOf('GARBAGE-2'))?.count === 1)
    await sender.publish('GARBAGE-2', { totalCycles: 1 }, 2)
    expect(sender.received.filter((cmd) => cmd === 'pubrec')).toHaveLength(SHARE + 1)
  })

  test('over HTTP gets the answer for each record that it was refused and not stored', async () => {
    const at = Date.now() - 60_000
    const records = Array.from({ length: SHARE + 1 }, (_, n) => ({
      machineID: 'VFFS-2214',
      lastSeen: new Date(at + n).toISOString(),
      totalCycles: -1,
    }))
    const { status, body } = await staff.post('/v1/ignition/records', { records })
    expect(status).toBe(200)
    const { refused } = body as { refused: { reason: string }[] }
    expect(refused).toHaveLength(SHARE + 1)
    expect(refused.filter(({ reason }) => reason.includes('It was not kept'))).toHaveLength(1)
  })
})

describe('many machines with garbage', () => {
  test('fill the share of their customer, and a device that was never refused still has room', async () => {
    await staff.call('discardDeadLetters', { body: { topic: 'packhouse/' } })
    const crowd = await app.device()
    for (let machine = 0; machine < 6; machine++) flood(crowd, `CROWD-${machine}`, SHARE)
    await until('the share of the customer full', async () => {
      const { refused } = await staff.call('refusalCounts')
      return (refused['dead_letters.share_of_customer'] ?? 0) > 0
    })
    const key = await staff.request('/v1/auth/api-keys', { method: 'POST', body: { name: 'Quiet line' } })
    const quiet = await app.sql<{ id: string }>(`SELECT id FROM api_key_scope WHERE name = 'telemetry:publish'`)
    const { id, key: password } = key.body as { id: string; key: string }
    await staff.request(`/v1/auth/api-keys/${id}/scopes`, { method: 'PUT', body: { ids: [quiet[0]?.id] } })
    const other = await app.device({ username: 'quiet', password })
    await other.publish('QUIET-1', faulty(1))
    expect(await lettersOf('QUIET-1')).toEqual({ letters: 1, seen: 1 })
  })
})

describe('with DEAD_LETTERS_FULL=acknowledge', () => {
  const generous = useTestApp({ environment: { ...LIMITS, DEAD_LETTERS_FULL: 'acknowledge' } })

  test('what is not stored is acknowledged and counted', async () => {
    const sender = await generous.device()
    await Promise.all(Array.from({ length: SHARE + 5 }, (_, n) => sender.publish('GARBAGE-3', faulty(n))))
    const rows = await generous.sql('SELECT count::int FROM dead_letter_overflow')
    expect(rows).toEqual([{ count: 5 }])
  })
})

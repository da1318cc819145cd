import { RECORD_MAX_BYTES, recordPayloadSchema, recordTopic } from '@packhouse/contract'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeRecord, machineIDOfTopic } from './decode.ts'

const MACHINE = { key: 7, machineID: 'VFFS-2214', keepRecordsDays: 400 }
const ARRIVAL = Date.parse('2026-11-21T12:00:00Z')

function decode(payload: unknown) {
  const bytes = Buffer.isBuffer(payload)
    ? payload
    : Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload))
  return decodeRecord(MACHINE, bytes, ARRIVAL)
}

function after(ms: number): string {
  return new Date(ARRIVAL + ms).toISOString()
}

describe('the topic of a record', () => {
  test('names its machine', () => {
    for (const machineID of ['a', 'VFFS-2214', '0.9_x-Y', 'x'.repeat(64)]) {
      expect(machineIDOfTopic(recordTopic(machineID))).toBe(machineID)
    }
  })

  test.each(['', '-a', '.', '..', 'a/b', 'a b', 'ä', 'x'.repeat(65), '+', '#', 'a\n'])(
    'is no record with the machineID %j',
    (machineID) => {
      expect(machineIDOfTopic(recordTopic(machineID))).toBeUndefined()
    },
  )
})

describe('decoding', () => {
  test('reads every field and reports the machine and the times', () => {
    const fields = {
      totalCycles: 5,
      cyclesPerMin: 1.5,
      machineState: 'Idle',
      temperature: null,
      humidity: 0,
      latitude: -90,
      longitude: 180,
      machineData: { a: 'b', c: null },
    }
    expect(decode({ ...fields, machineID: MACHINE.machineID, lastSeen: '2026-11-21T12:30:00+01:00' })).toEqual({
      record: { ...fields, machineKey: 7, at: ARRIVAL - 30 * 60_000, receivedAt: ARRIVAL },
    })
  })

  test('leaves whole numbers that a double would round as they came', () => {
    const payload = '{"machineData":{"id":9223372036854775807,"near":9007199254740991,"fraction":1.2345678901234567}}'
    expect(decode(payload)).toMatchObject({
      record: { machineData: { id: '9223372036854775807', near: 9_007_199_254_740_991, fraction: 1.2345678901234567 } },
    })
  })

  test('takes the time of arrival where none is reported', () => {
    expect(decode({})).toMatchObject({ record: { at: ARRIVAL, receivedAt: ARRIVAL } })
  })

  test.each([
    ['too_large', Buffer.alloc(RECORD_MAX_BYTES + 1, ' ')],
    ['not_json', ''],
    ['not_json', '{'],
    ['not_json', Buffer.from([0x22, 0xff, 0x22])],
    ['invalid_field', 'null'],
    ['invalid_field', []],
    ['invalid_field', { surplus: 1 }],
    ['invalid_field', { totalCycles: 1.5 }],
    ['invalid_field', { machineData: { a: 'x\u0000' } }],
    ['invalid_field', { machineData: { 'x\u0000': 1 } }],
    ['invalid_field', '{"machineData":{"a":"\\ud800"}}'],
    ['invalid_field', '{"machineData":{"\\udfff":1}}'],
    ['other_machine', { machineID: 'VFFS-2215' }],
    ['clock_ahead', { lastSeen: after(5 * 60_000 + 1) }],
    ['too_old', { lastSeen: after(-400 * 86_400_000 - 1) }],
  ])('refuses as %s: %j', (code, payload) => {
    expect(decode(payload)).toMatchObject({ refusal: { code, reason: expect.stringMatching(/\w{3}/) } })
  })

  test('takes times up to five minutes ahead and 400 days back', () => {
    for (const ms of [5 * 60_000, -400 * 86_400_000])
      expect(decode({ lastSeen: after(ms) })).toMatchObject({ record: { at: ARRIVAL + ms } })
  })

  test('accepts a whole surrogate pair', () => {
    expect(decode('{"machineData":{"key":"\\ud83d\\udd11"}}')).toMatchObject({ record: { machineData: { key: '🔑' } } })
  })

  test('gives for any bytes either a record or a reason that can be stored', () => {
    const payloads = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc.json().map((text) => Buffer.from(text)),
      fc
        .object({ key: fc.constantFrom(...Object.keys(recordPayloadSchema.shape), '__proto__', 'x\u0000') })
        .map((value) => Buffer.from(JSON.stringify(value))),
    )
    fc.assert(
      fc.property(payloads, (payload) => {
        const decoded = decodeRecord(MACHINE, payload, ARRIVAL)
        if ('record' in decoded) return Number.isInteger(decoded.record.at)
        const { reason } = decoded.refusal
        return reason.length > 0 && reason.length <= 1000 && !reason.includes('\u0000')
      }),
      { numRuns: 3000 },
    )
  })

  test('finds a time in every lastSeen that the schema takes', () => {
    const upTo = (most: number) => fc.nat(most).map((value) => String(value).padStart(2, '0'))
    const hour = upTo(24)
    const sixtieth = upTo(60)
    const zone = fc.oneof(
      fc.constant('Z'),
      fc.tuple(fc.constantFrom('+', '-'), hour, sixtieth).map(([sign, h, m]) => `${sign}${h}:${m}`),
    )
    const second = fc.oneof(
      fc.constant(''),
      fc.tuple(sixtieth, fc.nat()).map(([s, fraction]) => `:${s}.${fraction}`),
    )
    const year = fc.nat(9999).map((value) => String(value).padStart(4, '0'))
    const texts = fc.tuple(year, upTo(13), upTo(32), hour, sixtieth, second, zone)
    let taken = 0
    fc.assert(
      fc.property(texts, ([y, m, d, h, min, s, z]) => {
        const lastSeen = `${y}-${m}-${d}T${h}:${min}${s}${z}`
        if (!recordPayloadSchema.safeParse({ lastSeen }).success) return
        taken += 1
        expect(Date.parse(lastSeen), lastSeen).not.toBeNaN()
      }),
      { numRuns: 2000 },
    )
    expect(taken).toBeGreaterThan(200)
  })
})

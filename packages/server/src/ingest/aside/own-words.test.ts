import { expect, test } from 'vitest'
import { orderedTime, type TelemetryRecord } from '../../telemetry/index.ts'
import { decodeRecord } from '../decode.ts'
import { decodeOwnWords, inOwnWords } from './own-words.ts'

const machine = { key: 7, machineID: 'VFFS-2214', keepRecordsDays: 400 }
const AT = Date.parse('2026-11-21T12:00:00Z')
const record: TelemetryRecord = { machineKey: 7, at: AT, receivedAt: AT + 5, totalCycles: 5, machineData: { a: 1 } }

test.each<[string, Partial<TelemetryRecord>]>([
  ['as a device sends it', {}],
  ['of a time with microseconds', { at: orderedTime(AT, 17) }],
  ['with readings that leave the others', { isPartial: true }],
  ['of an unknown state', { machineState: null }],
  ['of a state', { machineState: 'Execute' }],
  ['that ends', { ends: true }],
])('a record %s is the same when it is read again', (_, fields) => {
  const stored = { ...record, ...fields }
  expect(decodeOwnWords(machine, inOwnWords(stored), AT + 5)).toEqual({ record: stored })
})

test('a device cannot send marks', () => {
  const payload = inOwnWords({ ...record, ends: true })
  expect(decodeRecord(machine, payload, AT)).toMatchObject({ refusal: { code: 'invalid_field' } })
})

test('marks that nobody has written are refused', () => {
  const payload = Buffer.from(JSON.stringify({ lastSeen: new Date(AT).toISOString(), marks: { order: 1_000 } }))
  expect(decodeOwnWords(machine, payload, AT)).toMatchObject({ refusal: { code: 'invalid_field' } })
})

import { expect, test } from 'vitest'
import { onCallAt, type Rota } from './on-call.ts'

const [ada, ben, cleo] = ['ada', 'ben', 'cleo']
const rota: Rota = {
  timeZone: 'Europe/Oslo',
  // A Monday.
  startsOn: '2026-03-02',
  handoverTime: '08:00',
  turnDays: 7,
  people: [{ userId: ada }, { userId: ben }, { userId: cleo }],
  overrides: [],
}
const at = (time: string, changed: Partial<Rota> = {}) => onCallAt({ ...rota, ...changed }, Date.parse(time))

test('people are on call in turn, and hand over on the weekday and at the time of the first turn', () => {
  expect(at('2026-03-02T07:59:59+01:00')).toBeUndefined()
  expect(at('2026-03-02T08:00:00+01:00')).toBe(ada)
  expect(at('2026-03-09T07:59:59+01:00')).toBe(ada)
  expect(at('2026-03-09T08:00:00+01:00')).toBe(ben)
  expect(at('2026-03-16T08:00:00+01:00')).toBe(cleo)
  expect(at('2026-03-23T08:00:00+01:00')).toBe(ada)
})

test('the handover stays at its time when the clocks change', () => {
  expect(at('2026-03-30T07:59:59+02:00')).toBe(ada)
  expect(at('2026-03-30T08:00:00+02:00')).toBe(ben)
})

test('turns of a day, and nobody where nobody is named', () => {
  expect(at('2026-03-04T09:00:00+01:00', { turnDays: 1 })).toBe(cleo)
  expect(at('2026-03-04T07:00:00+01:00', { turnDays: 1 })).toBe(ben)
  expect(at('2026-03-04T09:00:00+01:00', { people: [] })).toBeUndefined()
})

test('an override counts from its beginning until its end, and of two the later entry', () => {
  const overrides = [
    { from: '2026-03-03T00:00:00Z', to: '2026-03-05T00:00:00Z', userId: cleo },
    { from: '2026-03-04T00:00:00Z', to: '2026-03-04T12:00:00Z', userId: ben },
  ]
  expect(at('2026-03-03T00:00:00Z', { overrides })).toBe(cleo)
  expect(at('2026-03-04T11:59:59Z', { overrides })).toBe(ben)
  expect(at('2026-03-04T12:00:00Z', { overrides })).toBe(cleo)
  expect(at('2026-03-05T00:00:00Z', { overrides })).toBe(ada)
})

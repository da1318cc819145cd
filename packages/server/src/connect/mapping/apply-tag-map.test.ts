import { tagMapEntrySchema } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { applyTagMap, type Before, type Reading } from './apply-tag-map.ts'
import { CounterCourse } from './counter-course.ts'

const nothing: Before = { at: 0, late: false, courseOf: () => new CounterCourse(), tags: {}, measured: {} }

function map(entry: object, value: Reading['value'], before: Partial<Before> = {}) {
  const entries = [tagMapEntrySchema.parse({ canonicalTag: 'tag', address: 'a', role: 'other', ...entry })]
  return applyTagMap(entries, [{ address: 'a', value }], { ...nothing, ...before })
}

test.each([
  ['a scaled number', { role: 'temperature', scale: 0.1, offset: -5 }, 255, { temperature: 20.5 }],
  ['a number in text', { role: 'speed' }, '32.5', { cyclesPerMin: 32.5 }],
  ['a state by its number', { role: 'state', valueMap: { '6': 'Execute' } }, 6, { machineState: 'Execute' }],
  ['a state by its name', { role: 'state' }, 'Held', { machineState: 'Held' }],
  ['a counter', { role: 'count' }, 12, { totalCycles: 12 }],
  ['rejects', { role: 'reject' }, 3, { totalRejects: 3 }],
  ['a reading', { canonicalTag: 'filmTension' }, 4.25, { machineData: { filmTension: 4.25 } }],
  ['a long whole number', {}, 40_123_456_789_012, { machineData: { tag: 40_123_456_789_012 } }],
  ['digits beyond a double', {}, '340123450000000018', { machineData: { tag: '340123450000000018' } }],
  [
    'scaled digits beyond a double',
    { scale: 10 },
    '340123450000000018',
    { machineData: { tag: '3401234500000000180' } },
  ],
  [
    'a number that is scaled beyond a double',
    { scale: 100, offset: 3 },
    1_234_567_890_123_457,
    { machineData: { tag: '123456789012345703' } },
  ],
  ['digits with zeros before them', {}, '0042', { machineData: { tag: 42 } }],
  ['a code with zeros before it', { dataType: 'text' }, '04012345678901', { machineData: { tag: '04012345678901' } }],
  ['a text', { dataType: 'text' }, 17, { machineData: { tag: '17' } }],
  ['a truth', { dataType: 'boolean' }, 1, { machineData: { tag: true } }],
  ['a value that is there and empty', { role: 'humidity' }, null, { humidity: null }],
  ['a speed that is there and empty', { role: 'speed' }, null, { cyclesPerMin: null }],
])('%s', (_, entry, value, fields) => {
  expect(map(entry, value)).toEqual({ fields, faults: [], isUseless: false })
})

test.each([
  ['a word for a number', { role: 'temperature' }, 'warm', { temperature: null }, /"warm" is no number/],
  ['blanks for a number', {}, ' ', { machineData: { tag: null } }, /is no number/],
  ['a counter below nothing', { role: 'count' }, -1, {}, /is no counter/],
  ['a counter beyond a double', { role: 'count' }, 2 ** 60, {}, /is no counter/],
  ['a number that scaling makes endless', { scale: 1e308 }, 1e308, { machineData: { tag: null } }, /is no number/],
  ['more water than air', { role: 'humidity' }, 101, { humidity: null }, /101 is more or less than there can be/],
  ['a text with a NUL', { dataType: 'text' }, 'a\u0000', { machineData: { tag: null } }, /NUL/],
  ['a book', { dataType: 'text' }, 'x'.repeat(1_025), { machineData: { tag: null } }, /longer than 1,024/],
])('%s is a fault, and not known', (_, entry, value, known, reason) => {
  const { fields, faults, isUseless } = map(entry, value)
  expect(fields).toEqual(known)
  expect(isUseless).toBe(true)
  expect(faults).toEqual([{ address: 'a', reason: expect.stringMatching(reason) }])
})

test('a state that means nothing is a fault, and not known', () => {
  const { fields, faults } = map({ role: 'state' }, 99)
  expect(fields).toEqual({ machineState: null })
  expect(faults).toEqual([{ address: 'a', reason: expect.stringMatching(/99 has no state/) }])
})

test('a change within the deadband is ignored', () => {
  expect(map({ deadband: 0.5 }, 10.4, { tags: { tag: 10 } }).fields.machineData).toEqual({ tag: 10 })
  expect(map({ deadband: 0.5 }, 10.6, { tags: { tag: 10 } }).fields.machineData).toEqual({ tag: 10.6 })
})

test.each([
  ['speed', 'cyclesPerMin'],
  ['temperature', 'temperature'],
  ['humidity', 'humidity'],
])('a change of the %s within the deadband is ignored', (role, field) => {
  const before = { measured: { [field]: 10 } }
  expect(map({ role, deadband: 0.5 }, 10.4, before).fields).toEqual({ [field]: 10 })
  expect(map({ role, deadband: 0.5 }, 10.6, before).fields).toEqual({ [field]: 10.6 })
  expect(map({ role, deadband: 0.5 }, null, before).fields).toEqual({ [field]: null })
  expect(map({ role, deadband: 0.5 }, 10.4, { measured: { [field]: null } }).fields).toEqual({ [field]: 10.4 })
})

test('what no entry names is left out', () => {
  expect(applyTagMap([], [{ address: 'a', value: 1 }], nothing)).toEqual({ fields: {}, faults: [], isUseless: true })
})

test('of many entries those of the readings are applied, in the order of the map', () => {
  const entries = Array.from({ length: 100 }, (_, place) =>
    tagMapEntrySchema.parse({
      canonicalTag: `tag${place}`,
      address: `a${place % 50}`,
      role: place % 50 === 7 ? 'temperature' : 'other',
    }),
  )
  const readings = [
    { address: 'a9', value: 9 },
    { address: 'a7', value: 1 },
    { address: 'none', value: 1 },
    { address: 'a7', value: 7 },
  ]
  expect(applyTagMap(entries, readings, nothing)).toEqual({
    fields: { temperature: 7, machineData: { tag9: 9, tag59: 9 } },
    faults: [],
    isUseless: false,
  })
})

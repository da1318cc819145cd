import { plainTagMapEntry, type TagMapEntry, tagMapEntrySchema } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { applyTagMap } from '../mapping/apply-tag-map.ts'
import { CounterCourse } from '../mapping/counter-course.ts'
import { isSameValue, type RawValue, rawValueOf } from './raw-value.ts'

function entry(given: Partial<TagMapEntry>): TagMapEntry {
  return { ...plainTagMapEntry, canonicalTag: 'tag', address: 'a', role: 'other', writable: true, ...given }
}

const scaled = entry({ scale: 0.1, offset: -5, min: 0, max: 10 })
const named = entry({ dataType: 'text', valueMap: { '1': 'slow', '2': 'fast' } })

test.each<[TagMapEntry, RawValue, RawValue]>([
  [scaled, 4.3, 93],
  [scaled, 0, 50],
  [scaled, 10, 150],
  [named, 'fast', '2'],
  [named, 'other', 'other'],
  [entry({ dataType: 'boolean' }), false, false],
  [entry({ dataType: 'boolean', valueMap: { on: true, off: false } }), true, 'on'],
  [entry({ dataType: 'text' }), 'recipe 4', 'recipe 4'],
  [entry({}), 40_123_456_789_012, 40_123_456_789_012],
])('what a tag map makes of a reading is taken back', (of, value, raw) => {
  expect(rawValueOf(of, value)).toEqual({ raw })
  const before = { at: 0, late: false, courseOf: () => new CounterCourse(), tags: {}, measured: {} }
  expect(applyTagMap([of], [{ address: 'a', value: raw }], before).fields.machineData).toEqual({ tag: value })
})

test.each<[TagMapEntry, RawValue]>([
  [scaled, -0.1],
  [scaled, 10.1],
  [scaled, Number.NaN],
  [scaled, '5'],
  [scaled, true],
  [entry({ scale: 1e-300 }), 1e300],
  [named, 2],
  [entry({ dataType: 'boolean' }), 1],
  [entry({ dataType: 'text' }), 'a\u0000b'],
  [entry({ dataType: 'text' }), '\ud800'],
])('%j does not take %j', (of, value) => {
  expect(rawValueOf(of, value)).toEqual({ fault: expect.stringMatching(/./) })
})

test('a machine may report in seven digits what was written', () => {
  expect(isSameValue(4.3, Math.fround(4.3))).toBe(true)
  expect(isSameValue(0, 0)).toBe(true)
  expect(isSameValue(4.3, 4.31)).toBe(false)
  expect(isSameValue(12_345_678, 12_345_679)).toBe(false)
  expect(isSameValue(0, 1e-9)).toBe(false)
  expect(isSameValue('4', 4)).toBe(false)
  expect(isSameValue(true, undefined)).toBe(false)
})

test.each([
  [{ role: 'state' }, 'writable'],
  [{ role: 'count' }, 'writable'],
  [{ min: 2, max: 1 }, 'max'],
  [{ dataType: 'text', min: 1 }, 'min'],
  [{ writeTopic: 'a/+' }, 'writeTopic'],
  [{ writeTopic: '$SYS/a' }, 'writeTopic'],
  [{ writeTopic: 'a/{other}' }, 'writeTopic'],
  [{ writePayload: '{"speed": 1}' }, 'writePayload'],
] as const)('an entry that is written with %j is refused', (given, field) => {
  const { error } = tagMapEntrySchema.safeParse(entry(given as Partial<TagMapEntry>))
  expect(error?.issues.map(({ path }) => path[0])).toEqual([field])
})

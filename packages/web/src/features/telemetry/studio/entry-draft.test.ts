import { tagMapEntrySchema } from '@packhouse/contract'
import { expect, test } from 'vitest'
import {
  countDifferences,
  faultsOf,
  firstFault,
  fromDraft,
  suggestEntry,
  toDraft,
  unreadableNumbers,
} from './entry-draft.ts'

const entry = (given: object) => tagMapEntrySchema.parse({ canonicalTag: 'a', address: 'a', role: 'other', ...given })

test.each([
  [{}],
  [{ role: 'state', valueMap: { '6': 'Execute', '2': 'Stopped' } }],
  [{ dataType: 'boolean', valueMap: { on: true } }],
  [{ dataType: 'text', valueMap: { 'a,b=c': 'x, y = z' } }],
  [{ valueMap: { high: 90.5 }, scale: 0.1, offset: -5, deadband: 2, rolloverAt: 65_536, unit: '°C' }],
])('an entry that is not touched comes back as it was: %j', (given) => {
  expect(fromDraft(toDraft(entry(given)))).toEqual(entry(given))
})

test('a comma is taken for a point, and an empty number for its default', () => {
  const draft = { ...toDraft(entry({})), scale: '0,1', offset: ' ', rolloverAt: '' }
  expect(fromDraft(draft)).toMatchObject({ scale: 0.1, offset: 0, rolloverAt: null })
})

test.each([
  ['plc.t_zone1', 4, { canonicalTag: 't_zone1', role: 'other', dataType: 'number' }],
  ['temp[0]', 4, { canonicalTag: 'temp', role: 'temperature' }],
  ['["Machine.State"]', 'Execute', { canonicalTag: 'State', role: 'state', dataType: 'text' }],
  ['counters.total', 4, { canonicalTag: 'total', role: 'count' }],
  ['door', true, { canonicalTag: 'door', role: 'other', dataType: 'boolean' }],
  ['7°', 'x', { role: 'other', dataType: 'text' }],
])('for %s with %j an entry is suggested', (address, value, expected) => {
  const draft = suggestEntry(address, value, [])
  expect(draft).toMatchObject({ address, ...expected })
  expect(tagMapEntrySchema.safeParse(fromDraft(draft)).success).toBe(true)
})

test('what is suggested has a tag and a role of its own', () => {
  const first = suggestEntry('temp', 1, [])
  expect(suggestEntry('oven.temp', 1, [first])).toMatchObject({ canonicalTag: 'temp2', role: 'other' })
})

test('differences are counted by the tags', () => {
  const [a, b] = [entry({}), entry({ canonicalTag: 'b' })]
  expect(countDifferences([{ ...a, scale: 2 }, entry({ canonicalTag: 'c' })], [a, b])).toEqual({
    added: 1,
    changed: 1,
    removed: 1,
  })
})

test('faults stand at their entry and field', () => {
  const errors = [
    { path: 'body.entries.1.address', code: 'address', message: 'must be an address' },
    { path: 'body.name', code: 'x', message: 'x' },
  ]
  expect(faultsOf(errors)).toEqual({ '1.address': 'must be an address' })
})

test('the first fault names its entry by tag, or by place without a tag', () => {
  const fault = { path: 'body.entries.0.address', code: 'invalid', message: 'must not be empty' }
  expect(firstFault([fault], [entry({ canonicalTag: 't1' })])).toBe('t1: Address must not be empty.')
  expect(firstFault([fault], [{ ...entry({}), canonicalTag: '' }])).toBe('Entry 1: Address must not be empty.')
  expect(firstFault([{ ...fault, path: 'body.payloads' }], [])).toBeUndefined()
})

test('text in a number field is a fault about what was typed, also where a number may be left out', () => {
  const typed = fromDraft({ ...toDraft(entry({})), scale: 'ten', rolloverAt: '65.536.000', max: '1e', min: '' })
  expect(faultsOf(unreadableNumbers([entry({}), typed]))).toEqual({
    '1.scale': 'must be a number',
    '1.rolloverAt': 'must be a number',
    '1.max': 'must be a number',
  })
})

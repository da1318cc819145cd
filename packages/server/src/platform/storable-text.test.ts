import { expect, test } from 'vitest'
import { storableJson } from './storable-text.ts'

test('JSON for PostgreSQL has U+FFFD in the place of a NUL and of half of a surrogate pair, in names too', () => {
  const given = {
    'a\u0000': ['b\ud800', { c: 'd\udfff', e: new Date(0) }],
    whole: '\u{1f600} \\u0000',
    none: undefined,
  }
  expect(JSON.parse(storableJson(given))).toEqual({
    'a\ufffd': ['b\ufffd', { c: 'd\ufffd', e: '1970-01-01T00:00:00.000Z' }],
    whole: '\u{1f600} \\u0000',
  })
})

import { expect, test } from 'vitest'
import { plainText } from './plain-text.ts'

test.each([
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
  ['Ålesund', 'alesund'],
  ['Øst', 'ost'],
  ['Ähre', 'ahre'],
  ['ÆRØ', 'aero'],
  ['İzmir', 'izmir'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['日本', '日本'],
])('%s is found by %s', (name, typed) => {
  expect(plainText(name)).toBe(typed)
})

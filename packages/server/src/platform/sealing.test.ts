import { expect, test } from 'vitest'
import { Sealing } from './sealing.ts'

const sealing = new Sealing('key of the tests', 'links')

test('what is sealed opens again, looks another each time and does not show the text', () => {
  const [one, two] = [sealing.seal('Grüße 🔑'), sealing.seal('Grüße 🔑')]
  expect(sealing.open(one)).toBe('Grüße 🔑')
  expect(one.equals(two)).toBe(false)
  expect(one.includes('Gr')).toBe(false)
})

test('nothing opens with another key, for another use, or after any bit of it has changed', () => {
  const sealed = sealing.seal('a link')
  expect(new Sealing('another key', 'links').open(sealed)).toBeUndefined()
  expect(new Sealing('key of the tests', 'codes').open(sealed)).toBeUndefined()
  for (let at = 0; at < sealed.length; at++) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(sealing.open(changed), `byte ${at}`).toBeUndefined()
  }
  for (let length = 0; length < sealed.length; length++) {
    expect(sealing.open(sealed.subarray(0, length)), `${length} bytes`).toBeUndefined()
  }
})

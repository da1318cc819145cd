import { foldCase } from '@packhouse/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()

/** The texts whose letters are all known to the database, with what it makes of them. */
async function foldedByDatabase(texts: readonly string[]): Promise<Map<string, string>> {
  const rows = await app.sql(
    'SELECT text, fold_case(text) AS folded FROM unnest($1::text[]) AS given (text) WHERE unicode_assigned(text)',
    [texts],
  )
  return new Map(rows.map(({ text, folded }) => [String(text), String(folded)]))
}

/** All characters of Unicode. Halves of pairs are none, and the database has no zero. */
const characters = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
  .map((code) => String.fromCodePoint(code))

/** The other cases of a letter; of some they are several letters. */
const casesOf = (letter: string) =>
  [letter.toUpperCase(), letter.toLowerCase(), letter.toLocaleUpperCase('tr'), letter.toLocaleLowerCase('tr')].filter(
    (other) => other !== letter && [...other].length === 1,
  )

test('every character of Unicode is folded in the program as in the database', async () => {
  const folded = await foldedByDatabase(characters)
  expect(folded.size).toBeGreaterThan(150_000)
  const different = [...folded].filter(([letter, there]) => foldCase(letter) !== there)
  expect(different).toEqual([])
})

test('a letter and its other cases are the same, to the program and to the database', async () => {
  const folded = await foldedByDatabase(characters)
  const pairs = [...folded.keys()].flatMap((letter) => casesOf(letter).map((other) => [letter, other] as const))
  const known = pairs.filter(([, other]) => folded.has(other))
  expect(known.length).toBeGreaterThan(2_500)
  expect(known.filter(([letter, other]) => foldCase(letter) !== foldCase(other))).toEqual([])
  expect(known.filter(([letter, other]) => folded.get(letter) !== folded.get(other))).toEqual([])
})

test('words of any letters and accents are folded in the program as in the database, and once is enough', async () => {
  const letters = fc.constantFrom(...'aAzZ09 -ßẞiIİıſKkΣσςµμÅÅåéÉǅǆꭰᎠაᲐ가𐐀𐐨', '\u0301', '\u0307', '\u0327', '\u0345')
  const words = fc.sample(fc.string({ unit: letters, maxLength: 12 }), { numRuns: 3_000, seed: 115 })
  const folded = await foldedByDatabase(words)
  expect(folded.size).toBeGreaterThan(2_000)
  expect([...folded].filter(([word, there]) => foldCase(word) !== there)).toEqual([])
  expect([...folded.values()].filter((once) => foldCase(once) !== once)).toEqual([])
})

test('a code or name that is taken is refused in every case, whatever the locale of a column', async () => {
  const staff = await app.as('staff')
  const create = async (path: string, body: object) => (await staff.post(path, body)).status
  for (const [place, [one, other]] of [
    ['ΟΔΟΣ', 'οδος'],
    ['İZMİR', 'izmir'],
    ['MAẞE', 'maße'],
  ].entries()) {
    const customer = { name: `Fold ${place}`, currency: 'EUR', status: 'active' }
    expect(await create('/v1/customers', { ...customer, code: one })).toBe(201)
    expect(await create('/v1/customers', { ...customer, code: other })).toBe(409)
    expect(await create('/v1/machine-library/tags', { name: one })).toBe(201)
    expect(await create('/v1/machine-library/tags', { name: other })).toBe(409)
  }
})

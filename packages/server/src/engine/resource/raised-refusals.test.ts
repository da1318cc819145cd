import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inLanguage } from '../../platform/language.ts'
import { raisedRefusal } from './raised-refusals.ts'

const MIGRATIONS = new URL('../../../migrations/', import.meta.url)

/** What each function of the database raises for a missing permission, as the newest migration has it. */
function raised(): string[] {
  const functions = new Map<string, string>()
  for (const name of readdirSync(MIGRATIONS).sort()) {
    if (!name.endsWith('.sql')) continue
    const text = readFileSync(new URL(name, MIGRATIONS), 'utf8')
    for (const [, named = '', body = ''] of text.matchAll(
      /CREATE (?:OR REPLACE )?FUNCTION (\w+)\([^$;]*\$\$(.*?)\$\$/gs,
    ))
      functions.set(named, body)
  }
  const raises = /RAISE EXCEPTION '((?:[^']|'')*)'[^;]*ERRCODE = '42501'/g
  return [...functions.values()].flatMap((body) => [...body.matchAll(raises)].map(([, said = '']) => said))
}

test('What the database raises for a missing permission is said in the language of the reader, with what is missing', () => {
  const all = raised()
  expect(all.length).toBeGreaterThan(5)
  for (const said of all) {
    const message = said.replaceAll('%', 'supplier.read, a. b: “c”')
    const [english, german] = ['en', 'de'].map((language) => inLanguage(language, () => raisedRefusal(message)))
    expect(german, said).not.toBe(english)
    for (const words of [english, german]) expect(words, said).toContain('supplier.read, a. b: “c”')
  }
})

test('What nobody knows is passed on as it is', () => {
  expect(raisedRefusal('Something else.')).toBe('Something else.')
  expect(raisedRefusal(undefined)).toBeUndefined()
})

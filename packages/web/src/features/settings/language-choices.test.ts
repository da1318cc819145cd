import { expect, test } from 'vitest'
import { languageChoices } from './language-choices.ts'

const values = (offered: readonly string[], current: string | null) =>
  languageChoices(offered, current).map(({ choices }) => choices.map(({ value }) => value))

test('Languages with texts come first, each with its countries and by its own name', () => {
  const [german, english, others] = languageChoices(['de', 'en'], null)
  expect(german?.label).toBe('Deutsch')
  expect(german?.choices.map(({ value }) => value).sort()).toEqual(['de-AT', 'de-CH', 'de-DE'])
  expect(german?.choices.map(({ label }) => label)).toContain('Deutsch (Deutschland)')
  expect(english?.label).toBe('English')
  expect(others?.choices.map(({ label }) => label)).toContain('Norsk bokmål (Norge)')
})

test('The choice of the account stays in the list, even one that nobody knows', () => {
  expect(values(['en'], 'de')[1]).toContain('de')
  expect(values(['en'], 'en-NZ')[0]).toContain('en-NZ')
  expect(values(['en'], 'no such tag')[1]).toContain('no such tag')
})

test('A language with texts but without a listed country is a choice of its own', () => {
  expect(values(['sw'], null)[0]).toEqual(['sw'])
})

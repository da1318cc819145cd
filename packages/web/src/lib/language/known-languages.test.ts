import { expect, test } from 'vitest'
import { firstKnown, languageOf } from './known-languages.ts'

const languages = ['en', 'de']

test('the first tag with texts counts, with its region', () => {
  expect(firstKnown(['', 'fr-FR', 'de-CH', 'en'], languages)).toBe('de-CH')
  expect(languageOf('de-CH', languages)).toBe('de')
  expect(firstKnown(['fr'], languages)).toBe('en')
})

test('what is no tag is passed over: dates and numbers follow the one that is found', () => {
  expect(firstKnown(['en-US@posix', 'de'], languages)).toBe('de')
  for (const tags of [['en-US@posix'], ['de_DE'], ['en-'], ['en-US@posix', 'fr']]) {
    expect(new Intl.NumberFormat(firstKnown(tags, languages)).format(1)).toBe('1')
  }
})

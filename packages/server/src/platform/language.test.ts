import { t } from '@packhouse/messages'
import { afterEach, describe, expect, test } from 'vitest'
import { currentLanguage, inAcceptedLanguage, inLanguage, listed, setInstallationLanguage } from './language.ts'

const languageFor = (accepted: string | undefined) => inAcceptedLanguage(accepted, currentLanguage)

afterEach(() => setInstallationLanguage('en'))

describe('the language of a request', () => {
  test.each([
    ['de', 'de'],
    ['DE', 'de'],
    ['de-CH', 'de'],
    ['de-Latn-AT', 'de'],
    ['en-GB,de;q=0.9', 'en'],
    ['fr-FR,fr;q=0.9,de;q=0.8,en;q=0.7', 'de'],
    ['en;q=0.2, de;q=0.3', 'de'],
    ['en;q=0.3, de;q=0.3', 'en'],
    ['de;q=0, en;q=0.1', 'en'],
    ['de ; q=1.000 , en', 'de'],
    ['en-XA', 'en-XA'],
    ['ar-XB, de', 'ar-XB'],
  ])('that accepts %s is %s', (accepted, language) => {
    expect(languageFor(accepted)).toBe(language)
  })

  test.each([
    undefined,
    '',
    '*',
    'fr',
    'fr, *;q=0.5',
    'de;q=0',
    'de;q=2',
    'de;q=0.1234',
    'de;q=',
    'de;Q',
    ';;,,;',
    'q=1',
    '\u0000',
  ])('that accepts %j is that of the installation', (accepted) => {
    expect(languageFor(accepted)).toBe('en')
  })

  test('falls back to the installation, whichever that is', () => {
    setInstallationLanguage('de')
    expect(languageFor('fr')).toBe('de')
    expect(languageFor('*')).toBe('de')
    expect(languageFor('en')).toBe('en')
  })

  test('is looked for among the first ranges only, however many there are', () => {
    const many = Array.from({ length: 10_000 }, () => 'fr').join(',')
    expect(languageFor(`${many},de`)).toBe('en')
    expect(languageFor(`de,${many}`)).toBe('de')
  })
})

test('work for a reader stays in the language of the reader across waits', async () => {
  const read = (tag: string) =>
    inLanguage(tag, async () => {
      await new Promise((resolve) => setImmediate(resolve))
      return t('server.isNotKnownHere')
    })
  expect(await Promise.all([read('de-DE'), read('en'), read('de')])).toEqual([
    'ist hier nicht bekannt',
    'is not known here',
    'ist hier nicht bekannt',
  ])
})

test('an account without a language has that of the installation', () => {
  setInstallationLanguage('de')
  expect(inLanguage(null, currentLanguage)).toBe('de')
  expect(inLanguage('fr', currentLanguage)).toBe('de')
})

test('words are listed as the language does', () => {
  expect(inLanguage('en', () => listed(['a', 'b', 'c']))).toBe('a, b and c')
  expect(inLanguage('de', () => listed(['a', 'b'], 'or'))).toBe('a oder b')
})

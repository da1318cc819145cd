import { describe, expect, test } from 'vitest'
import { acceptedLanguages, bestLanguage, nameOfLanguage } from './language-choice.ts'

describe('the languages that a reader accepts', () => {
  test('come by their weight, and those of weight 0 or of no known form are left out', () => {
    expect(acceptedLanguages('en;q=0.2, nb-NO, de;q=0.9')).toEqual(['nb-NO', 'de', 'en'])
    expect(acceptedLanguages('de;q=0, *, fr;q=2, "><script>, en')).toEqual(['en'])
    expect(acceptedLanguages(undefined)).toEqual([])
    expect(acceptedLanguages('en,'.repeat(10_000)).length).toBeLessThanOrEqual(16)
  })
})

describe('the best language', () => {
  test('is the same tag, else the same language, wish by wish', () => {
    expect(bestLanguage(['de', 'de-CH', 'en'], ['de-CH'])).toBe('de-CH')
    expect(bestLanguage(['de', 'en'], ['de-AT', 'en'])).toBe('de')
    expect(bestLanguage(['pt-BR', 'en'], ['fr', 'pt'])).toBe('pt-BR')
    expect(bestLanguage(['de'], ['fr', 'pl'])).toBeUndefined()
  })

  test('of a reader of Norwegian is Norwegian in either form', () => {
    expect(bestLanguage(['en', 'nb-NO'], ['nn'])).toBe('nb-NO')
    expect(bestLanguage(['no', 'en'], ['nb-NO'])).toBe('no')
  })
})

test('a language is called as its speakers call it', () => {
  expect(['de', 'pl', 'nb-NO'].map(nameOfLanguage)).toEqual(['Deutsch', 'Polski', 'Norsk bokmål (Norge)'])
})

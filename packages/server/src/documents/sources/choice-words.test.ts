import { expect, test } from 'vitest'
import '../../platform/language.ts'
import { choiceWords } from './choice-words.ts'

test('A word of the program is shown as a person would write it, and an abbreviation as it is', () => {
  expect(['reverseCharge', 'installation', 'SAT'].map((value) => choiceWords(value, 'en'))).toEqual([
    'Reverse charge',
    'Installation',
    'SAT',
  ])
})

import { catalogues } from '@packhouse/messages/catalogues'
import { expect, test } from 'vitest'
import { choiceFaults } from './choice-faults.ts'

const [english, german] = [
  { ...catalogues[0], declared: { atMost: 'at most', sparkplugB: 'Sparkplug B', vffs: 'VFFS' } },
  { ...catalogues[0], language: 'de', declared: { atMost: 'höchstens', sparkplugB: 'sparkplugB', vffs: 'VFFS' } },
]

test('a choice is read in words, not as the program calls it', () => {
  expect(choiceFaults(english, ['atMost', 'sparkplugB', 'vffs', 'draft', '3.1.1', 'EXW'])).toEqual([])
  expect(choiceFaults(german, ['atMost', 'sparkplugB', 'vffs'])).toEqual([
    "de: the choice 'sparkplugB' has no words that people read",
  ])
  const none = { ...english, declared: { monoPlastic: 'MonoPlastic' } }
  expect(choiceFaults(none, ['monoPlastic', 'Aes128_Sha256', 'vffs', 'us-letter', 'draft'])).toEqual(
    ['monoPlastic', 'Aes128_Sha256', 'vffs', 'us-letter'].map(
      (choice) => `en: the choice '${choice}' has no words that people read`,
    ),
  )
})

test('English has words for nothing that is no choice', () => {
  expect(choiceFaults(english, ['atMost', 'sparkplugB'])).toEqual(["en: 'vffs' is no choice"])
})

import { declared } from '@packhouse/messages'
import { expect, test } from 'vitest'
import { inLanguage } from '../../platform/language.ts'
import { sentence } from '../../platform/sentence.ts'
import { linkIssueOf } from './link-words.ts'

test('a stored sentence is English, and is read in the language of the reader', () => {
  const stored = inLanguage('de', () => sentence`There is no way to ${'mqtt://plant'} from here.`)
  expect(stored).toBe('There is no way to mqtt://plant from here.')
  expect(inLanguage('de', () => declared(stored))).toBe('Von hier führt kein Weg zu mqtt://plant.')
  expect(inLanguage('en', () => declared(stored))).toBe(stored)
})

test('what a broker refuses is read in German', () => {
  const { words } = linkIssueOf(Object.assign(new Error(''), { code: 4 }), 'mqtt://plant')
  expect(words).toBe('The broker does not know this user name and password.')
  expect(inLanguage('de', () => declared(words))).toBe(
    'Der Broker kennt diesen Benutzernamen mit diesem Passwort nicht.',
  )
})

import type { SettingState } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { faultOf, isChanged, isStale, wantedValue } from './setting-draft.ts'

const stored = { isSet: true, fixedBy: null, rowVersion: 2, changedAt: null, changedBy: null }
const title: SettingState = { ...stored, key: 'product.title', value: 'Packhouse' }

test('An emptied field means the default, and digits of a number field a number', () => {
  expect(wantedValue('product.title', '  ')).toBeNull()
  expect(wantedValue('signIn.attempts', ' 12 ')).toBe(12)
  expect(wantedValue('product.title', '12')).toBe('12')
})

test('What applies already is no change', () => {
  expect(isChanged(title, 'Packhouse')).toBe(false)
  expect(isChanged(title, 'Line Watch')).toBe(true)
  expect(isChanged({ ...title, isSet: false }, '')).toBe(false)
  expect(isChanged(title, '')).toBe(true)
  expect(isChanged({ ...stored, key: 'signIn.attempts', value: 10 }, '10')).toBe(false)
})

test('A secret is changed by another one and by its removal, and not by an empty field', () => {
  const secret: SettingState = { ...stored, key: 'mail.password', value: null }
  expect(isChanged(secret, '')).toBe(false)
  expect(isChanged(secret, null)).toBe(true)
  expect(isChanged(secret, 'planted')).toBe(true)
})

test('A typed value is judged as the server does, and an older version is reported', () => {
  expect(faultOf('signIn.attempts', '2')).toBe('must be a whole number from 3 to 20')
  expect(faultOf('signIn.attempts', 'two')).toBe('must be a whole number from 3 to 20')
  expect(faultOf('product.accent', '#ffee00')).toMatch(/^has a contrast of/)
  expect(faultOf('product.title', '')).toBeUndefined()
  expect(isStale(title, { value: 'x', rowVersion: 1 })).toBe(true)
})

import { expect, test } from 'vitest'
import { declared } from './registry.ts'
import { renewedBy } from './renewed-by.ts'

test('A change of a location or a machine renews the customers too, which say how many they have', () => {
  expect(renewedBy(declared('location'))).toEqual(['location', 'customer'])
  expect(renewedBy(declared('machine'))).toContain('customer')
})

test('What is only named, and counts nothing, is not renewed', () => {
  expect(renewedBy(declared('location'))).not.toContain('locationType')
  expect(renewedBy(declared('industry'))).toEqual(['industry'])
})

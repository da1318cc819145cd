import { expect, test } from 'vitest'
import { sourceWords } from './source-words.ts'

test('A source is shown in words', () => {
  const id = '018f0000-0000-7000-8000-000000000000'
  expect(sourceWords({ kind: 'role', id, name: 'Fitter' })).toBe('via the role Fitter')
  expect(sourceWords({ kind: 'group', id, name: 'Service (Fitter)' })).toBe('via the group Service (Fitter)')
  expect(sourceWords({ kind: 'direct', id: null, name: null })).toBe('directly')
})

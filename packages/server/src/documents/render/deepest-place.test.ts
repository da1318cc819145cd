import { expect, test } from 'vitest'
import { deepestPlace } from './deepest-place.ts'

test('The place where sources are nested most is found, from where it begins', () => {
  const brackets = `Fine (one)\n#${'('.repeat(300)}1${')'.repeat(300)}`
  expect(deepestPlace({ 'main.typ': 'Fine', 'part.typ': brackets })).toEqual({
    ...{ source: 'part.typ', line: 2, column: 2, endLine: 2, endColumn: 302 },
  })
  expect(deepestPlace({ 'main.typ': `#let x = ${'-'.repeat(250)}1` })).toMatchObject({
    line: 1,
    column: 10,
    endColumn: 260,
  })
  expect(deepestPlace({ 'main.typ': '(one)\n'.repeat(300) })).toBeUndefined()
})

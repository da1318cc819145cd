import { expect, test } from 'vitest'
import { matchParts } from './match-parts.ts'

const parts = [
  { number: 'SP-4711-20', name: 'Sealing jaw, front', position: '12', isFitted: true },
  { number: 'SP-4711-10', name: 'Sealing jaw, front', position: '12', isFitted: false },
  { number: 'SP-0012', name: 'Vacuum cup, Ø 40', position: '30', isFitted: true },
  { number: 'B7', name: 'Bézel', position: '31', isFitted: true },
]
const found = (search: string) => matchParts(parts, search).map(({ number }) => number)

test('a position or a number that is meant exactly comes first, what is in the machine before what is not', () => {
  expect(found('12')).toEqual(['SP-4711-20', 'SP-4711-10', 'SP-0012'])
  expect(found('sp 4711 10')[0]).toBe('SP-4711-10')
})

test('words are found in any order and without accents', () => {
  expect(found('front sealing')).toEqual(['SP-4711-20', 'SP-4711-10'])
  expect(found('bezel')).toEqual(['B7'])
  expect(found('nothing of it')).toEqual([])
})

test('what a barcode says has the number within, with other separators', () => {
  expect(found(']C1240SP471120')).toEqual(['SP-4711-20'])
  expect(found('https://parts.example/p?no=sp.0012')).toEqual(['SP-0012'])
  // A short number is in too many labels.
  expect(found('https://parts.example/b7')).toEqual([])
})

test('without a search all parts are there, those in the machine first', () => {
  expect(found(' ').at(-1)).toBe('SP-4711-10')
})

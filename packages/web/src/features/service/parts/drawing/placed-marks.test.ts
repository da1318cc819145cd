import { expect, test } from 'vitest'
import { changesOf, countOf, placedOf, withoutPlace, withPlace } from './placed-marks.ts'

const stored = [
  { id: 'a', rowVersion: 1, position: '1', page: 1, x: 0.1, y: 0.2 },
  { id: 'b', rowVersion: 4, position: '2', page: 1, x: 0.5, y: 0.5 },
]

test('what was placed, moved and removed is saved, and nothing else', () => {
  const before = placedOf(stored)
  expect(countOf(changesOf(before, stored, before))).toBe(0)
  const now = withPlace(withPlace(withoutPlace(before, '1'), '2', { page: 2, x: 0.5, y: 0.5 }), '3', {
    page: 1,
    x: 0.25,
    y: 0.75,
  })
  expect(changesOf(before, stored, now)).toEqual({
    created: [{ position: '3', page: 1, x: 0.25, y: 0.75 }],
    moved: [{ id: 'b', rowVersion: 4, page: 2, x: 0.5, y: 0.5 }],
    removed: [{ id: 'a', rowVersion: 1 }],
  })
})

test('a position that is moved away and back has not changed', () => {
  const before = placedOf(stored)
  const away = withPlace(before, '1', { page: 1, x: 0.9, y: 0.2 })
  expect(countOf(changesOf(before, stored, withPlace(away, '1', { page: 1, x: 0.1, y: 0.2 })))).toBe(0)
})

test('nothing is placed outside of the drawing', () => {
  expect(withPlace(new Map(), '1', { page: 1, x: -0.2, y: 1.7 }).get('1')).toEqual({ page: 1, x: 0, y: 1 })
})

test('what others placed, moved and removed meanwhile is left as it is', () => {
  const before = placedOf(stored)
  const [, second] = stored
  if (second === undefined) throw new Error('There are two.')
  const now = [
    { ...second, rowVersion: 5, x: 0.9 },
    { id: 'c', rowVersion: 1, position: '3', page: 1, x: 0, y: 0 },
  ]
  expect(countOf(changesOf(before, now, before))).toBe(0)
  // What both placed is where the last one placed it.
  expect(changesOf(before, now, withPlace(before, '3', { page: 1, x: 1, y: 1 }))).toEqual({
    created: [],
    moved: [{ id: 'c', rowVersion: 1, page: 1, x: 1, y: 1 }],
    removed: [],
  })
})

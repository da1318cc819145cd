import { expect, test } from 'vitest'
import { placeAt, placesOfCursor, regionsOn } from './cursor-places.ts'

const sources = {
  'main.typ': '#import "parts.typ": scope\n#let own = [Own]\n= Title\n\n#scope(d)\n#own',
  'parts.typ': '#let other = 1\n\n#let scope(d) = {\n  d.title\n}',
}
const at = { x: 60, endPage: 1 }
const title = { ...at, line: 3, endLine: 4, page: 1, y: 80, endY: 120 }
const scope = { ...at, line: 5, endLine: 5, page: 1, y: 120, endPage: 2, endY: 200 }
const own = { ...at, line: 6, endLine: 6, page: 2, y: 200, endPage: 2, endY: 220 }
const places = [title, scope, own]

test('the cursor is in a block, or in a definition that blocks use', () => {
  const of = (source: string, line: number) => placesOfCursor(places, { source, line }, sources)
  expect(of('main.typ', 3)).toEqual([title])
  expect(of('main.typ', 2)).toEqual([own])
  expect(of('parts.typ', 4)).toEqual([scope])
  expect([of('main.typ', 1), of('parts.typ', 1)]).toEqual([[], []])
})

test('a point of a page is in a block, which may go on from the page before', () => {
  expect(placeAt(places, 1, { x: 70, y: 100 })).toBe(title)
  expect(placeAt(places, 2, { x: 70, y: 150 })).toBe(scope)
  expect(placeAt(places, 2, { x: 70, y: 400 })).toBe(own)
  expect(placeAt(places, 2, { x: 70, y: 20 })).toBeUndefined()
  expect(placeAt([], 1, { x: 70, y: 20 })).toBeUndefined()
})

test('a block takes the rest of its page and the top of the next, as wide as text is', () => {
  const paper = { width: 600, height: 800 }
  expect(regionsOn(1, paper, [scope], places)).toEqual([{ x: 60, y: 120, width: 480, height: 600 }])
  expect(regionsOn(2, paper, [scope], places)).toEqual([{ x: 60, y: 80, width: 480, height: 120 }])
  expect(regionsOn(2, paper, [title], places)).toEqual([])
})

import { expect, test } from 'vitest'
import { blocksOf } from './source-blocks.ts'

const linesOf = (source: string) => blocksOf(source).map(({ line, endLine }) => [line, endLine])

test('headings, paragraphs and calls are blocks, and definitions are in none', () => {
  const source = `#import "letterhead.typ": document-page
#let d = json("data.json")
#show: document-page.with(d)

= #d.title
First line of a paragraph
and its second (with "quotes)

#table(
  columns: 2,
  ..d.lines.map(line => [
    #line.text
  ]),
)
#let tile(word) = block[
  #word
]
- One // a comment
/* a
comment */
- Two`
  expect(linesOf(source)).toEqual([
    [5, 5],
    [6, 8],
    [9, 11],
    [12, 14],
    [18, 20],
    [21, 21],
  ])
})

test('strings, raw text, formulas and escapes do not mislead it', () => {
  const source =
    '#text("a ] b \\" (")\nA\\[ and $x [ y$\n```\n[ ( {\n```\n`]` https://packhouse.example/(\nLast \\\nline'
  expect(linesOf(source).map(([line]) => line)).toEqual([1, 2])
  expect(linesOf('')).toEqual([])
})

test('a mark stands before a block, or behind the sign of a list', () => {
  const source = 'Text\nmore\n+ item\n== Heading'
  const marks = blocksOf(source).map(({ at, isInline }) => [source.slice(at, at + 4), isInline])
  expect(marks).toEqual([
    ['Text', false],
    ['item', true],
    ['== H', false],
  ])
})

import { expect, test } from 'vitest'
import type { GuidePage } from './guide-book.ts'
import { renderGuide } from './guide-markdown.ts'
import { GuideSearch, MOST_FINDINGS } from './guide-search.ts'

function page(path: string, markdown: string): GuidePage {
  return { ...renderGuide(markdown, (href) => ({ href })), path, part: 'Part' }
}

const alarms = page(
  'a',
  '# What about an alarm?\n\nPress it.\n\n## Shelve\n\nPut the alarm aside. Größe and crème brûlée.\n',
)
const other = page('b', '# Other\n\nAn alarm may ring here.\n')
const search = new GuideSearch([other, alarms])
const foundBy = (query: string) =>
  search.find(query).findings.map(({ page: { path }, anchor }) => (anchor === '' ? path : `${path}#${anchor}`))

test('finds sections that have all words, whatever their case and accents, the surest first', () => {
  expect(foundBy('ALARM')).toEqual(['a', 'a#shelve', 'b'])
  expect(foundBy('alarm aside')).toEqual(['a#shelve'])
  expect(foundBy('grosse')).toEqual([])
  expect(foundBy('größe BRULEE')).toEqual(['a#shelve'])
  expect(foundBy('alarm nowhere')).toEqual([])
  expect(foundBy('  ?! ')).toEqual([])
})

test('marks what was found, and nothing else', () => {
  const [finding] = search.find('aside').findings
  expect(finding?.excerpt).toEqual(['Put the alarm ', 'aside', '. Größe and crème brûlée.'])
  expect(search.find('brulee').findings[0]?.excerpt.filter((_piece, index) => index % 2 === 1)).toEqual(['brûlée'])
  expect(search.find('what').findings[0]?.heading).toEqual(['', 'What', ' about an alarm?'])
})

test('gives so many at most, and says how many there are', () => {
  const many = new GuideSearch(Array.from({ length: 50 }, (_one, index) => page(`p${index}`, '# T\n\nSame words.\n')))
  const { findings, count } = many.find('same')
  expect([findings.length, count]).toEqual([MOST_FINDINGS, 50])
})

test('reads no more of a query than a person types', () => {
  expect(foundBy(`${'alarm '.repeat(50_000)}nowhere`)).toEqual(['a', 'a#shelve', 'b'])
})

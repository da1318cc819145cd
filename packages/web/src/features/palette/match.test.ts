import { describe, expect, it } from 'vitest'
import { matchItem, splitByRanges, wordsOf } from './match.ts'

const score = (query: string, label: string, sublabel?: string) =>
  matchItem(wordsOf(query), { label, sublabel })?.score ?? null

describe('matching', () => {
  it('finds words in any order and in any case', () => {
    expect(score('cartoner side', 'Side-load Cartoner')).not.toBeNull()
  })

  it('needs every word', () => {
    expect(score('side palletiser', 'Side-load cartoner')).toBeNull()
  })

  it.each([
    ['alesund', 'Ålesund'],
    ['lodz', 'Łódź'],
    ['hollerod', 'Hollerød'],
    ['aero', 'Ærø'],
    ['strasse', 'Straße'],
    ['ålesund', 'Alesund'],
  ])('%s finds %s', (query, label) => {
    expect(score(query, label)).not.toBeNull()
  })

  it('finds a code without its hyphen, and with one too many', () => {
    expect(score('vffs2214', 'VFFS-2214')).not.toBeNull()
    expect(score('vffs-22-14', 'VFFS-2214')).not.toBeNull()
  })

  it('finds emoji and right-to-left names', () => {
    expect(score('🥨', 'Bakery 🥨')).not.toBeNull()
    expect(score('مصنع', 'شركة مصنع الحلوى')).not.toBeNull()
  })

  it('takes signs that mean something to regular expressions as they are', () => {
    expect(score('a.*', 'abc')).toBeNull()
    expect(score('(ltd)', 'Meridian (Ltd)')).not.toBeNull()
  })

  it('prefers the whole name to its start, a start to a later word, and a word to its inside', () => {
    const scores = [
      score('pal', 'Pal'),
      score('pal', 'Palletiser'),
      score('pal', 'Big palletiser'),
      score('pal', 'Nepal'),
    ]
    expect(scores).toEqual([...scores].sort((a, b) => Number(b) - Number(a)))
    expect(new Set(scores).size).toBe(4)
  })

  it('prefers the label to the sublabel', () => {
    expect(score('bergen', 'Bergen', 'Office')).toBeGreaterThan(score('bergen', 'Office', 'Bergen') ?? 0)
  })

  it('takes a place where a word begins before an earlier one inside a word', () => {
    expect(matchItem(['pack'], { label: 'Unpack and pack' })?.labelRanges).toEqual([[11, 15]])
  })
})

describe('what was found', () => {
  const parts = (query: string, label: string) =>
    splitByRanges(label, matchItem(wordsOf(query), { label })?.labelRanges ?? [])
      .map(({ text, found }) => (found ? `[${text}]` : text))
      .join('')

  it('is marked in the name as it is written', () => {
    expect(parts('load', 'Side-load cartoner')).toBe('Side-[load] cartoner')
    expect(parts('alesund', 'Ålesund')).toBe('[Ålesund]')
    expect(parts('aer', 'Ærø')).toBe('[Ær]ø')
    expect(parts('ffs22', 'VFFS-2214')).toBe('V[FFS-22]14')
    expect(parts('🥨', 'A 🥨 B')).toBe('A [🥨] B')
  })

  it('is marked once where two words overlap', () => {
    expect(parts('side side-load', 'Side-load')).toBe('[Side][-load]')
  })
})

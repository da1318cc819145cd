import { beforeEach, describe, expect, it } from 'vitest'
import type { PaletteItem } from './palette-item.ts'
import { recentChoices, rememberChoice } from './recent-choices.ts'

const item = (name: string, more: Partial<PaletteItem> = {}): PaletteItem => ({
  key: `machine:${name}`,
  kind: 'machine',
  label: name,
  href: `/machines/${name}`,
  ...more,
})

describe('recent choices', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const labels = (userId: string) => recentChoices(userId, storage).map(({ label }) => label)
  beforeEach(() => kept.clear())

  it('begin with the newest and name each once', () => {
    for (const name of ['A', 'B', 'A']) rememberChoice('me', item(name), storage)
    expect(labels('me')).toEqual(['A', 'B'])
  })

  it('are not endless', () => {
    for (let i = 0; i < 20; i++) rememberChoice('me', item(`M${i}`), storage)
    expect(labels('me')).toEqual(['M19', 'M18', 'M17', 'M16', 'M15', 'M14'])
  })

  it('are not shown to another user of the same browser', () => {
    rememberChoice('me', item('A'), storage)
    expect(labels('you')).toEqual([])
    rememberChoice('you', item('B'), storage)
    expect(labels('you')).toEqual(['B'])
  })

  it('do not keep a state that will not last', () => {
    rememberChoice('me', item('A', { online: true, foundBy: 'a' }), storage)
    expect(recentChoices('me', storage)).toEqual([item('A')])
  })

  it.each([
    'nonsense',
    'null',
    '{"userId":"me","items":7}',
    '{"userId":"me","items":[null,{"key":"x"}]}',
    '{"userId":"me","items":[{"key":"x","kind":"machine","label":"x","href":"//evil.example"}]}',
    '{"userId":"me","items":[{"key":"x","kind":"machine","label":"x","href":"javascript:alert(1)"}]}',
  ])('are none where the storage holds %s', (text) => {
    kept.set('packhouse-palette-recent', text)
    expect(labels('me')).toEqual([])
  })

  it('survive a storage that is full', () => {
    const full = {
      ...storage,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    expect(() => rememberChoice('me', item('A'), full)).not.toThrow()
  })
})

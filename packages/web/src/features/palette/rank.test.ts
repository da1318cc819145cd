import { describe, expect, it } from 'vitest'
import type { PaletteItem } from './palette-item.ts'
import { GROUP_LIMIT, rankGroups } from './rank.ts'

const item = (kind: PaletteItem['kind'], label: string, more: Partial<PaletteItem> = {}): PaletteItem => ({
  key: `${kind}:${label}`,
  kind,
  label,
  href: `/${label}`,
  ...more,
})

const shape = (items: PaletteItem[], query: string) =>
  rankGroups(items, query).map((group) => [group.kind, ...group.items.map((entry) => entry.item.label)])

describe('the results', () => {
  it('stand in groups of one kind whose order does not depend on the query', () => {
    const items = [item('customer', 'Machinist'), item('machine', 'My machine'), item('screen', 'Machines')]
    expect(shape(items, 'machin')).toEqual([
      ['screen', 'Machines'],
      ['machine', 'My machine'],
      ['customer', 'Machinist'],
    ])
  })

  it('begin with whole words, and end with letters across words, whatever their kind', () => {
    const items = [
      item('screen', 'Server process'),
      item('machine', 'Overpressure valve'),
      item('customer', 'Hammer plant'),
      item('apiKey', 'ERP bridge'),
      item('user', 'Bridge to the ERP'),
    ]
    expect(shape(items, 'ERP')).toEqual([
      ['user', 'Bridge to the ERP'],
      ['apiKey', 'ERP bridge'],
      ['machine', 'Overpressure valve'],
      ['screen', 'Server process'],
      ['customer', 'Hammer plant'],
    ])
  })

  it('show the best first and equal ones in natural order', () => {
    const items = ['VFFS-10', 'VFFS-9', 'Not vffs', 'VFFS'].map((label) => item('machine', label))
    expect(shape(items, 'vffs')).toEqual([['machine', 'VFFS', 'VFFS-9', 'VFFS-10', 'Not vffs']])
  })

  it('keep the order of screens that fit equally well', () => {
    expect(shape([item('screen', 'Suppliers'), item('screen', 'Customers')], '')).toEqual([
      ['screen', 'Suppliers', 'Customers'],
    ])
  })

  it('leave room for other kinds and tell how many there are', () => {
    const items = Array.from({ length: 20 }, (_, i) => item('machine', `M-${i}`))
    const [group] = rankGroups(items, 'm')
    expect(group?.items).toHaveLength(GROUP_LIMIT)
    expect(group?.total).toBe(20)
    expect(rankGroups(items, 'm', { machine: 900 })[0]?.total).toBe(900)
  })

  it('keep what the server found by a field that is not shown, for that query only', () => {
    const items = [item('customer', 'Havkyst', { foundBy: 'DK319' })]
    expect(shape(items, 'DK319')).toEqual([['customer', 'Havkyst']])
    expect(shape(items, 'DK3190')).toEqual([])
  })

  it('are everything where nothing is asked', () => {
    expect(shape([item('screen', 'Machines'), item('action', 'New')], '  ')).toEqual([
      ['screen', 'Machines'],
      ['action', 'New'],
    ])
  })
})

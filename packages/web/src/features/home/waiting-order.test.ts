import { expect, test } from 'vitest'
import type { Waiting } from '../../resource/feature.ts'
import { addressOfList, addressOfOne } from './waiting-address.ts'
import { inOrder } from './waiting-order.ts'

function entry(label: string, total: number | undefined, parts: Partial<Waiting> = {}) {
  const waiting: Waiting = {
    label,
    act: '',
    about: '',
    permission: 'customer.access',
    list: '/list',
    filter: {},
    ...parts,
  }
  return { waiting, found: total === undefined ? undefined : { total, first: [] }, isFailed: total === undefined }
}

test('what needs attention comes first, the urgent before all, and what is 0 is apart', () => {
  const entries = [
    entry('none', 0, { isUrgent: true }),
    entry('later', 40),
    entry('not known', undefined),
    entry('urgent', 1, { isUrgent: true }),
    entry('none either', 0),
  ]
  const names = (list: readonly Pick<(typeof entries)[number], 'waiting'>[]) => list.map(({ waiting }) => waiting.label)
  const { shown, none } = inOrder(entries)
  expect(names(shown)).toEqual(['urgent', 'later', 'not known'])
  expect(names(none)).toEqual(['none', 'none either'])
})

test('a list is opened as it was counted, at one of its rows where it can open one', () => {
  const { waiting } = entry('services', 1, { list: '/service/plans', filter: { status: 'dueSoon,overdue' } })
  expect(addressOfList(waiting)).toBe('/service/plans?status=dueSoon,overdue')
  expect(addressOfOne(waiting, '1')).toBe('/service/plans?status=dueSoon,overdue')
  expect(addressOfOne({ ...waiting, opens: 'open' }, '1')).toBe('/service/plans?status=dueSoon,overdue&open=1')
  expect(addressOfList(entry('alerts', 1, { list: '/system/health' }).waiting)).toBe('/system/health')
})

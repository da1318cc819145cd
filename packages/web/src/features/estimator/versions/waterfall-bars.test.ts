import type { PriceWalk } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { waterfallBars } from './waterfall-bars.ts'

const row = { lineId: 'a', label: 'Conveyor', before: '1', after: '2', amount: '0' }
const walk = (from: string, to: string, amounts: string[]): PriceWalk => ({
  currency: 'EUR',
  from,
  to,
  difference: '0',
  steps: amounts.map((amount, place) => ({ step: place === 0 ? 'added' : 'removed', amount, rows: [row] })),
})

test('Each column begins where the one before has ended, within the picture', () => {
  const { bars, start } = waterfallBars(walk('1000', '1050', ['100', '-50']))
  const [from, more, less, to] = bars
  expect(bars.map(({ kind }) => kind)).toEqual(['total', 'more', 'less', 'total'])
  expect(more?.bottom).toBeCloseTo(from?.height ?? 0)
  expect((less?.bottom ?? 0) + (less?.height ?? 0)).toBeCloseTo((more?.bottom ?? 0) + (more?.height ?? 0))
  expect(less?.bottom).toBeCloseTo(to?.height ?? 0)
  expect(start).toBe(985)
  for (const { bottom, height } of bars) expect(bottom + height).toBeLessThanOrEqual(100)
})

test('Equal totals, and totals of 0, have columns too', () => {
  for (const total of ['0', '500']) {
    const { bars } = waterfallBars(walk(total, total, []))
    expect(bars).toHaveLength(2)
    for (const { height } of bars) expect(height).toBeGreaterThan(0)
  }
})

import { describe, expect, it } from 'vitest'
import { siteClock } from '../../../lib/format/site-clock.ts'
import { cellWords, heatGrid, highestOf } from './heat-grid.ts'

const oslo = siteClock('Europe/Oslo')
const hour = (time: string, cycles: number) => ({ time, cycles, rejects: 0, runningMs: 1_800_000, knownMs: 3_600_000 })

describe('the hours of the last days', () => {
  it('stand where the clock on the wall of the site shows them', () => {
    const now = Date.parse('2026-11-21T12:30:00Z')
    const grid = heatGrid([hour('2026-11-20T23:00:00Z', 7), hour('2026-11-21T12:00:00Z', 5)], oslo, 2, now)
    expect(grid.map(({ date, total }) => [date, total])).toEqual([
      ['2026-11-20', null],
      ['2026-11-21', 12],
    ])
    const today = grid[1]?.cells ?? []
    expect([today[0]?.cycles, today[1]?.cycles, today[13]?.cycles, today[14]?.kind]).toEqual([7, null, 5, 'later'])
    expect(highestOf(grid)).toBe(7)
  })

  it('count an hour that comes twice in one cell, and know the one that is skipped', () => {
    const autumn = heatGrid(
      [hour('2026-10-25T00:00:00Z', 3), hour('2026-10-25T01:00:00Z', 4)],
      oslo,
      1,
      Date.parse('2026-10-25T20:00:00Z'),
    )
    expect(autumn[0]?.cells[2]).toMatchObject({ cycles: 7, runningMs: 3_600_000 })
    const spring = heatGrid([], oslo, 1, Date.parse('2026-03-29T20:00:00Z'))
    expect(spring[0]?.cells.map(({ kind }) => kind).indexOf('skipped')).toBe(2)
  })

  it('are described in words', () => {
    const words = (kind: 'hour' | 'later', cycles: number | null) => cellWords({ kind, cycles, runningMs: 600_000 })
    expect([words('hour', 4), words('hour', null), words('later', null)]).toEqual([
      '4 cycles, running 10 min',
      'no readings',
      'in the future',
    ])
  })
})

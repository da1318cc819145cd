import type { Heatmap } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { dateAfter, type SiteClock } from '../../../lib/format/site-clock.ts'

const HOUR = 3_600_000

export interface HeatCell {
  /** Null without data. */
  cycles: number | null
  runningMs: number
  /** `later` has not come yet, `skipped` the clocks jumped over. */
  kind: 'hour' | 'later' | 'skipped'
}

export interface HeatDay {
  date: string
  /** Start of the day, for its name. */
  at: number
  /** 24, by the hour on the wall. */
  cells: HeatCell[]
  /** Null without data all day. */
  total: number | null
}

/**
 * The last days of the site, hour by hour as its wall clock shows them. An hour that comes twice, when the clocks go
 * back, is one cell with both; one that is skipped has nothing.
 */
export function heatGrid(hours: Heatmap['hours'], clock: SiteClock, days: number, now: number): HeatDay[] {
  const today = clock.dateOf(now)
  const grid = Array.from({ length: days }, (_, i): HeatDay => {
    const date = dateAfter(today, i + 1 - days)
    return { date, at: clock.startOf(date), cells: emptyCells(date, clock, now), total: null }
  })
  for (const { time, cycles, runningMs, knownMs } of hours) {
    const at = Date.parse(time)
    const day = grid.find(({ date }) => date === clock.dateOf(at))
    const cell = day?.cells[clock.hourOf(at)]
    if (!day || !cell || (knownMs === 0 && cycles === 0)) continue
    cell.kind = 'hour'
    cell.cycles = (cell.cycles ?? 0) + cycles
    cell.runningMs += runningMs
    day.total = (day.total ?? 0) + cycles
  }
  return grid
}

function emptyCells(date: string, clock: SiteClock, now: number): HeatCell[] {
  return Array.from({ length: 24 }, (_, hour): HeatCell => {
    const start = clock.atWall(date, hour * 60)
    const kind = start === undefined ? 'skipped' : start > now ? 'later' : 'hour'
    return { cycles: null, runningMs: 0, kind }
  })
}

/** Most cycles of a cell; the strongest colour. */
export function highestOf(grid: readonly HeatDay[]): number {
  return grid.reduce((most, { cells }) => cells.reduce((top, { cycles }) => Math.max(top, cycles ?? 0), most), 0)
}

/** A cell in words. */
export function cellWords({ kind, cycles, runningMs }: HeatCell): string {
  if (kind === 'later') return t('monitoring.stillToCome')
  if (kind === 'skipped') return t('monitoring.noSuchHour')
  if (cycles === null) return t('monitoring.noReadingsWord')
  return t('monitoring.cyclesRunningMin', { cycles, minutes: Math.round((runningMs / HOUR) * 60) })
}

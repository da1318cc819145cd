import type { History, HistoryState } from '@packhouse/contract'
import { describe, expect, it } from 'vitest'
import { axisFor, barLength, cycleBars, summarise } from './cycle-bars.ts'
import { historyWindow, placeIn, timeTicks } from './history-window.ts'
import { shareWords, stateSegments, stateTotals } from './state-segments.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const intervalMs = 5 * MINUTE
const noon = Date.parse('2026-11-21T12:00:00Z')

/** Points at five-minute intervals from `first` minutes after noon. */
function points<Value>(first: number, values: readonly Value[]) {
  return values.map((value, i) => ({ time: new Date(noon + first * MINUTE + i * intervalMs).toISOString(), value }))
}

function numeric(hours: number, first: number, values: (number | null)[]): History & { kind: 'numeric' } {
  return { kind: 'numeric', machineID: 'M', tag: 'CycleCount', hours, intervalMs, points: points(first, values) }
}

function states(first: number, values: HistoryState[]): History & { kind: 'state' } {
  return { kind: 'state', machineID: 'M', tag: 'MachineState', hours: 3, intervalMs, points: points(first, values) }
}

describe('the window of a history', () => {
  it('ends with the last whole minute and begins with the first point of the server', () => {
    expect(historyWindow({ hours: 6, intervalMs, confirmedAt: noon + 3.5 * MINUTE, newest: noon })).toEqual({
      from: noon + 5 * MINUTE - 6 * HOUR,
      to: noon + 3 * MINUTE,
    })
  })

  it('reaches to the newest point when the clock of the reader is behind', () => {
    expect(historyWindow({ hours: 3, intervalMs, confirmedAt: noon - 20 * MINUTE, newest: noon }).to).toBe(noon)
  })

  it.each([
    [3, 30 * MINUTE],
    [6, HOUR],
    [24, 3 * HOUR],
  ])('has for %i hours ticks every %i ms on round local times', (hours, step) => {
    const ticks = timeTicks({ from: noon - hours * HOUR, to: noon })
    expect(ticks.length).toBeGreaterThan(4)
    expect(ticks.length).toBeLessThan(10)
    expect(ticks.every(({ at }, i) => i === 0 || at - (ticks[i - 1]?.at ?? 0) === step)).toBe(true)
    const midnight = new Date(noon).setHours(0, 0, 0, 0)
    expect(ticks.every(({ at }) => (at - midnight) % step === 0)).toBe(true)
  })

  it('has for a week a tick at every local midnight', () => {
    const ticks = timeTicks({ from: noon - 168 * HOUR, to: noon })
    expect(ticks).toHaveLength(7)
    expect(ticks.every(({ at }) => new Date(at).getHours() === 0)).toBe(true)
  })

  it('places its ends at 0 and 1', () => {
    const span = { from: noon, to: noon + HOUR }
    expect([placeIn(span, noon), placeIn(span, noon + HOUR / 4), placeIn(span, noon + HOUR)]).toEqual([0, 0.25, 1])
  })
})

describe('cycle bars', () => {
  it('count five minutes each up to six hours', () => {
    const bars = cycleBars(numeric(6, -10, [100, 120]), { from: noon - 10 * MINUTE, to: noon })
    expect(bars.map(({ value, filling }) => [value, filling])).toEqual([
      [100, false],
      [120, false],
    ])
  })

  it('mark the one that is still filling', () => {
    const bars = cycleBars(numeric(6, -5, [100, 40]), { from: noon - 5 * MINUTE, to: noon + 2 * MINUTE })
    expect(bars.map(({ filling }) => filling)).toEqual([false, true])
  })

  it('open one in its first minute, as soon as something was counted in it', () => {
    const counted = cycleBars(numeric(6, -5, [100, 7]), { from: noon - 5 * MINUTE, to: noon })
    expect(counted.map(({ value, filling }) => [value, filling])).toEqual([
      [100, false],
      [7, true],
    ])
    expect(summarise(counted)).toMatchObject({ total: 107, highest: 100, gaps: 0 })
    const nothing = cycleBars(numeric(6, -5, [100, null]), { from: noon - 5 * MINUTE, to: noon })
    expect(nothing.map(({ value }) => value)).toEqual([100])
  })

  it('are longer in longer windows, counted and not scaled, and tell how much was heard', () => {
    expect([3, 6, 24, 168].map((hours) => barLength(hours) / MINUTE)).toEqual([5, 5, 15, 60])
    const [bar] = cycleBars(numeric(24, -15, [100, null, 50]), { from: noon - 15 * MINUTE, to: noon })
    expect(bar).toMatchObject({ value: 150, heardMinutes: 10 })
  })

  it('leave out a first bar that the window has cut', () => {
    const bars = cycleBars(numeric(24, -20, [9, 1, 2, 3]), { from: noon - 20 * MINUTE, to: noon })
    expect(bars.map(({ value }) => value)).toEqual([6])
  })

  it('are null where nothing was heard and zero where the machine stood', () => {
    const bars = cycleBars(numeric(6, -15, [0, null]), { from: noon - 15 * MINUTE, to: noon })
    expect(bars.map(({ value }) => value)).toEqual([0, null, null])
  })

  it('are summed up without the bar that is still filling', () => {
    const history = numeric(6, -20, [null, 100, 80, null, 3])
    const bars = cycleBars(history, { from: noon - 20 * MINUTE, to: noon + MINUTE })
    expect(summarise(bars)).toEqual({ total: 183, highest: 100, lowest: 80, gaps: 2 })
  })

  it.each([
    [0, 4],
    [4, 4],
    [150, 150],
    [151, 200],
    [1_300, 1_500],
    [3_900, 4_000],
  ])('have for %i an axis up to %i', (highest, top) => {
    expect(axisFor(highest).top).toBe(top)
  })
})

describe('state segments', () => {
  const window = { from: noon - 30 * MINUTE, to: noon }

  it('join equal neighbours and cover every minute once', () => {
    const segments = stateSegments(states(-30, ['Running', 'Running', 'Idle', 'Running', 'Running', 'Stopped']), window)
    expect(segments.map(({ state, from, to }) => [state, (to - from) / MINUTE])).toEqual([
      ['Running', 10],
      ['Idle', 5],
      ['Running', 10],
      ['Stopped', 5],
    ])
  })

  it('are unknown where no point says anything, never stopped', () => {
    const segments = stateSegments(states(-20, ['Running', 'Stopped']), window)
    expect(segments.map(({ state }) => state)).toEqual(['Unknown', 'Running', 'Stopped', 'Unknown'])
    expect(stateTotals(segments)).toMatchObject({ Unknown: 20 * MINUTE, Stopped: 5 * MINUTE })
  })

  it('are unknown throughout for a machine that was never heard', () => {
    expect(stateSegments(states(0, []), window)).toEqual([{ state: 'Unknown', ...window }])
  })

  it('are cut to the window', () => {
    const segments = stateSegments(states(-35, ['Idle', 'Idle', 'Running']), {
      from: noon - 33 * MINUTE,
      to: noon - 23 * MINUTE,
    })
    expect(segments.map(({ from, to }) => (to - from) / MINUTE)).toEqual([8, 2])
  })

  it.each([1, 7, 12, 40])('have totals that add up to the window, %i points long', (length) => {
    const order: HistoryState[] = ['Running', 'Idle', 'Unknown', 'Stopped', 'Faulted']
    const values = Array.from({ length }, (_, i) => order[(i * 3) % 5] ?? 'Unknown')
    const totals = stateTotals(stateSegments(states(-30, values), window))
    expect(Object.values(totals).reduce((sum, part) => sum + part)).toBe(30 * MINUTE)
  })

  it('give a share that is not nothing when it happened', () => {
    expect([shareWords(1, 1_000), shareWords(0, 10), shareWords(1, 2)]).toEqual(['<1%', '0%', '50%'])
  })
})

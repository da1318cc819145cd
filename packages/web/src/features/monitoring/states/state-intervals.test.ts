import type { HistoryState, StateIntervals } from '@packhouse/contract'
import { describe, expect, it } from 'vitest'
import { shareWords, shiftedStates, stateSegments, stateTotals, wholeMinutes } from './state-intervals.ts'

const MINUTE = 60_000
const noon = Date.parse('2026-11-21T12:00:00Z')
const at = (minutes: number) => noon + minutes * MINUTE
const iso = (minutes: number) => new Date(at(minutes)).toISOString()
const window = { span: { from: at(0), to: at(60) }, now: at(30), silence: MINUTE }

function answer(to: number, intervals: [from: number, to: number, state: HistoryState][]): StateIntervals {
  return {
    machineID: 'M',
    timeZone: 'UTC',
    from: iso(0),
    to: iso(to),
    intervals: intervals.map(([from, end, state]) => ({
      from: iso(from),
      to: iso(end),
      state,
      reportedState: state === 'Unknown' ? null : state,
    })),
    totals: { runningMs: 0, idleMs: 0, stoppedMs: 0, faultedMs: 0, unknownMs: 0 },
  }
}

const record = (minutes: number, state: HistoryState) => ({ at: at(minutes), state, values: {} })
const shown = (segments: ReturnType<typeof stateSegments>) =>
  segments.map(({ state, from, to }) => [state, (from - noon) / MINUTE, (to - noon) / MINUTE])

describe('state segments', () => {
  it('are those of the answer, cut to the window and to now', () => {
    const segments = stateSegments(
      answer(30, [
        [-5, 10, 'Running'],
        [10, 30, 'Idle'],
      ]),
      [],
      window,
    )
    expect(shown(segments)).toEqual([
      ['Running', 0, 10],
      ['Idle', 10, 30],
    ])
  })

  it('last until the newest record expires, and are unknown after that', () => {
    const segments = stateSegments(
      answer(20, [[0, 20, 'Running']]),
      [record(20.5, 'Running'), record(21, 'Stopped')],
      window,
    )
    expect(shown(segments)).toEqual([
      ['Running', 0, 21],
      ['Stopped', 21, 22],
      ['Unknown', 22, 30],
    ])
  })

  it('are unknown throughout where nothing is known, never stopped', () => {
    expect(shown(stateSegments(answer(0, []), [], window))).toEqual([['Unknown', 0, 30]])
  })

  it('end at the present', () => {
    const segments = stateSegments(answer(30, [[0, 30, 'Running']]), [], window)
    expect(segments.at(-1)?.to).toBe(window.now)
  })

  it.each([1, 2, 5, 9])('cover every moment once, with %i live records', (count) => {
    const order: HistoryState[] = ['Running', 'Idle', 'Unknown', 'Stopped', 'Faulted']
    const live = Array.from({ length: count }, (_, i) => record(12 + i * 1.7, order[(i * 3) % 5] ?? 'Idle'))
    const segments = stateSegments(
      answer(10, [
        [2, 5, 'Running'],
        [5, 10, 'Faulted'],
      ]),
      live,
      window,
    )
    const joined = segments.every(({ from }, i) => from === (segments[i - 1]?.to ?? window.span.from))
    const sum = Object.values(stateTotals(segments)).reduce((all, part) => all + part)
    expect([joined, sum]).toEqual([true, 30 * MINUTE])
  })
})

it('of another time are moved, to lie over the window', () => {
  const moved = shiftedStates(answer(10, [[2, 5, 'Running']]), 30 * MINUTE)
  const [before] = answer(10, [[2, 5, 'Running']]).intervals
  const lag = (after: string | undefined, from: string | undefined) => Date.parse(after ?? '') - Date.parse(from ?? '')
  expect([lag(moved.intervals[0]?.from, before?.from), lag(moved.intervals[0]?.to, before?.to)]).toEqual([
    30 * MINUTE,
    30 * MINUTE,
  ])
})

describe('totals in whole minutes', () => {
  it('add up to the whole', () => {
    const totals = { Running: 10.5, Idle: 3.45, Stopped: 2.4, Faulted: 0.3, Unknown: 13.35 }
    const scaled = Object.fromEntries(Object.entries(totals).map(([state, minutes]) => [state, minutes * MINUTE]))
    const minutes = wholeMinutes(scaled as typeof totals)
    expect(minutes).toEqual({ Running: 11, Idle: 4, Stopped: 2, Faulted: 0, Unknown: 13 })
  })

  it('give a share that is not nothing when it happened', () => {
    expect([shareWords(1, 1_000), shareWords(0, 10), shareWords(1, 2)]).toEqual(['<1%', '0%', '50%'])
  })
})

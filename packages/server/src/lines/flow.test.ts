import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Span } from '../service/area.ts'
import { bottleneckOf, flowOf, type Stretch } from './flow.ts'

const seed = 20261126
const states = ['Running', 'Idle', 'Stopped', 'Faulted', 'Unknown'] as const
const LENGTH = 120

/** States of a minute each, as stretches. */
function stretchesOf(minutes: readonly (typeof states)[number][]): Stretch[] {
  const stretches: Stretch[] = []
  for (const [at, state] of minutes.entries()) {
    const last = stretches.at(-1)
    if (last?.state === state) last.to = at + 1
    else stretches.push({ from: at, to: at + 1, state })
  }
  return stretches
}

function machineOf(machineID: string, minutes: readonly (typeof states)[number][], unplanned: Span[] = []) {
  return { machineID, stretches: stretchesOf(minutes), unplanned }
}

test('an idle machine waits for the neighbour that stands still, and for the first of two', () => {
  const line = [
    ['Running', 'Stopped', 'Stopped', 'Stopped', 'Running', 'Running'],
    ['Running', 'Running', 'Idle', 'Idle', 'Idle', 'Idle'],
    ['Running', 'Running', 'Running', 'Faulted', 'Faulted', 'Running'],
  ] as const
  const machines = line.map((minutes, place) => machineOf(`M${place}`, minutes))
  const flows = flowOf(machines)
  const isSeen = { hiddenBefore: false, hiddenBehind: false }
  const times = { runningMs: 2, starvedMs: 2, blockedMs: 1, idleMs: 1, stoppedMs: 0, unknownMs: 0, unplannedMs: 0 }
  expect(flows[1]).toEqual({ machineID: 'M1', ...isSeen, ...times })
  expect(bottleneckOf(flows)).toBe('M0')
})

test('machines on both sides of a hidden one are no neighbours, and no bottleneck is named beside it', () => {
  const line = [
    machineOf('A', ['Running', 'Stopped', 'Stopped', 'Running']),
    undefined,
    machineOf('C', ['Running', 'Idle', 'Idle', 'Running']),
    machineOf('D', ['Running', 'Running', 'Idle', 'Running']),
  ]
  const flows = flowOf(line)
  expect(flows.map(({ machineID, hiddenBefore, hiddenBehind }) => [machineID, hiddenBefore, hiddenBehind])).toEqual([
    ['A', false, true],
    ['C', true, false],
    ['D', false, false],
  ])
  // C is blocked by D for a minute; what it waited for in the other one is not known.
  expect(flows[1]).toMatchObject({ starvedMs: 0, blockedMs: 1, idleMs: 1 })
  expect(bottleneckOf(flows)).toBeNull()
})

test('who stood still first is asked of planned time: a machine that was switched off at night is not why', () => {
  const night = { from: 0, to: 3 }
  const flows = flowOf([
    machineOf('A', ['Running', 'Running', 'Idle', 'Idle', 'Running'], [night]),
    machineOf('B', ['Idle', 'Idle', 'Idle', 'Idle', 'Running'], [night]),
    machineOf('C', ['Stopped', 'Stopped', 'Stopped', 'Stopped', 'Running'], [night]),
  ])
  expect(flows[1]).toMatchObject({ unplannedMs: 3, starvedMs: 1, blockedMs: 0, runningMs: 1 })
})

test('nothing is the bottleneck where nobody waited, or where too little is known', () => {
  const flow = {
    ...{ machineID: 'A', hiddenBefore: false, hiddenBehind: false, unplannedMs: 1_000 },
    ...{ runningMs: 10, starvedMs: 0, blockedMs: 0, idleMs: 0, stoppedMs: 0, unknownMs: 0 },
  }
  expect(bottleneckOf([flow, { ...flow, machineID: 'B' }])).toBeNull()
  expect(bottleneckOf([flow, { ...flow, machineID: 'B', starvedMs: 5, unknownMs: 100 }])).toBeNull()
  expect(
    bottleneckOf([
      { ...flow, starvedMs: 4 },
      { ...flow, machineID: 'B', blockedMs: 3 },
    ]),
  ).toBe('B')
  expect(bottleneckOf([])).toBeNull()
})

test('times of a machine add up, and every idle minute of planned time has the reason that it has by itself', () => {
  const ofMachine = fc.array(fc.constantFrom(...states), { minLength: LENGTH, maxLength: LENGTH })
  const cuts = fc.array(fc.integer({ min: 0, max: LENGTH }), { maxLength: 6 })
  const machine = fc.record({ minutes: ofMachine, cuts, isHidden: fc.nat(5).map((n) => n === 0) })
  fc.assert(
    fc.property(fc.array(machine, { minLength: 1, maxLength: 5 }), (line) => {
      const spans = line.map((one) => spansOf(one.cuts))
      const flows = flowOf(
        line.map(({ minutes, isHidden }, place) =>
          isHidden ? undefined : machineOf(String(place), minutes, spans[place]),
        ),
      )
      const isPlanned = (place: number, at: number) =>
        spans[place]?.every(({ from, to }) => at < from || at >= to) ?? true
      const stands = (place: number, at: number) => {
        const one = line[place]
        const state = one?.isHidden ? undefined : one?.minutes[at]
        return state !== undefined && state !== 'Running' && state !== 'Unknown'
      }
      const since = (place: number, at: number) => {
        let first = at
        while (first > 0 && stands(place, first - 1)) first -= 1
        while (first < LENGTH && !isPlanned(place, first)) first += 1
        return first
      }
      expect(flows.map(({ machineID }) => machineID)).toEqual(
        line.flatMap(({ isHidden }, place) => (isHidden ? [] : [String(place)])),
      )
      for (const { machineID, hiddenBefore, hiddenBehind, ...times } of flows) {
        const place = Number(machineID)
        expect([hiddenBefore, hiddenBehind]).toEqual([place - 1, place + 1].map((n) => line[n]?.isHidden === true))
        expect(Object.values(times).reduce((sum, ms) => sum + ms, 0)).toBe(LENGTH)
        let [starved, blocked, unplanned] = [0, 0, 0]
        for (let at = 0; at < LENGTH; at++) {
          if (!isPlanned(place, at)) unplanned += 1
          else if (line[place]?.minutes[at] === 'Idle') {
            const [before, behind] = [stands(place - 1, at), stands(place + 1, at)]
            if (before && (!behind || since(place - 1, at) <= since(place + 1, at))) starved += 1
            else if (behind) blocked += 1
          }
        }
        expect([times.starvedMs, times.blockedMs, times.unplannedMs]).toEqual([starved, blocked, unplanned])
      }
    }),
    { seed, numRuns: 200 },
  )
})

/** Stretches that do not touch, from times in any order. */
function spansOf(cuts: readonly number[]): Span[] {
  const inOrder = [...new Set(cuts)].sort((one, other) => one - other)
  return inOrder.flatMap((from, place) => {
    const to = inOrder[place + 1]
    return place % 2 === 0 && to !== undefined ? [{ from, to }] : []
  })
}

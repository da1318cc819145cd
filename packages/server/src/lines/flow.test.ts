import fc from 'fast-check'
import { expect, test } from 'vitest'
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

test('an idle machine waits for the neighbour that stands still, and for the first of two', () => {
  const line = [
    ['Running', 'Stopped', 'Stopped', 'Stopped', 'Running', 'Running'],
    ['Running', 'Running', 'Idle', 'Idle', 'Idle', 'Idle'],
    ['Running', 'Running', 'Running', 'Faulted', 'Faulted', 'Running'],
  ] as const
  const flows = flowOf(line.map((minutes, place) => ({ machineID: `M${place}`, stretches: stretchesOf(minutes) })))
  expect(flows[1]).toEqual({
    machineID: 'M1',
    runningMs: 2,
    starvedMs: 2,
    blockedMs: 1,
    idleMs: 1,
    stoppedMs: 0,
    unknownMs: 0,
  })
  expect(bottleneckOf(flows)).toBe('M0')
})

test('nothing is the bottleneck where nobody waited, or where too little is known', () => {
  const flow = { machineID: 'A', runningMs: 10, starvedMs: 0, blockedMs: 0, idleMs: 0, stoppedMs: 0, unknownMs: 0 }
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

test('times of a machine add up, and every idle minute has the reason that it has by itself', () => {
  const machine = fc.array(fc.constantFrom(...states), { minLength: LENGTH, maxLength: LENGTH })
  fc.assert(
    fc.property(fc.array(machine, { minLength: 1, maxLength: 4 }), (line) => {
      const flows = flowOf(
        line.map((minutes, place) => ({ machineID: String(place), stretches: stretchesOf(minutes) })),
      )
      const stands = (place: number, at: number) => {
        const state = line[place]?.[at]
        return state !== undefined && state !== 'Running' && state !== 'Unknown'
      }
      const since = (place: number, at: number) => {
        let first = at
        while (first > 0 && stands(place, first - 1)) first -= 1
        return first
      }
      for (const [place, { machineID, ...times }] of flows.entries()) {
        expect(Object.values(times).reduce((sum, ms) => sum + ms, 0)).toBe(LENGTH)
        let [starved, blocked] = [0, 0]
        for (let at = 0; at < LENGTH; at++) {
          if (line[place]?.[at] !== 'Idle') continue
          const [before, behind] = [stands(place - 1, at), stands(place + 1, at)]
          if (before && (!behind || since(place - 1, at) <= since(place + 1, at))) starved += 1
          else if (behind) blocked += 1
        }
        expect([machineID, times.starvedMs, times.blockedMs]).toEqual([String(place), starved, blocked])
      }
    }),
    { seed, numRuns: 200 },
  )
})

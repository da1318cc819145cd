import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Condition, type Finding, judge, settle, type Transition } from './condition.ts'

const delays = { onDelayMs: 10, offDelayMs: 5 }
const calm = (): Condition => ({ phase: 'normal', since: 0, heardAt: 0, value: null, alarmId: undefined })
const moment = (at: number) => ({ at, heardAt: at, value: `${at}` })

/** Reports findings one after the other. @returns all that happened */
function transitions(findings: readonly (readonly [at: number, finding: Finding])[], condition = calm()): Transition[] {
  return findings.flatMap(([at, finding]) => judge(condition, delays, () => finding, moment(at)))
}

test('an alarm is raised when its condition has held for the delay, with the value and the time it began with', () => {
  expect(
    transitions([
      [100, 'holds'],
      [109, 'holds'],
    ]),
  ).toEqual([])
  expect(
    transitions([
      [100, 'holds'],
      [110, 'holds'],
    ]),
  ).toEqual([{ kind: 'raise', startedAt: 100, raisedAt: 110, value: '100' }])
})

test('what is over before the delay is over raises nothing, and what held until then has held', () => {
  expect(
    transitions([
      [100, 'holds'],
      [109, 'over'],
      [200, 'over'],
    ]),
  ).toEqual([])
  expect(
    transitions([
      [100, 'holds'],
      [110, 'over'],
    ]).map(({ kind }) => kind),
  ).toEqual(['raise'])
})

test('an alarm clears when its condition was over for the delay; back before that, it stays the same one', () => {
  const raised = [
    [100, 'holds'],
    [110, 'holds'],
  ] as const
  expect(transitions([...raised, [120, 'over'], [124, 'holds'], [200, 'holds']])).toHaveLength(1)
  expect(transitions([...raised, [120, 'over'], [125, 'over']]).at(-1)).toEqual({ kind: 'clear', clearedAt: 120 })
})

test('unknown values raise nothing and clear nothing', () => {
  expect(
    transitions([
      [100, 'holds'],
      [105, 'unknown'],
      [115, 'unknown'],
      [116, 'holds'],
      [120, 'holds'],
    ]),
  ).toEqual([])
  expect(
    transitions([
      [100, 'holds'],
      [110, 'holds'],
      [120, 'unknown'],
      [900, 'unknown'],
    ]),
  ).toHaveLength(1)
})

test('a timer ends a delay where no record comes', () => {
  const condition = calm()
  transitions([[100, 'holds']], condition)
  expect(settle(condition, delays, 9)).toBeUndefined()
  expect(settle(condition, delays, 10)).toMatchObject({ kind: 'raise' })
  expect(settle(condition, delays, 99)).toBeUndefined()
})

test('a condition that may not raise its alarm goes on waiting', () => {
  const condition = calm()
  transitions([[100, 'holds']], condition)
  expect(
    judge(
      condition,
      delays,
      () => 'holds',
      moment(150),
      () => false,
    ),
  ).toEqual([])
  expect(
    judge(
      condition,
      delays,
      () => 'over',
      moment(160),
      () => false,
    ),
  ).toEqual([])
  expect(condition.phase).toBe('normal')
})

interface Course {
  onDelayMs: number
  offDelayMs: number
  steps: [pause: number, finding: Finding][]
}

describe('whatever is reported', () => {
  const courses = fc.record({
    onDelayMs: fc.nat(20),
    offDelayMs: fc.nat(20),
    steps: fc.array(fc.tuple(fc.integer({ min: 1, max: 15 }), fc.constantFrom<Finding>('holds', 'over', 'unknown')), {
      maxLength: 60,
    }),
  })

  /** Records at their times, and what happened at each. */
  function run({ onDelayMs, offDelayMs, steps }: Course) {
    const condition = calm()
    let at = 1_000
    return steps.map(([pause, finding]) => {
      at += pause
      return { at, finding, made: judge(condition, { onDelayMs, offDelayMs }, () => finding, moment(at)) }
    })
  }

  test('alarms begin and end by turns, and never end before they began', () => {
    fc.assert(
      fc.property(courses, (course) => {
        const made = run(course).flatMap((step) => step.made)
        made.forEach((transition, place) => {
          expect(transition.kind).toBe(place % 2 === 0 ? 'raise' : 'clear')
          const before = made[place - 1]
          if (transition.kind === 'clear' && before?.kind === 'raise') {
            expect(transition.clearedAt).toBeGreaterThanOrEqual(before.startedAt)
          }
          if (transition.kind === 'raise' && before?.kind === 'clear') {
            expect(transition.startedAt).toBeGreaterThanOrEqual(before.clearedAt)
          }
        })
      }),
      { seed: 23, numRuns: 500 },
    )
  })

  test('no alarm is raised without its condition having held for the delay, and none clears earlier than it may', () => {
    fc.assert(
      fc.property(courses, (course) => {
        const steps = run(course)
        for (const { at, made } of steps) {
          for (const transition of made) {
            const [from, delay, wanted] =
              transition.kind === 'raise'
                ? ([transition.startedAt, course.onDelayMs, 'holds'] as const)
                : ([transition.clearedAt, course.offDelayMs, 'over'] as const)
            expect(at - from).toBeGreaterThanOrEqual(delay)
            // The last record at or before each moment of the delay reports what held then.
            const during = steps.filter((step) => step.at >= from && step.at < Math.max(from + delay, from + 1))
            expect(during[0]?.finding).toBe(wanted)
            const opposite = wanted === 'holds' ? ['over', 'unknown'] : ['holds']
            expect(during.some(({ finding }) => opposite.includes(finding))).toBe(false)
          }
        }
      }),
      { seed: 24, numRuns: 500 },
    )
  })
})

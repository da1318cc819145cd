import { expect, test } from 'vitest'
import { nextStep } from './next-step.ts'

const step = { userIds: [], scheduleIds: [], push: true, mail: true }
const policy = {
  steps: [
    { ...step, afterMinutes: 0 },
    { ...step, afterMinutes: 10 },
  ],
  repeats: 1,
  repeatAfterMinutes: 15,
}

test('steps follow one another and begin again as often as the policy says', () => {
  expect(nextStep(policy, { round: 0, step: 0 })).toEqual({ round: 0, step: 1, afterMinutes: 10 })
  expect(nextStep(policy, { round: 0, step: 1 })).toEqual({ round: 1, step: 0, afterMinutes: 15 })
  expect(nextStep(policy, { round: 1, step: 0 })).toEqual({ round: 1, step: 1, afterMinutes: 10 })
})

test('after the last round the last step comes again, each time after twice the pause, and at last once a day', () => {
  const pauses: number[] = []
  let due = { round: 1, step: 1 }
  for (let reminders = 0; reminders < 10; reminders++) {
    const next = nextStep(policy, due)
    expect(next).toMatchObject({ round: due.round + 1, step: 1 })
    pauses.push(next?.afterMinutes ?? 0)
    due = next ?? due
  }
  expect(pauses).toEqual([15, 30, 60, 120, 240, 480, 960, 1_440, 1_440, 1_440])
})

test('an alarm that nobody acknowledges for years is still reminded of once a day', () => {
  expect(nextStep(policy, { round: 5_000, step: 1 })).toEqual({ round: 5_001, step: 1, afterMinutes: 1_440 })
})

test('where steps were taken away meanwhile it goes on with the next round, or with what is the last step by then', () => {
  expect(nextStep({ ...policy, steps: [] }, { round: 0, step: 3 })).toEqual({ round: 1, step: 0, afterMinutes: 15 })
  const [first] = policy.steps
  const one = { ...policy, steps: first === undefined ? [] : [first] }
  expect(nextStep(one, { round: 1, step: 1 })).toEqual({ round: 2, step: 0, afterMinutes: 15 })
})

test('a policy without any step ends once its rounds are over: there is nobody to notify', () => {
  expect(nextStep({ ...policy, steps: [] }, { round: 1, step: 0 })).toBeUndefined()
})

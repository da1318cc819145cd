import { expect, test } from 'vitest'
import { nextStep } from './escalation.ts'

const step = { userIds: [], scheduleIds: [], push: true, mail: true }
const policy = {
  steps: [
    { ...step, afterMinutes: 0 },
    { ...step, afterMinutes: 10 },
  ],
  repeats: 1,
  repeatAfterMinutes: 15,
}

test('steps follow one another, begin again as often as the policy says, and end', () => {
  expect(nextStep(policy, { round: 0, step: 0 })).toEqual({ round: 0, step: 1, afterMinutes: 10 })
  expect(nextStep(policy, { round: 0, step: 1 })).toEqual({ round: 1, step: 0, afterMinutes: 15 })
  expect(nextStep(policy, { round: 1, step: 0 })).toEqual({ round: 1, step: 1, afterMinutes: 10 })
  expect(nextStep(policy, { round: 1, step: 1 })).toBeUndefined()
})

test('where steps were taken away meanwhile it goes on with the next round', () => {
  expect(nextStep({ ...policy, steps: [] }, { round: 0, step: 3 })).toEqual({ round: 1, step: 0, afterMinutes: 15 })
})

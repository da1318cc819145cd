import type { OrderStep } from '@packhouse/contract'

export type StepState = 'done' | 'leftOut' | 'late' | 'next' | 'later'

/**
 * How far each step is. One that is not done and lies before one that is, was left out.
 * @param today as `2026-11-26`
 */
export function stepStatesOf(steps: readonly OrderStep[], today: string): StepState[] {
  const last = steps.findLastIndex(({ doneOn }) => doneOn !== null)
  return steps.map(({ plannedOn, doneOn }, place) => {
    if (doneOn !== null) return 'done'
    if (place < last) return 'leftOut'
    if (plannedOn !== null && plannedOn < today) return 'late'
    return place === last + 1 ? 'next' : 'later'
  })
}

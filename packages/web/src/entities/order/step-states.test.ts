import { type OrderStep, orderStepNames } from '@packhouse/contract'
import { describe, expect, it } from 'vitest'
import { stepStatesOf } from './step-states.ts'

const TODAY = '2026-11-27'
/** Steps in their order; each as `planned/done`, either of which may be empty. */
const steps = (...days: string[]): OrderStep[] =>
  orderStepNames.map((step, place) => {
    const [planned, done] = (days[place] ?? '/').split('/')
    return { step, plannedOn: planned || null, doneOn: done || null }
  })

describe('The steps of an ordered machine', () => {
  it('come one after the other', () => {
    expect(stepStatesOf(steps(), TODAY)).toEqual(['next', 'later', 'later', 'later', 'later'])
    expect(stepStatesOf(steps('/2026-11-01'), TODAY)).toEqual(['done', 'next', 'later', 'later', 'later'])
  })

  it('are left out where a later one is done', () => {
    const some = steps('2026-01-01/', '/2026-11-01')
    expect(stepStatesOf(some, TODAY)).toEqual(['leftOut', 'done', 'next', 'later', 'later'])
  })

  it('are late from the day after the planned one, also where they are not the next', () => {
    const some = steps(`${TODAY}/`, '2026-11-26/')
    expect(stepStatesOf(some, TODAY)).toEqual(['next', 'late', 'later', 'later', 'later'])
  })

  it('are all over with the last one', () => {
    expect(stepStatesOf(steps('', '', '', '', `/${TODAY}`), TODAY)).toEqual([
      'leftOut',
      'leftOut',
      'leftOut',
      'leftOut',
      'done',
    ])
  })
})

import type { JobMachine, JobReason } from '@packhouse/contract'
import { expect, it } from 'vitest'
import { readAnswers } from './answers.ts'
import { changeOf } from './changes.ts'

const answers = readAnswers({ output: '90' })

function machine(reasons: Partial<JobReason>[], more: Partial<JobMachine> = {}): JobMachine {
  return {
    machine: { id: 'm', model: 'FLW-1', name: 'Wrapper', typeId: 't' },
    verdict: 'doesNotFit',
    reasons: reasons.map((reason) => ({
      check: 'answer',
      verdict: 'doesNotFit',
      wanted: null,
      limit: null,
      by: null,
      side: null,
      ...reason,
    })),
    remedies: [],
    isTurned: false,
    speedMin: null,
    speedMax: null,
    evidence: null,
    isStale: false,
    cellId: null,
    priceFrom: null,
    currency: 'EUR',
    leadDays: null,
    deliveredOn: null,
    ...more,
  }
}

it('names the one change that makes a machine fit', () => {
  const wide = machine([{ check: 'width', wanted: 120, limit: 110, by: 10, side: 'over' }])
  expect(changeOf(wide, answers)).toEqual({ label: 'Fits up to 110 mm', part: { width: 110 } })
  const slow = machine([{ check: 'speed' }], { remedies: [{ kind: 'machines', count: 2 }] })
  expect(changeOf(slow, { ...answers, machines: 3 })).toEqual({ label: 'Fits with 6 machines', part: { machines: 6 } })
})

it('changes the other side of a pack that lies crosswise', () => {
  const turned = machine([{ check: 'length', limit: 300, side: 'over' }], { isTurned: true })
  expect(changeOf(turned, answers)?.part).toEqual({ width: 300 })
})

it('makes several changes at once where one is not enough, and offers none where a reason cannot be helped', () => {
  const dear = { check: 'budget', limit: '200' } as const
  const late = { check: 'date', limit: '2027-05-01' } as const
  const remedies: JobMachine['remedies'] = [
    { kind: 'higherBudget', amount: '200' },
    { kind: 'laterDate', date: '2027-05-01' },
  ]
  expect(changeOf(machine([dear, late], { remedies }), answers)).toEqual({
    label: 'Fits with 2 changes',
    part: { budget: '200', date: '2027-05-01' },
  })
  expect(changeOf(machine([dear, { check: 'lifecycle' }], { remedies }), answers)).toBeUndefined()
})

it('never counts what is not known as a no', () => {
  const open = machine([
    { check: 'width', limit: 110, side: 'over' },
    { check: 'material', verdict: 'unknown' },
  ])
  expect(changeOf(open, answers)?.part).toEqual({ width: 110 })
})

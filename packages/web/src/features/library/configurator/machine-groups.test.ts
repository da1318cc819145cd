import type { JobMachine, JobVerdict } from '@packhouse/contract'
import { expect, it } from 'vitest'
import { axisEnd, groupByVerdict, refillGroups } from './machine-groups.ts'

const machine = (id: string, verdict: JobVerdict) => ({ machine: { id }, verdict }) as JobMachine
const ids = (machines: readonly JobMachine[]) => machines.map((one) => one.machine.id)

it('keeps machines in their places with new figures, adds new ones and drops those that are gone', () => {
  const before = groupByVerdict([machine('a', 'fits'), machine('b', 'fits'), machine('c', 'unknown')])
  const refilled = refillGroups(before, [machine('d', 'fits'), machine('b', 'fits'), machine('a', 'doesNotFit')])
  expect(ids(refilled.fits)).toEqual(['a', 'b', 'd'])
  expect(refilled.fits[0]?.verdict).toBe('doesNotFit')
  expect(ids(refilled.unknown)).toEqual([])
})

it('ends the axis at a round number above every figure', () => {
  expect(axisEnd([90, 118, null])).toBe(150)
  expect(axisEnd([34, 25])).toBe(40)
  expect(axisEnd([])).toBe(15)
  expect(axisEnd([1_000])).toBe(1_500)
})

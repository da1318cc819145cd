import { expect, test } from 'vitest'
import { FaultList } from './fault-list.ts'
import { MOST_FAULTS } from './problem-error.ts'

test('A list of faults counts all and puts only those in words that are reported', () => {
  const faults = new FaultList()
  let worded = 0
  const words = () => `fault ${++worded}`
  for (let place = 0; place < 100_000; place += 1) faults.add(`cell${place}`, { code: 'rule', words })
  expect([faults.count, worded]).toEqual([100_000, 0])
  expect(faults.toErrors().at(-1)).toEqual({ path: 'cell19', code: 'rule', message: 'fault 20' })
  expect(worded).toBe(MOST_FAULTS)
})

test('A list without room knows what is wrong, and reports nothing', () => {
  const faults = new FaultList(() => false)
  faults.add('name', { code: 'required', words: () => 'must not be empty' })
  faults.add('code', { code: 'duplicate', words: () => 'is there twice' })
  expect([faults.count, faults.isListed, faults.toErrors()]).toEqual([2, false, []])
  expect([faults.hasPath('code'), faults.hasPath('currency')]).toEqual([true, false])
  expect([faults.pathOf('duplicate'), faults.pathOf('rule')]).toEqual(['code', undefined])
  expect([faults.areAll('duplicate'), new FaultList().areAll('duplicate')]).toEqual([false, true])
})

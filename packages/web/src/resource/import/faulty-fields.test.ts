import { customers, type ImportLine } from '@packhouse/contract'
import { expect, it } from 'vitest'
import { faultsElsewhere, faultyFields, unlistedCount } from './faulty-fields.ts'

const fault = (path: string) => ({ path, code: 'rule', message: 'is wrong' })
const line: ImportLine = { line: 2, outcome: 'error', id: null, label: null, changes: [], errors: [] }

it('A line has cells for the faults that are listed, and a number of those that are not', () => {
  const listed = { ...line, cells: { name: 'x' }, errors: [fault('name'), fault('')], errorCount: 7 }
  expect(faultyFields(customers, [listed])).toEqual(['name'])
  expect(faultsElsewhere(customers, listed)).toEqual([fault('')])
  expect(unlistedCount(listed)).toBe(5)
})

it('A line whose faults are only counted has no cells to mend', () => {
  const counted = { ...line, errorCount: 24 }
  expect(faultyFields(customers, [counted])).toEqual([])
  expect(unlistedCount(counted)).toBe(24)
  expect(unlistedCount({ ...line, errors: [fault('name')] })).toBe(0)
})

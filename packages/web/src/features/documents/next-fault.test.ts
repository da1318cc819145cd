import { expect, test } from 'vitest'
import { nextFault } from './next-fault.ts'

const faultAt = (source: string, line: number) => {
  return { message: 'm', source, line, column: 3, endLine: line, endColumn: 4, hints: [] }
}

test('one fault after the other, and the first again behind the last', () => {
  const faults = [faultAt('main.typ', 2), faultAt('main.typ', 7), faultAt('table.typ', 1)]
  const first = nextFault(faults, undefined)
  expect(first).toEqual({ source: 'main.typ', line: 2, column: 3 })
  const second = nextFault(faults, first)
  const third = nextFault(faults, second)
  expect([second?.line, third?.source]).toEqual([7, 'table.typ'])
  expect(nextFault(faults, third)).toEqual(first)
  expect(nextFault([], first)).toBeUndefined()
})

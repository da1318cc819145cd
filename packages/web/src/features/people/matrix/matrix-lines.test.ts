import { expect, test } from 'vitest'
import { keyOfLine, toLines } from './matrix-lines.ts'

const entry = (name: string) => ({ name, description: name })
const groups = [
  { name: 'customer', title: 'Customers', entries: [entry('customer.read'), entry('customer.update')] },
  { name: 'role', title: 'Roles', entries: [entry('role.read')] },
]

test('a folded group is its head alone', () => {
  const keys = (...folded: string[]) => toLines(groups, new Set(folded)).map(keyOfLine)
  expect(keys()).toEqual(['group customer', 'customer.read', 'customer.update', 'group role', 'role.read'])
  expect(keys('customer')).toEqual(['group customer', 'group role', 'role.read'])
})

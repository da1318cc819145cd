import { expect, test } from 'vitest'
import { findPermissions, groupPermissions, prefixTitle } from './permission-groups.ts'

const entries = [
  { name: 'customer.read', description: 'See customers' },
  { name: 'machine.read.any', description: 'See the machines of every customer' },
  { name: 'customer.delete', description: 'Delete and restore customers' },
  { name: 'exchangeRate.read', description: 'See exchange rates' },
]
const groups = groupPermissions(entries, prefixTitle)

function found(search: string): string[] {
  return findPermissions(groups, search).flatMap((group) => group.entries.map(({ name }) => name))
}

test('Permissions are grouped by what stands before the first dot, in the order in which it appears first', () => {
  expect(groups.map(({ title, entries: held }) => [title, held.map(({ name }) => name)])).toEqual([
    ['Customer', ['customer.read', 'customer.delete']],
    ['Machine', ['machine.read.any']],
    ['Exchange rate', ['exchangeRate.read']],
  ])
})

test('A search finds every word somewhere in the name, the description or the title', () => {
  expect(found('')).toHaveLength(4)
  expect(found('  SEE customer ')).toEqual(['customer.read', 'machine.read.any'])
  expect(found('exchange rate read')).toEqual(['exchangeRate.read'])
  expect(found('customer.delete')).toEqual(['customer.delete'])
  expect(found('restore machines')).toEqual([])
})

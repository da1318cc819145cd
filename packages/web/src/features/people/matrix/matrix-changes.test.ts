import { expect, test } from 'vitest'
import { bulkChanges, countChanges, type Given, noChanges, pendingChanges, setCell } from './matrix-changes.ts'

const given: Given = new Map([
  ['fitter', new Set(['machine.read'])],
  ['sales', new Set(['customer.read', 'customer.update'])],
])

test('A cell that is set back is no change any more, and other rows stay the same objects', () => {
  const one = setCell(noChanges, given, { permission: 'machine.read', roleId: 'sales' }, true)
  const two = setCell(one, given, { permission: 'customer.read', roleId: 'sales' }, false)
  expect(two).toEqual({ 'machine.read': { sales: true }, 'customer.read': { sales: false } })
  expect(two['machine.read']).toBe(one['machine.read'])
  expect(countChanges(two)).toBe(2)
  const back = setCell(two, given, { permission: 'machine.read', roleId: 'sales' }, false)
  expect(back).toEqual({ 'customer.read': { sales: false } })
})

test('What has come about meanwhile, and what was wanted of a role that is gone, is no longer pending', () => {
  const changes = {
    'machine.read': { fitter: true, sales: true },
    'customer.read': { sales: true },
    'customer.update': { gone: true },
    'customer.delete': { sales: true },
  }
  const pending = pendingChanges(changes, given)
  expect(pending).toEqual({ 'machine.read': { sales: true }, 'customer.delete': { sales: true } })
  expect(pending['customer.delete']).toBe(changes['customer.delete'])
})

test('Permissions that change alike for the same roles are one call, and what is given comes first', () => {
  const changes = {
    'customer.read': { sales: false, fitter: false },
    'machine.update': { sales: true, fitter: true },
    'machine.create': { fitter: true, sales: true },
    'machine.delete': { fitter: true, sales: false },
  }
  expect(bulkChanges(changes)).toEqual([
    { verb: 'assign', roleIds: ['fitter', 'sales'], permissions: ['machine.create', 'machine.update'] },
    { verb: 'assign', roleIds: ['fitter'], permissions: ['machine.delete'] },
    { verb: 'remove', roleIds: ['fitter', 'sales'], permissions: ['customer.read'] },
    { verb: 'remove', roleIds: ['sales'], permissions: ['machine.delete'] },
  ])
  expect(bulkChanges(noChanges)).toEqual([])
})

import { expect, it } from 'vitest'
import type { RosterEntry } from './machine-store.ts'
import { hasSeveralCustomers, sortMachines } from './sort-machines.ts'

function entry(id: string, values: Partial<RosterEntry> = {}): RosterEntry {
  return { id, status: 'running', state: 'Running', since: '2026-11-21T10:00:00Z', customer: 'Baltic', ...values }
}

const ids = (entries: readonly RosterEntry[]) => entries.map(({ id }) => id)

it('puts first what needs attention, and of that what has lasted longest', () => {
  const roster = [
    entry('A running'),
    entry('B never heard', { status: 'unknown', state: 'Unknown', since: null }),
    entry('C stopped', { state: 'Stopped', since: '2026-11-21T11:00:00Z' }),
    entry('D stopped for longer', { state: 'Stopped', since: '2026-11-21T09:00:00Z' }),
    entry('E idle', { state: 'Idle' }),
    entry('F unknown', { state: 'Unknown' }),
    entry('G offline', { status: 'offline', state: 'Running' }),
    entry('H faulted', { state: 'Faulted' }),
    entry('J on order', { status: 'onOrder', state: 'Unknown', since: null }),
    entry('I running', { since: '2026-11-20T10:00:00Z' }),
  ]
  const order = ['H', 'G', 'D', 'C', 'E', 'F', 'B', 'A', 'I', 'J']
  expect(ids(sortMachines(roster, 'attention')).map((id) => id[0])).toEqual(order)
})

it('sorts by customer, and by name within one; what nobody has claimed comes last', () => {
  const roster = [
    entry('A', { customer: null }),
    entry('B', { customer: 'Nordfjell' }),
    entry('C', { customer: 'Baltic' }),
    entry('D', { customer: 'Nordfjell' }),
  ]
  expect(ids(sortMachines(roster, 'customer'))).toEqual(['C', 'B', 'D', 'A'])
  expect(ids(sortMachines(roster, 'name'))).toEqual(['A', 'B', 'C', 'D'])
})

it('knows whether somebody sees several customers', () => {
  expect([hasSeveralCustomers([]), hasSeveralCustomers([entry('A'), entry('B')])]).toEqual([false, false])
  expect(hasSeveralCustomers([entry('A'), entry('B', { customer: 'Nordfjell' })])).toBe(true)
})

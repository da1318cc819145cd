import type { Fleet } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { blocksInView, countNotShared, filterFleet, NO_FILTER, speedLoss, wallLines } from './fleet-rows.ts'
import { nextMachine } from './next-machine.ts'
import { siteStates } from './site-states.ts'

type Machine = Fleet['machines'][number]

function machine(machineID: string, values: Partial<Machine> = {}): Machine {
  const known = { customer: 0, site: 0, model: 'TRS-90', type: 'Tray sealer', standing: 'Running' } as const
  return { machineID, ...known, since: 0, perMin: 60, designSpeed: 60, alarms: 0, attention: false, ...values }
}

const site = { city: null, country: 'NO', latitude: null, longitude: null, timeZone: 'UTC' }
const fleet: Fleet = {
  at: '2026-11-26T12:00:00Z',
  customers: [
    { id: 'z', name: 'Zest' },
    { id: 'a', name: 'Aker' },
  ],
  sites: [
    { ...site, id: 's0', customer: 0, name: 'North' },
    { ...site, id: 's1', customer: 1, name: 'South', country: 'SE' },
  ],
  machines: [
    machine('A-1', { standing: 'Offline', since: 50, attention: true }),
    machine('A-2'),
    machine('B-1', { customer: 1, site: 1, standing: 'Faulted', since: 90, attention: true, alarms: 2 }),
    machine('B-2', { customer: 1, site: 1, model: null, type: null }),
    machine('C-1', { customer: null, site: null, standing: 'NoLiveData', since: null }),
    machine('C-2', { standing: 'Offline', since: 20, attention: true }),
  ],
  notShared: [
    { customer: 0, type: 'Tray sealer', model: 'TRS-90', count: 2 },
    { customer: 1, type: null, model: null, count: 3 },
  ],
}

const keysOf = (...args: Parameters<typeof wallLines>) => wallLines(...args).map(({ key }) => key)

test('what needs somebody comes first, the gravest and the oldest before the others, then each customer by name', () => {
  expect(keysOf(fleet, fleet.machines, 'attention')).toEqual([
    ...['attention', 'B-1', 'C-2', 'A-1'],
    ...['customer 1', 'B-2', 'customer 0', 'A-2', 'customer null', 'C-1'],
  ])
  expect(keysOf(fleet, fleet.machines, 'customer').slice(0, 4)).toEqual(['customer 1', 'B-1', 'B-2', 'customer 0'])
  expect(keysOf(fleet, fleet.machines, 'name')).toEqual(fleet.machines.map(({ machineID }) => machineID))
  expect(wallLines(fleet, fleet.machines, 'customer')[0]).toMatchObject({
    group: { name: 'Aker', isAttention: false, countries: ['SE'], sites: 1, machines: 2 },
  })
})

test('by speed loss: the slowest of its design speed first, then those of which no loss is known', () => {
  const machines = [
    machine('A', { perMin: 66 }),
    machine('B', { perMin: 30, designSpeed: null }),
    machine('C', { perMin: 30 }),
    machine('D', { perMin: 0, standing: 'Stopped' }),
    machine('E', { perMin: 24, designSpeed: 30 }),
    machine('F', { perMin: null, standing: 'Offline' }),
  ]
  expect(machines.map((one) => speedLoss(one)?.toFixed(2))).toEqual([
    '-0.10',
    undefined,
    '0.50',
    undefined,
    '0.20',
    undefined,
  ])
  expect(keysOf({ ...fleet, machines }, machines, 'speedLoss')).toEqual(['C', 'E', 'A', 'B', 'D', 'F'])
})

test('filters go together, and none lets all through', () => {
  const ids = (filter: Partial<typeof NO_FILTER>) =>
    filterFleet(fleet, { ...NO_FILTER, ...filter }).map(({ machineID }) => machineID)
  expect(ids({})).toHaveLength(6)
  expect(ids({ customer: 'a' })).toEqual(['B-1', 'B-2'])
  expect(ids({ customer: 'a', alarm: 'none' })).toEqual(['B-2'])
  expect(ids({ alarm: 'active' })).toEqual(['B-1'])
  expect(ids({ standing: 'Offline', type: 'Tray sealer', model: 'TRS-90' })).toEqual(['A-1', 'C-2'])
})

test('a site says how many of its machines are off or unheard', () => {
  const states = siteStates(fleet, fleet.machines).map(({ id, badge }) => [id, badge])
  expect(states).toEqual([
    ['s0', { offline: 2, unknown: 0, all: 3 }],
    ['s1', { offline: 0, unknown: 0, all: 2 }],
  ])
})

test('what is on order is at no site yet', () => {
  const ordered = [machine('O-1', { standing: 'OnOrder' }), machine('O-2', { standing: 'OnOrder', site: 1 })]
  const states = siteStates(fleet, [...ordered, machine('A-2')]).map(({ id, badge }) => [id, badge])
  expect(states).toEqual([['s0', { offline: 0, unknown: 0, all: 1 }]])
})

test('arrows pass over the heads of groups and end at the last machine', () => {
  const lines = wallLines(fleet, fleet.machines, 'attention')
  expect(nextMachine(lines, 'A-1', 'ArrowDown')).toEqual({ place: 5, machineID: 'B-2' })
  expect(nextMachine(lines, 'C-1', 'ArrowDown')).toEqual({ place: 9, machineID: 'C-1' })
  expect(nextMachine(lines, 'B-2', 'ArrowUp')?.machineID).toBe('A-1')
  expect(nextMachine(lines, 'A-1', 'Home')?.machineID).toBe('B-1')
  expect(nextMachine(lines, 'A-1', 'x')).toBeUndefined()
})

test('lanes are asked for in blocks, those of the drawn lines alone', () => {
  const machines = Array.from({ length: 10_000 }, (_, n) => machine(`M-${n}`))
  const lines = wallLines(fleet, machines, 'name')
  const blocks = blocksInView(lines, { first: 4_990, end: 5_020 })
  expect(blocks.map((ids) => [ids[0], ids.length])).toEqual([
    ['M-4950', 50],
    ['M-5000', 50],
  ])
})

test('machines that are not shared are counted by customer, type and model, whatever state or alarms are asked for', () => {
  const count = (filter: Partial<typeof NO_FILTER>) => countNotShared(fleet, { ...NO_FILTER, ...filter })
  expect(count({})).toBe(5)
  expect(count({ customer: 'a' })).toBe(3)
  expect(count({ type: 'Tray sealer' })).toBe(2)
  expect(count({ customer: 'a', model: 'TRS-90' })).toBe(0)
  expect(count({ standing: 'Faulted', alarm: 'active' })).toBe(5)
})

import type { Machine, MachineChange } from '@packhouse/contract'
import { beforeEach, expect, it, vi } from 'vitest'
import { MachineStore } from './machine-store.ts'

let frames: (() => void)[]
let store: MachineStore

beforeEach(() => {
  frames = []
  store = new MachineStore((run) => frames.push(run))
})

function paint() {
  for (const run of frames.splice(0)) run()
}

function machine(machineID: string, values: Partial<Machine> = {}): Machine {
  return {
    machineID,
    description: null,
    location: null,
    configurationId: null,
    online: true,
    onOrder: false,
    lastSeen: '2026-11-21T09:02:30Z',
    machineState: 'Running',
    reportedState: 'Execute',
    stateSince: '2026-11-21T09:00:00Z',
    customer: null,
    cyclesPerMin: 31,
    temperature: 30,
    humidity: 41,
    lastService: null,
    nextDue: null,
    timeZone: 'Europe/Oslo',
    cycleCounts: { total: 0, hours: 3, entries: [] },
    ...values,
  }
}

function change(machineID: string, values: Partial<MachineChange> = {}): MachineChange {
  const cycleCounts = { total: 1, hours: 3, entries: [{ time: '2026-11-21T09:02:00.000Z', value: 1 }] }
  return { ...machine(machineID), machineState: 'Running', totalCycles: 9, cycleCounts, ...values }
}

it('has no roster before the first answer and an empty one after a failure', () => {
  expect(store.roster()).toBeUndefined()
  store.clear()
  expect(store.roster()).toEqual([])
})

it('does not take live changes before the first list for an empty list', () => {
  store.applyChanges({ machines: [change('A', { temperature: 33 })] }, 20)
  paint()
  expect(store.roster()).toBeUndefined()
  store.setList([machine('A'), machine('B')], 10)
  expect(store.machine('A')?.temperature).toBe(33)
  expect(store.machine('B')?.temperature).toBe(30)
})

it('forgets a waiting change that the list already knows', () => {
  store.applyChanges({ machines: [change('A', { temperature: 33 })] }, 20)
  store.setList([machine('A', { temperature: 34 })], 30)
  paint()
  expect(store.machine('A')?.temperature).toBe(34)
})

it('notifies only the card whose machine changed', () => {
  store.setList([machine('A'), machine('B')], 0)
  const [a, b] = [vi.fn(), vi.fn()]
  store.subscribeMachine('A', a)
  store.subscribeMachine('B', b)
  store.applyChanges({ machines: [change('A', { temperature: 33 })] })
  paint()
  expect(a).toHaveBeenCalledTimes(1)
  expect(b).not.toHaveBeenCalled()
  expect(store.machine('A')?.temperature).toBe(33)
})

it('applies many changes of one frame at once', () => {
  store.setList([machine('A')], 0)
  const listener = vi.fn()
  store.subscribeMachine('A', listener)
  store.applyChanges({ machines: [change('A', { temperature: 31 })] })
  const second = { total: 2, hours: 3, entries: [{ time: '2026-11-21T09:03:00.000Z', value: 1 }] }
  store.applyChanges({ machines: [change('A', { temperature: 32, cycleCounts: second })] })
  expect(frames).toHaveLength(1)
  paint()
  expect(listener).toHaveBeenCalledTimes(1)
  expect(store.machine('A')).toMatchObject({ temperature: 32, cycleCounts: { total: 2 } })
  expect(store.machine('A')?.cycleCounts?.entries).toHaveLength(2)
})

it('joins changes of one frame that name only what has changed', () => {
  store.setList([machine('A')], 10)
  store.applyChanges({ machines: [{ machineID: 'A', temperature: 33 }] }, 20)
  store.applyChanges({ machines: [{ machineID: 'A', humidity: null }] }, 21)
  paint()
  expect(store.machine('A')).toEqual(machine('A', { temperature: 33, humidity: null }))
})

it('notifies nobody of an unchanged list', () => {
  store.setList([machine('A'), machine('B')], 0)
  const [card, page] = [vi.fn(), vi.fn()]
  store.subscribeMachine('A', card)
  store.subscribeRoster(page)
  const held = store.machine('A')
  store.setList([machine('A'), machine('B')], 1)
  expect(card).not.toHaveBeenCalled()
  expect(page).not.toHaveBeenCalled()
  expect(store.machine('A')).toBe(held)
})

it('notifies the page when a status changes, and reuses the entries of the others', () => {
  store.setList([machine('A'), machine('B')], 0)
  const page = vi.fn()
  store.subscribeRoster(page)
  const before = store.roster()
  store.applyChanges({ machines: [change('B', { online: false })] })
  paint()
  expect(page).toHaveBeenCalledTimes(1)
  expect(store.roster()?.map(({ status }) => status)).toEqual(['running', 'offline'])
  expect(store.roster()?.[0]).toBe(before?.[0])
})

it('does not notify the page when values change', () => {
  store.setList([machine('A')], 0)
  const page = vi.fn()
  store.subscribeRoster(page)
  store.applyChanges({ machines: [change('A', { temperature: 40 })] })
  paint()
  expect(page).not.toHaveBeenCalled()
})

it('keeps a live change that is newer than the list that arrives after it', () => {
  store.setList([machine('A')], 0)
  store.applyChanges({ machines: [change('A', { temperature: 33 })] }, 20)
  paint()
  store.setList([machine('A', { temperature: 29 })], 10)
  expect(store.machine('A')?.temperature).toBe(33)
  store.setList([machine('A', { temperature: 28 })], 30)
  expect(store.machine('A')?.temperature).toBe(28)
})

it('removes a machine that the list no longer has and ignores changes of strangers', () => {
  store.setList([machine('A'), machine('B')], 0)
  store.setList([machine('B')], 1)
  store.applyChanges({ machines: [change('A'), change('Z')] })
  paint()
  expect(store.roster()?.map(({ id }) => id)).toEqual(['B'])
  expect(store.machine('A')).toBeUndefined()
})

it('stays empty after a failure until the next list', () => {
  store.setList([machine('A')], 0)
  store.applyChanges({ machines: [change('A')] })
  store.clear()
  paint()
  expect(store.roster()).toEqual([])
  store.setList([machine('A')], 1)
  expect(store.roster()).toHaveLength(1)
})

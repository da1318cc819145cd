import type { CycleCount, Machine, MachineChange } from '@packhouse/contract'
import { describe, expect, it } from 'vitest'
import { dropOlder, joinChanges, mergeChange, mergeEntries, sameMachine } from './merge-machine.ts'

const start = Date.parse('2026-11-21T09:00:00Z')

/** The entry of the minute `minute` after the start. */
function entry(minute: number, value: number): CycleCount {
  return { time: new Date(start + minute * 60_000).toISOString(), value }
}

const machine: Machine = {
  machineID: 'VFFS-2214',
  description: 'Vertical bagger',
  location: 'Bergen, Norway',
  configurationId: null,
  online: true,
  onOrder: false,
  lastSeen: '2026-11-21T09:02:30Z',
  machineState: 'Running',
  reportedState: 'Execute',
  stateSince: '2026-11-21T09:00:00Z',
  customer: null,
  cyclesPerMin: 31,
  temperature: 31.42,
  humidity: 41,
  lastService: null,
  nextDue: null,
  timeZone: 'Europe/Oslo',
  cycleCounts: { total: 75, hours: 3, entries: [entry(0, 30), entry(1, 30), entry(2, 15)] },
}

function change(total: number, entries: CycleCount[], values: Partial<MachineChange> = {}): MachineChange {
  return { ...machine, machineState: 'Running', totalCycles: 1, cycleCounts: { total, hours: 3, entries }, ...values }
}

describe('merging entries', () => {
  it('replaces the minute that grew and adds the new one', () => {
    expect(mergeEntries([entry(1, 30), entry(2, 15)], [entry(2, 31), entry(3, 2)])).toEqual([
      entry(1, 30),
      entry(2, 31),
      entry(3, 2),
    ])
  })

  it('puts a late entry at its place in time', () => {
    expect(mergeEntries([entry(1, 1), entry(4, 4)], [entry(2, 2), entry(0, 0)])).toEqual([
      entry(0, 0),
      entry(1, 1),
      entry(2, 2),
      entry(4, 4),
    ])
  })

  it('keeps a repeated change from counting twice', () => {
    const once = mergeEntries([entry(1, 30)], [entry(2, 5)])
    expect(mergeEntries(once, [entry(2, 5)])).toEqual(once)
  })

  it('leaves the held list as it was', () => {
    const held = [entry(1, 30)]
    mergeEntries(held, [entry(1, 31), entry(2, 1)])
    expect(held).toEqual([entry(1, 30)])
  })

  it('gives the same whatever the order of the changes', () => {
    const changes = [entry(3, 3), entry(1, 1), entry(2, 2)]
    const forwards = mergeEntries([], changes)
    expect(forwards).toEqual(mergeEntries([], [...changes].reverse()))
    expect(forwards.map(({ value }) => value)).toEqual([1, 2, 3])
  })
})

describe('a live change', () => {
  it('takes the new values and the total of the server', () => {
    const merged = mergeChange(machine, change(92, [entry(2, 32)], { online: false, temperature: null }))
    expect(merged).toMatchObject({ online: false, temperature: null, cycleCounts: { total: 92 } })
    expect(merged.cycleCounts?.entries).toEqual([entry(0, 30), entry(1, 30), entry(2, 32)])
  })

  it('drops the minutes that are three hours old and no others', () => {
    const merged = mergeChange(machine, change(60, [entry(181, 30)]))
    expect(merged.cycleCounts?.entries).toEqual([entry(2, 15), entry(181, 30)])
  })

  it('does not carry what belongs to the machine page only', () => {
    expect(mergeChange(machine, change(75, []))).not.toHaveProperty('totalCycles')
  })

  it('begins a series for a machine that had none', () => {
    const { cycleCounts: _none, ...silent } = machine
    expect(mergeChange(silent, change(1, [entry(5, 1)])).cycleCounts?.entries).toEqual([entry(5, 1)])
  })
})

describe('a change that names only what has changed', () => {
  const { machineID } = machine

  it('leaves everything else as it was', () => {
    expect(mergeChange(machine, { machineID, temperature: null })).toEqual({ ...machine, temperature: null })
    const counted = mergeChange(machine, { machineID, cycleCounts: { total: 77, entries: [entry(2, 17)] } })
    expect(counted.cycleCounts).toEqual({ total: 77, hours: 3, entries: [entry(0, 30), entry(1, 30), entry(2, 17)] })
  })

  it('is joined with those before it', () => {
    const first = change(1, [entry(1, 1)], { temperature: 20 })
    const second = joinChanges(first, { machineID, temperature: 21, cycleCounts: { total: 3, entries: [entry(2, 2)] } })
    const third = joinChanges(second, { machineID, humidity: null })
    expect(third).toMatchObject({ online: true, temperature: 21, humidity: null, totalCycles: 1 })
    expect(third.cycleCounts).toEqual({ total: 3, hours: 3, entries: [entry(1, 1), entry(2, 2)] })
    expect(joinChanges(undefined, first)).toEqual(first)
  })
})

it('keeps at most 180 minutes in a window of three hours', () => {
  const entries = Array.from({ length: 400 }, (_, minute) => entry(minute, 1))
  const kept = dropOlder(entries, 3 * 3_600_000)
  expect(kept).toHaveLength(180)
  expect(kept.at(-1)).toEqual(entry(399, 1))
})

describe('two machines', () => {
  it('are the same when every value and entry agrees', () => {
    expect(sameMachine(machine, structuredClone(machine))).toBe(true)
  })

  it.each<[string, Partial<Machine>]>([
    ['a value', { temperature: 31.43 }],
    ['the live-data flag', { online: null }],
    ['the total', { cycleCounts: { total: 76, hours: 3, entries: machine.cycleCounts?.entries ?? [] } }],
    ['an entry', { cycleCounts: { total: 75, hours: 3, entries: [entry(0, 30), entry(1, 29), entry(2, 16)] } }],
    ['the presence of the series', { cycleCounts: undefined }],
  ])('differ when %s differs', (_what, difference) => {
    expect(sameMachine(machine, { ...machine, ...difference })).toBe(false)
  })
})

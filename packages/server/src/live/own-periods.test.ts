import { describe, expect, test } from 'vitest'
import { machineEntry } from '../../test/support/machine-entry.ts'
import { MINUTE_MS } from '../telemetry/index.ts'
import { mergeLatest } from '../telemetry/record.ts'
import { LiveStore } from './live-store.ts'
import { asOwned } from './own-periods.ts'

const NOON = Date.parse('2026-11-20T12:00:00Z')
const OFFLINE_AFTER = { staleAfterSeconds: 600 }

/** A machine that reported all at noon, and its state and one reading ten minutes later. @param change when it became the present customer's */
function machineOf(periods: readonly (readonly [from: number, to: number])[] | null) {
  const live = new LiveStore()
  const machine = live.register({ ...machineEntry(1, 'M-1'), customerId: 'b', periodsOfOthers: periods })
  const whole = { temperature: 20, cyclesPerMin: 30, totalCycles: 5, machineData: { recipe: 'A', film: 1 } }
  const times = { machineKey: 1, receivedAt: NOON }
  const before = mergeLatest(undefined, { ...times, at: NOON, machineState: 'Running', ...whole }, OFFLINE_AFTER)
  const after = NOON + 10 * MINUTE_MS
  const partial = { machineState: 'Running', machineData: { film: 2 }, isPartial: true } as const
  const latest = mergeLatest(before, { ...times, at: after, ...partial }, OFFLINE_AFTER)
  const minutes = [NOON, NOON + 5 * MINUTE_MS, after].map((at) => {
    return { at, records: 1, cycles: 10, rejects: 0, runningMs: 1_000, knownMs: 2_000 }
  })
  live.apply([{ machineKey: 1, latest, added: minutes, corrected: [], reread: [] }], after)
  return { live, machine, after }
}

describe('a machine as its customer sees it', () => {
  test('is the machine itself unless it has changed hands', () => {
    const { machine } = machineOf(null)
    expect(asOwned(machine)).toBe(machine)
  })

  test('has no value and no minute of the time of another customer', () => {
    const change = NOON + 5 * MINUTE_MS + 1
    const { machine, after } = machineOf([[0, change]])
    const own = asOwned(machine)
    expect(own.values).toMatchObject({ at: after, machineState: 'Running', machineData: { film: 2 } })
    expect(own.values).toMatchObject({ temperature: null, cyclesPerMin: null, totalCycles: null })
    // It has run since noon, and for the present customer since the change.
    expect(own.values?.stateSince).toBe(change)
    expect(own.ring.entries(0)).toEqual([{ at: after, cycles: 10 }])
    expect([own.ring.runningMs(0), own.ring.knownMs(0)]).toEqual([1_000, 2_000])
    expect(own).toMatchObject({ online: true, version: machine.version, entry: { machineID: 'M-1' } })
    expect(machine.values).toMatchObject({ temperature: 20, machineData: { recipe: 'A', film: 2 } })
    expect(machine.ring.entries(0)).toHaveLength(3)
  })

  test('was not heard yet until it reports something', () => {
    const own = asOwned(machineOf([[0, NOON + 11 * MINUTE_MS]]).machine)
    expect([own.values, own.online, own.ring.entries(0)]).toEqual([undefined, null, []])
  })

  test('has what it did for the same customer before', () => {
    const { machine } = machineOf([[NOON + 4 * MINUTE_MS, NOON + 6 * MINUTE_MS]])
    const own = asOwned(machine)
    expect(own.values).toEqual(machine.values)
    expect(own.ring.entries(0).map(({ at }) => at)).toEqual([NOON, NOON + 10 * MINUTE_MS])
  })

  test('stays one object that follows the machine, also when it is asked for once more', () => {
    const { live, machine } = machineOf([[0, NOON + 5 * MINUTE_MS]])
    const own = asOwned(machine)
    expect(asOwned(own)).toBe(own)
    live.register({ ...machine.entry, description: 'In hall 2' })
    expect(asOwned(machine)).toBe(own)
    expect([own.entry.description, own.version]).toEqual(['In hall 2', machine.version])
  })
})

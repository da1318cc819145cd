import { describe, expect, test } from 'vitest'
import { mergeLatest } from '../telemetry/record.ts'
import { LiveStore } from './live-store.ts'
import type { MachineEntry } from './machines.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const HOUR_MS = 3_600_000

/** A store with one machine that has just been heard. */
function storeAt(now: number) {
  const live = new LiveStore()
  const machine = live.register({ key: 1, machineID: 'VFFS-1', staleAfterSeconds: 60 } as MachineEntry)
  const latest = mergeLatest(undefined, { machineKey: 1, at: now, receivedAt: now }, machine.entry)
  live.apply([{ machineKey: 1, latest, added: [], corrected: [], reread: [] }], now)
  return { live, machine }
}

describe('a machine', () => {
  test('is online as long as its newest record speaks for it', () => {
    const { live, machine } = storeAt(NOW)
    expect(machine.online).toBe(true)
    live.checkFreshness(NOW + 60_000)
    expect(machine.online).toBe(true)
    live.checkFreshness(NOW + 60_001)
    expect(machine.online).toBe(false)
  })

  test('is not online by a record that lies in the future of a clock that was set back, and that is reported once', () => {
    const { live, machine } = storeAt(NOW)
    live.checkFreshness(NOW - HOUR_MS)
    expect(machine.online).toBe(false)
    const sentVersion = live.version
    live.checkFreshness(NOW - HOUR_MS + 1_000)
    expect(live.version).toBe(sentVersion)
    live.checkFreshness(NOW - 60_000)
    expect(machine.online).toBe(true)
  })
})

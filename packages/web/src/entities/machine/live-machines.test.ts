import { describe, expect, it, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null })
const { mergeLive } = await import('./live-machines.ts')

const at = (seconds: number) => new Date(seconds * 1_000).toISOString()

const heard = (online: boolean | null, seconds: number) => [
  { machineID: 'A', online, onOrder: false, lastSeen: at(seconds) },
]

describe('the live state of machines', () => {
  it('is what was said last', () => {
    const live = mergeLive(mergeLive(undefined, heard(true, 10)), heard(true, 11))
    expect(live.get('A')).toEqual({ machineID: 'A', online: true, onOrder: false, lastSeen: at(11) })
  })

  it('is not undone by an older list that comes late', () => {
    const live = mergeLive(mergeLive(undefined, heard(true, 11)), heard(false, 10))
    expect(live.get('A')?.online).toBe(true)
  })

  it('turns offline without a newer record', () => {
    const live = mergeLive(mergeLive(undefined, heard(true, 11)), heard(false, 11))
    expect(live.get('A')?.online).toBe(false)
  })

  it('stays the same object while nothing changes, so that nothing is drawn again', () => {
    const before = mergeLive(undefined, [{ machineID: 'A', online: null, onOrder: false, lastSeen: null }])
    expect(mergeLive(before, [{ machineID: 'A', online: null, onOrder: false, lastSeen: null }])).toBe(before)
    const other = mergeLive(before, [{ machineID: 'B', online: null, onOrder: false, lastSeen: null }])
    expect(other.get('A')).toBe(before.get('A'))
  })
})

import { describe, expect, it, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null })
const { LiveMachines } = await import('./live-machines.ts')

const at = (seconds: number) => new Date(seconds * 1_000).toISOString()

describe('the live state of installed machines', () => {
  it('is what was said last', () => {
    const live = new LiveMachines()
    live.merge([{ machineID: 'A', online: true, lastSeen: at(10) }])
    live.merge([{ machineID: 'A', online: true, lastSeen: at(11) }])
    expect(live.get('A')).toEqual({ machineID: 'A', online: true, lastSeen: at(11) })
  })

  it('is not undone by an older list that comes late', () => {
    const live = new LiveMachines()
    live.merge([{ machineID: 'A', online: true, lastSeen: at(11) }])
    live.merge([{ machineID: 'A', online: false, lastSeen: at(10) }])
    expect(live.get('A')?.online).toBe(true)
  })

  it('turns offline without a newer record', () => {
    const live = new LiveMachines()
    live.merge([{ machineID: 'A', online: true, lastSeen: at(11) }])
    live.merge([{ machineID: 'A', online: false, lastSeen: at(11) }])
    expect(live.get('A')?.online).toBe(false)
  })

  it('stays the same object while nothing changes, so that nothing is drawn again', () => {
    const live = new LiveMachines()
    live.merge([{ machineID: 'A', online: null, lastSeen: null }])
    const before = live.get('A')
    live.merge([{ machineID: 'A', online: null, lastSeen: null }])
    expect(live.get('A')).toBe(before)
  })
})

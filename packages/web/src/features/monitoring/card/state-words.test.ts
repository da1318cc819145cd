import { describe, expect, it } from 'vitest'
import { stateWords } from './state-words.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString()

function words(values: Partial<Parameters<typeof stateWords>[0]>): string {
  const card = {
    status: 'running' as const,
    state: 'Stopped' as const,
    stateLabel: 'Stopped',
    stateSince: minutesAgo(48),
  }
  return stateWords({ ...card, ...values }, now)
}

describe('the own state of a machine', () => {
  it.each([
    [0.5, 'Stopped just now'],
    [48, 'Stopped 48 min'],
    [200, 'Stopped 3 h 20 min'],
    [3 * 24 * 60 + 120, 'Stopped 3 d 2 h'],
    // The clock of the machine may be ahead.
    [-2, 'Stopped just now'],
  ])('after %d minutes reads %s', (minutes, text) => {
    expect(words({ stateSince: minutesAgo(minutes) })).toBe(text)
  })

  it('says that it is unknown, and for how long', () => {
    const unknown = { state: 'Unknown', stateLabel: 'Unknown' } as const
    expect(words({ ...unknown, stateSince: minutesAgo(12) })).toBe('State unknown for 12 min')
    expect(words({ ...unknown, stateSince: null })).toBe('State unknown')
  })

  it('is what was heard last while the machine is offline', () => {
    expect(words({ status: 'offline' })).toBe('Last known: Stopped')
    expect(words({ status: 'offline', state: 'Unknown' })).toBe('Last known values')
  })

  it('was never reported by a machine that has never published', () => {
    expect(words({ status: 'unknown', state: 'Unknown', stateSince: null })).toBe('State not reported yet')
  })

  it('is to come of a machine that is on order', () => {
    expect(words({ status: 'onOrder', state: 'Unknown', stateSince: null })).toBe('Not delivered yet')
  })
})

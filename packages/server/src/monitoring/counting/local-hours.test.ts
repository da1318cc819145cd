import { describe, expect, test } from 'vitest'
import { localHours } from './local-hours.ts'

const hours = (zone: string, days: number, now: string) => {
  const { starts, end } = localHours(zone, days, Date.parse(now))
  return {
    starts: starts.map((at) => new Date(at).toISOString().slice(0, 16)),
    end: new Date(end).toISOString().slice(0, 16),
  }
}

describe('the hours of the wall clock', () => {
  test('begin a quarter past those of UTC at an offset of 5:45', () => {
    const { starts, end } = hours('Asia/Kathmandu', 1, '2026-11-19T18:20:00Z')
    expect(starts).toHaveLength(24)
    expect([starts[0], starts[23], end]).toEqual(['2026-11-18T19:15', '2026-11-19T18:15', '2026-11-19T19:15'])
  })

  test('are those of UTC in UTC', () => {
    const { starts, end } = hours('UTC', 2, '2026-11-19T18:20:00Z')
    expect([starts.length, starts[0], end]).toEqual([48, '2026-11-17T19:00', '2026-11-19T19:00'])
  })

  test('are an hour of 90 minutes where the clock goes back by half an hour within it', () => {
    // At 2:00 (+11) it becomes 1:30 (+10:30): the clock shows 1:30 to 2:00 twice.
    const { starts } = hours('Australia/Lord_Howe', 1, '2026-04-04T18:00:00Z')
    expect(starts.filter((at) => at >= '2026-04-04T13' && at < '2026-04-04T18')).toEqual([
      '2026-04-04T13:00',
      '2026-04-04T14:00',
      '2026-04-04T15:30',
      '2026-04-04T16:30',
      '2026-04-04T17:30',
    ])
  })

  test('begin at full hours again behind a clock that was set by half an hour, until now', () => {
    const { starts } = hours('Australia/Lord_Howe', 366, '2026-11-26T15:04:00Z')
    const odd = starts.filter((at) => at > '2026-04-06' && at < '2026-10-03T15' !== at.endsWith(':30'))
    // Only where the clock is set in October; +10:30 before that, +11 behind it.
    expect(odd).toEqual(['2026-10-03T15:30'])
    expect(starts.at(-1)).toBe('2026-11-26T15:00')
  })

  test('skip an hour where the clock goes forward by one', () => {
    const { starts } = hours('America/St_Johns', 1, '2026-03-08T12:00:00Z')
    expect(starts.filter((at) => at >= '2026-03-08T04' && at < '2026-03-08T08')).toEqual([
      '2026-03-08T04:30',
      '2026-03-08T05:30',
      '2026-03-08T06:30',
      '2026-03-08T07:30',
    ])
  })
})

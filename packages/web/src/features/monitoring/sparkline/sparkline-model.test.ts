import type { CycleCount } from '@packhouse/contract'
import { describe, expect, it } from 'vitest'
import { siteClock } from '../../../lib/format/site-clock.ts'
import { bucketEntries } from './bucket-entries.ts'
import { findGaps, pointLabel, sparklineModel } from './sparkline-model.ts'
import { silenceLabel, sparklineWords } from './sparkline-words.ts'

const MINUTE = 60_000
/** On a five-minute edge. */
const noon = Date.parse('2026-11-21T12:00:00Z')
const clock = siteClock('Asia/Kolkata')

/** One entry per minute from `from` to `until` minutes after noon, with this value each. */
function minutes(from: number, until: number, value = 30): CycleCount[] {
  return Array.from({ length: until - from }, (_, i) => ({
    time: new Date(noon + (from + i) * MINUTE).toISOString(),
    value,
  }))
}

function model(entries: CycleCount[], values: Partial<Parameters<typeof sparklineModel>[0]> = {}) {
  const total = entries.reduce((sum, { value }) => sum + value, 0)
  return sparklineModel({
    cycleCounts: { total, hours: 3, entries },
    status: 'running',
    lastSeen: null,
    now: noon,
    clock,
    ...values,
  })
}

describe('bucketing', () => {
  it('sums five minutes into each of 36 buckets that end now', () => {
    const buckets = bucketEntries(minutes(-179, 0), noon, 3)
    expect(buckets).toHaveLength(36)
    expect(buckets.every(({ value }) => value === 150)).toBe(true)
    expect(buckets[0]?.start).toBe(noon - 180 * MINUTE)
    expect(buckets.at(-1)?.start).toBe(noon - 5 * MINUTE)
  })

  it('scales the newest bucket so that it does not look like a drop', () => {
    const buckets = bucketEntries(minutes(-180, 2), noon + 2 * MINUTE, 3)
    expect(buckets.at(-1)).toEqual({ start: noon, value: 150 })
  })

  it('leaves the minute that is still running out', () => {
    const running = [...minutes(0, 2), ...minutes(2, 3, 1)]
    expect(bucketEntries(running, noon + 2.5 * MINUTE, 3).at(-1)?.value).toBe(150)
  })

  it('does not begin a bucket before its first minute is whole', () => {
    const buckets = bucketEntries(minutes(-180, 1), noon + 30_000, 3)
    expect(buckets.at(-1)).toEqual({ start: noon - 5 * MINUTE, value: 150 })
  })

  it('makes a bucket without entries a gap, and one with zeros a zero', () => {
    const buckets = bucketEntries([...minutes(-10, -5, 0)], noon, 3)
    expect(buckets.at(-2)?.value).toBe(0)
    expect(buckets.at(-1)?.value).toBeNull()
    expect(buckets[0]?.value).toBeNull()
  })

  it('scales the first bucket, of which the window of the server has cut a minute', () => {
    const [first, second] = bucketEntries(minutes(-179, 0), noon, 3)
    expect([first?.value, second?.value]).toEqual([150, 150])
  })

  it('does not scale between them: what was missed comes with the next record', () => {
    const values = bucketEntries([...minutes(-15, -13, 20), ...minutes(-10, -9, 90)], noon, 3).map(({ value }) => value)
    expect(values.slice(-3)).toEqual([40, 90, null])
  })

  it('ignores entries outside the window', () => {
    const buckets = bucketEntries([...minutes(-200, -181), ...minutes(30, 40)], noon, 3)
    expect(buckets.every(({ value }) => value === null)).toBe(true)
  })
})

describe('gaps', () => {
  const points = (...values: (number | null)[]) => values.map((value, i) => ({ x: i / (values.length - 1), value }))

  it('run from the last point with a value to the next', () => {
    expect(findGaps(points(1, null, null, 1, 1))).toEqual([{ from: 0, to: 0.75 }])
  })

  it('cover a beginning and an end without values', () => {
    expect(findGaps(points(null, 1, 1, 1, null))).toEqual([
      { from: 0, to: 0.25 },
      { from: 0.75, to: 1 },
    ])
  })

  it('cover everything when there is no value and nothing when all are there', () => {
    expect(findGaps(points(null, null, null))).toEqual([{ from: 0, to: 1 }])
    expect(findGaps(points(1, 0, 1))).toEqual([])
  })
})

describe('the model of a sparkline', () => {
  it('knows total, lowest, highest and latest', () => {
    const entries = [...minutes(-180, -10), ...minutes(-10, -5, 10), ...minutes(-5, 0, 20)]
    expect(model(entries)).toMatchObject({ lowest: 50, highest: 150, latest: 100, silence: null })
  })

  it('has a tick at every full hour of the site with its time there', () => {
    const { ticks } = model(minutes(-180, 0))
    const label = (offset: number) => clock.time(noon + offset * MINUTE)
    expect(ticks.map((tick) => tick.label)).toEqual([label(-150), label(-90), label(-30)])
    for (const { x } of ticks) expect(x > 0 && x < 1).toBe(true)
  })

  it('marks since when an offline machine is silent', () => {
    const lastSeen = new Date(noon - 40 * MINUTE).toISOString()
    const { silence, gaps, latest } = model(minutes(-180, -40), { status: 'offline', lastSeen })
    expect(latest).toBeNull()
    expect(silence).toMatchObject({ status: 'offline', since: lastSeen })
    expect(gaps.at(-1)).toEqual({ from: silence?.x, to: 1 })
    const time = clock.time(Date.parse(lastSeen))
    expect(silence && silenceLabel(silence, noon, clock)).toEqual({
      text: `Offline since ${time}`,
      rows: ['Offline', time],
    })
  })

  it('marks an offline machine before its first empty bucket', () => {
    const lastSeen = new Date(noon - 2 * MINUTE).toISOString()
    const entries = minutes(-180, -2)
    expect(model(entries, { status: 'offline', lastSeen }).silence).toMatchObject({ x: 1, since: lastSeen })
    expect(model(entries, { status: 'running', lastSeen }).silence).toBeNull()
  })

  it('reports only missing readings when none ever arrived', () => {
    const { silence, total, highest } = model([], { status: 'unknown' })
    expect([total, highest, silence?.x]).toEqual([null, null, 0])
    expect(silence && silenceLabel(silence, noon, clock)).toEqual({ text: 'No readings', rows: ['No readings'] })
  })

  it('has a total of 0 where cycles were read and none was made', () => {
    expect(model(minutes(-180, 0, 0)).total).toBe(0)
  })

  it('shows records of a server whose clock is ahead of the reader’s', () => {
    const lastSeen = new Date(noon).toISOString()
    expect(model(minutes(-180, 0), { now: noon - 20 * MINUTE, lastSeen })).toMatchObject({ latest: 150, silence: null })
  })

  it('falls back to point numbers when times cannot be read', () => {
    const entries = [
      { time: 'first', value: 1 },
      { time: '2026-11-21T12:00:00Z', value: 2 },
      { time: '', value: 3 },
    ]
    const { points, ticks } = model(entries)
    expect(points.map(({ x }) => x)).toEqual([0, 0.5, 1])
    expect(ticks.map(({ label }) => label)).toEqual(['1', clock.time(noon), '3'])
  })

  it('labels a point with its time, or with its number from 1', () => {
    expect(pointLabel('2026-11-21T12:00:00Z', 4, clock)).toBe(clock.time(noon))
    expect(pointLabel('no time', 4, clock)).toBe('5')
  })
})

it('describes a sparkline as text', () => {
  const words = sparklineWords('VFFS-2214', model([...minutes(-180, -5), ...minutes(-5, 0, 20)]), noon, clock)
  expect(words).toMatch(
    /^Cycle counts of VFFS-2214, last 3 hours: 5.350 in total; per 5 minutes from 100 to 150; latest 100\.$/,
  )
})

import type { MachineStops } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { Written } from '../../written.ts'
import { bucketRows, stopRows } from './report-tables.ts'

const written = new Written('en', 'Europe/Oslo')
const iso = (at: number) => new Date(at).toISOString()

test('stops are the longest first, with all their reasons, and it is said how many more there are', () => {
  const reasonId = crypto.randomUUID()
  const stops: MachineStops['stops'] = Array.from({ length: 45 }, (_, place) => {
    const [from, to] = [iso(place * 3_600_000), iso(place * 3_600_000 + (place + 1) * 1_000)]
    const said = { reasonId: place === 44 ? reasonId : null, note: null, saidAt: null }
    return { from, to, state: 'Stopped', parts: [{ from, to, ...said }] }
  })
  const reasons = [{ id: reasonId, code: 'J', name: 'Jam', parentId: null, kind: 'unplanned' as const, active: true }]
  const found: MachineStops = {
    ...{ machineID: 'M', timeZone: 'UTC', from: iso(0), to: iso(1), version: 0, unknown: [] },
    ...{ minorStopSeconds: 0, staleAfterSeconds: 60, stops, reasons },
  }
  const rows = stopRows(found, written)
  expect(rows.stopCount).toBe('45')
  expect(rows.stops.slice(0, 2)).toMatchObject([
    { time: '0:00:45', reason: 'Jam' },
    { time: '0:00:44', reason: '–' },
  ])
  expect(rows.stops).toHaveLength(40)
  expect(rows.moreStops).toBe('The first 40 are listed; 5 more are not.')
})

test('parts of a window add up as they are written, though each is rounded', () => {
  const buckets = {
    ...{ runningMs: 1_400, speedLossMs: 1_400, minorStopMs: 1_400, unplannedMs: 1_400 },
    ...{ plannedMs: 600, changeoverMs: 600, uncategorisedMs: 600, unknownMs: 600 },
  }
  const rows = bucketRows({ buckets, lengthMs: 8_000 }, written)
  const seconds = rows.map(({ time }) => Number(time.split(':')[2]))
  expect(seconds.reduce((sum, one) => sum + one, 0)).toBe(8)
})

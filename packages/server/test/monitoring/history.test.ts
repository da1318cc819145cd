import { stateGroups } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { recount, type StoredRecord } from '../support/recount.ts'
import { randomNumbers, seed } from '../support/seed.ts'
import { useTestApp } from '../support/use-test-app.ts'

const ID = 'VFFS-2214'
const INTERVAL_MS = 5 * 60_000
const HOUR_MS = 3_600_000
const RECORDS = 600
/** Two intervals ago. */
const END = Date.now() - 2 * INTERVAL_MS

const app = useTestApp()
const records: StoredRecord[] = []
let customer: Caller

beforeAll(async () => {
  customer = await app.as('customer')
  const random = randomNumbers(seed)
  const device = await app.device()
  for (let i = 0, cycles = 0; i < RECORDS; i++) {
    cycles += Math.floor(random() * 20)
    const state = stateGroups[Math.floor(random() * stateGroups.length)] ?? 'Idle'
    // Eight hours, with two of silence. What the machine does now is not among them: it would be different at each look.
    const at = END - 8 * HOUR_MS + Math.floor((i / RECORDS) * 8 * HOUR_MS)
    if (i > 200 && i < 350) continue
    records.push({
      at,
      totalCycles: cycles,
      cyclesPerMin: null,
      temperature: null,
      humidity: null,
      machineState: state,
    })
  }
  const payloads = records.map(({ at, totalCycles, machineState }) => ({
    lastSeen: new Date(at).toISOString(),
    totalCycles,
    machineState,
  }))
  await device.publishAll(ID, payloads)
})

async function history(query: { tag?: string; hours?: string }) {
  return await customer.call('machineHistory', { params: { id: ID }, query })
}

describe('the history of a machine', () => {
  test('covers six hours of cycle counts at five minutes where nothing else is asked for', async () => {
    expect(await history({})).toMatchObject({
      machineID: ID,
      tag: 'CycleCount',
      hours: 6,
      intervalMs: INTERVAL_MS,
      kind: 'numeric',
    })
  })

  test.each(['1', '6', '24', '168'])('has for %s hours a point every five minutes up to now', async (hours) => {
    for (const tag of ['CycleCount', 'State']) {
      const before = Date.now()
      const { points } = await history({ tag, hours })
      const times = points.map((point) => Date.parse(point.time))
      expect(times).toHaveLength(Number(hours) * 12)
      for (const [i, time] of times.entries()) {
        expect(time % INTERVAL_MS).toBe(0)
        if (i > 0) expect(time - (times[i - 1] ?? 0)).toBe(INTERVAL_MS)
      }
      expect(times.at(-1)).toBeGreaterThan(before - INTERVAL_MS)
    }
  })

  test('counts the cycles of each interval as its records do, and knows silence from zero', async () => {
    const counted = recount(records, INTERVAL_MS)
    const { points } = await history({ hours: '7' })
    expect(points.map(({ time, value }) => [time, value])).toEqual(
      points.map(({ time }) => {
        const { records: heard = 0, cycles = 0 } = counted.get(Date.parse(time)) ?? {}
        return [time, heard === 0 ? null : cycles]
      }),
    )
    expect(points.some((point) => point.value === null)).toBe(true)
    expect(points.some((point) => Number(point.value) > 0)).toBe(true)
  })

  test.each(['State', 'cyclecount', 'anything else'])(
    'gives for the tag %s the state in which the machine was longest',
    async (tag) => {
      const answer = await history({ tag, hours: '7' })
      const counted = recount(records, INTERVAL_MS, Date.now())
      expect(answer).toMatchObject({ tag, kind: 'state' })
      for (const { time, value } of answer.points) {
        const amounts = counted.get(Date.parse(time))
        if (amounts === undefined) expect(value).toBe('Unknown')
        else
          expect(amounts[`${String(value).toLowerCase()}_ms`]).toBe(
            Math.max(...stateGroups.map((state) => amounts[`${state.toLowerCase()}_ms`] ?? 0)),
          )
      }
    },
  )

  test.each([
    [
      'from=1971-01-01T00:00:00Z&to=2026-01-01T00:00:00Z',
      'must be at most 69 days after from, unless points are given',
    ],
    ['tag=humidity&from=2025-01-01T00:00:00Z&to=2025-03-12T00:00:00Z', 'must be at most 69 days after from'],
    ['tag=humidity&points=9&from=0000-01-01T00:00:00Z&to=0000-02-01T00:00:00Z', 'must be in the years 1970 to 9999'],
    [
      'tag=humidity&points=9&from=9999-12-31T00:00:00Z&to=9999-12-31T23:00:00-12:00',
      'must be in the years 1970 to 9999',
    ],
  ])('over %s is refused in words', async (query, words) => {
    const answer = await customer.get(`/v1/ignition/machines/${ID}/history?${query}`)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(words)
  })

  test.each(['CycleCount', 'humidity'])('of %s over decades has the points that are wanted', async (tag) => {
    const query = { tag, points: '10', from: '1971-01-01T00:00:00Z', to: '9999-12-31T00:00:00Z' }
    const { points } = await customer.call('machineHistory', { params: { id: ID }, query })
    expect(points.length).toBeLessThanOrEqual(10)
  })

  test('of a machine that has never published is silence', async () => {
    const { points } = await customer.call('machineHistory', { params: { id: 'FLW-0904' }, query: {} })
    expect(points.every((point) => point.value === null)).toBe(true)
  })
})

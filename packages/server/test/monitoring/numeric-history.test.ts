import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { useTestApp } from '../support/use-test-app.ts'

const ID = 'VFFS-2214'
const MINUTE_MS = 60_000
/** Whole minutes, 12 hours ago. */
const start = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 12 * 60 * MINUTE_MS

const app = useTestApp()
let customer: Caller

function iso(minute: number): string {
  return new Date(start + minute * MINUTE_MS).toISOString()
}

beforeAll(async () => {
  customer = await app.as('customer')
  const device = await app.device()
  const readings = [{ film: 1 }, { film: 2, recipe: 'A' }, { film: 'empty' }, { film: null, recipe: 'B' }, {}]
  for (const [minute, machineData] of readings.entries())
    await device.publish(ID, { lastSeen: iso(minute), totalCycles: minute, temperature: 20 + minute, machineData })
})

async function history(tag: string, query: { from: string; to: string; points?: string }) {
  return await customer.call('machineHistory', { params: { id: ID }, query: { tag, ...query } })
}

describe.each(['rows', 'sealed blocks'])('the history of numbers in %s', (where) => {
  beforeAll(async () => {
    if (where === 'sealed blocks') expect(await app.runRetention()).toMatchObject({ sealed: 5 })
  })

  test('has the steps of the history of cycles where no points are wanted', async () => {
    const span = { from: iso(0), to: iso(7) }
    const [cycles, temperature] = [await history('CycleCount', span), await history('temperature', span)]
    expect(temperature.intervalMs).toBe(cycles.intervalMs)
    expect(temperature.points.map(({ time }) => time)).toEqual(cycles.points.map(({ time }) => time))
    expect(temperature.points[0]).toMatchObject({ value: 22, min: 20, max: 24 })
  })

  test('is that of a reading which reports a number in the stretch, whatever it reported last', async () => {
    const answer = await history('film', { from: iso(0), to: iso(5), points: '100' })
    expect(answer.kind).toBe('numeric')
    expect(answer.points.filter(({ value }) => value !== null).map(({ value }) => value)).toEqual([1, 2])
    expect(await history('recipe', { from: iso(0), to: iso(5) })).toMatchObject({ kind: 'state' })
  })

  test.each(['constructor', 'toString', 'valueOf', 'machineState'])('is not that of %s', async (tag) => {
    expect(await history(tag, { from: iso(0), to: iso(7) })).toMatchObject({ tag, kind: 'state' })
  })
})

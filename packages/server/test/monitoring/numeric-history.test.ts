import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { useTestApp } from '../support/use-test-app.ts'

const ID = 'VFFS-2214'
/** Reports texts. */
const TEXTS = 'CRT-1162'
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
  // A humidity that changes once in three minutes, of a machine that is heard each minute but one.
  const humidities = [40, undefined, undefined, 50, undefined, undefined]
  for (const [place, humidity] of humidities.entries()) {
    const minute = place === 4 ? undefined : 10 + place
    if (minute !== undefined) await device.publish(ID, { lastSeen: iso(minute), totalCycles: minute, humidity })
  }
  const texts = [
    [30, { Recipe: 'A' }],
    [30.5, undefined],
    [31, { Recipe: 'B' }],
    [40, { film: 3 }],
    [40.5, { Recipe: null, note: 'x' }],
    // This one comes late.
    [30.75, { Recipe: 'L'.repeat(300) }],
  ] as const
  for (const [minute, machineData] of texts)
    await device.publish(TEXTS, { lastSeen: iso(minute), totalCycles: 1, machineData })
})

async function textsOf(from: number, to: number) {
  const query = { tag: 'Recipe', from: iso(from), to: iso(to) }
  const answer = await customer.call('machineTexts', { params: { id: TEXTS }, query })
  expect(answer).toMatchObject({ tags: ['note'], truncated: false, from: iso(from), to: iso(to) })
  const minutes = (time: string) => (Date.parse(time) - start) / MINUTE_MS
  return answer.intervals.map((interval) => [minutes(interval.from), minutes(interval.to), interval.text])
}

async function history(tag: string, query: { from: string; to: string; points?: string }) {
  return await customer.call('machineHistory', { params: { id: ID }, query: { tag, ...query } })
}

describe.each(['rows', 'sealed blocks'])('the history of numbers in %s', (where) => {
  beforeAll(async () => {
    if (where === 'sealed blocks') expect(await app.runRetention()).toMatchObject({ sealed: 16 })
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

  test('is the same of many machines at once, a page after the other', async () => {
    const span = { from: iso(0), to: iso(45), points: '45' }
    for (const tag of ['temperature', 'film']) {
      const one = await history(tag, span)
      const page = await customer.call('fleetHistory', { query: { tag, ...span } })
      expect(page).toMatchObject({ tag, from: iso(0), to: iso(45), intervalMs: 60_000, next: null })
      const ids = page.machines.map(({ machineID }) => machineID)
      expect(ids).toEqual((await customer.call('listMachineIds', {})).ids)
      const own = page.machines.find(({ machineID }) => machineID === ID)
      const read = one.points.flatMap((point) => ('isHeld' in point ? [] : [point]))
      for (const { time, value } of read)
        expect(own?.values[(Date.parse(time) - start) / MINUTE_MS], `${tag} at ${time}`).toBe(value)
      expect(own?.values.filter((value) => value !== null)).toHaveLength(
        read.filter(({ value }) => value !== null).length,
      )
      const first = await customer.call('fleetHistory', { query: { tag, ...span, limit: '1' } })
      expect(first).toMatchObject({ count: 1, next: ids[0] })
      const rest = await customer.call('fleetHistory', { query: { tag, ...span, after: first.next ?? '' } })
      expect([...first.machines, ...rest.machines]).toEqual(page.machines)
    }
    const [whole] = (
      await customer.call('fleetHistory', { query: { tag: 'temperature', ...span, points: '1' } })
    ).machines.filter(({ machineID }) => machineID === ID)
    expect(whole).toEqual({ machineID: ID, values: [22], min: [20], max: [24] })
  })

  test.each([
    ['so many points of so many machines', { to: iso(45), points: '101' }],
    ['so many hours of so many machines', { to: iso(61), points: '1' }],
    ['more hours', { to: iso(6 * 60 + 1), points: '1', limit: '1' }],
    ['more machines', { to: iso(45), points: '1', limit: '1001' }],
  ])('refuses %s at once', async (_, more) => {
    const parts = new URLSearchParams({ tag: 'film', from: iso(0), ...more })
    expect((await customer.request(`/v1/ignition/history?${parts}`)).status).toBe(400)
  })

  test('has the last reading where the machine was heard without a new one', async () => {
    const seen = async (from: number, to: number, points: string) => {
      const answer = await history('humidity', { from: iso(from), to: iso(to), points })
      if (answer.kind !== 'numeric') throw new Error('It is no history of numbers.')
      const known = answer.points.filter(({ value }) => value !== null)
      return known.map(({ time, value, isHeld }) => [(Date.parse(time) - start) / MINUTE_MS, value, isHeld === true])
    }
    const whole = [
      [10, 40, false],
      [11, 40, true],
      [12, 40, true],
      [13, 50, false],
      [15, 50, true],
    ]
    expect(await seen(9, 16, '100')).toEqual(whole)
    expect(await seen(11, 16, '100')).toEqual(whole.slice(1))
    expect(await seen(11, 13, '2')).toEqual(whole.slice(1, 3))
    // In steps of several minutes only those without any reading are filled.
    expect(await seen(10, 16, '2')).toEqual([
      [10, 40, false],
      [13, 50, false],
    ])
  })

  test('leaves its place to that of texts, with gaps, late records and what held at the start', async () => {
    const late = 'L'.repeat(200)
    const whole = [
      [29, 30, null],
      [30, 30.75, 'A'],
      [30.75, 31, late],
      [31, 32, 'B'],
      [32, 40, null],
      [40, 40.5, 'B'],
      [40.5, 42, null],
    ]
    expect(await textsOf(29, 42)).toEqual(whole)
    expect(await textsOf(30.25, 31)).toEqual([[30.25, 30.75, 'A'], whole[2]])
    expect(await textsOf(40.25, 40.5)).toEqual([[40.25, 40.5, 'B']])
    expect(await textsOf(33, 39)).toEqual([[33, 39, null]])
  })

  test.each(['constructor', 'toString', 'valueOf', 'machineState'])('is not that of %s', async (tag) => {
    expect(await history(tag, { from: iso(0), to: iso(7) })).toMatchObject({ tag, kind: 'state' })
  })
})

test('Blocks that older code has written are read as a whole until the retention job has noted their columns', async () => {
  const columns = 'SELECT count(*)::int AS blocks, count(column_starts)::int AS noted FROM record_block'
  const span = { from: iso(0), to: iso(7), points: '100' }
  const read = async () => [await history('film', span), await history('humidity', span), await textsOf(29, 42)]
  const before = await read()
  await app.sql('UPDATE record_block SET column_ids = NULL, column_starts = NULL')
  expect(await read()).toEqual(before)
  await app.runRetention()
  const [{ blocks, noted } = { blocks: 0, noted: -1 }] = await app.sql<{ blocks: number; noted: number }>(columns)
  expect(noted).toBe(blocks)
  expect(await read()).toEqual(before)
})

test('A late text counts beside sealed ones before it is sealed itself, and foreign customers see none', async () => {
  const device = await app.device()
  await device.publish(TEXTS, { lastSeen: iso(31.5), totalCycles: 1, machineData: { Recipe: 'C' } })
  expect(await textsOf(31, 40.25)).toEqual([
    [31, 31.5, 'B'],
    [31.5, 32.5, 'C'],
    [32.5, 40, null],
    [40, 40.25, 'C'],
  ])
  const statusOf = async (caller: Caller, to: string) =>
    (await caller.get(`/v1/ignition/machines/${TEXTS}/texts?tag=Recipe&from=${iso(31)}&to=${to}`)).status
  expect(await statusOf(await app.as('other'), iso(32))).toBe(404)
  expect(await statusOf(customer, iso(9 * 24 * 60))).toBe(400)
  expect(await statusOf(customer, iso(32))).toBe(200)
})

import type { Row, tagMaps } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import type { Device } from '../support/device.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const MINUTE_MS = 60_000
/** A whole hour of UTC that has passed. */
const START = Math.floor(Date.now() / 3_600_000) * 3_600_000 - 30 * 3_600_000

let staff: Caller
let device: Device

beforeAll(async () => {
  staff = await app.as('staff')
  device = await app.device()
})

/** What a counter shows, and at which minute. */
type Shown = readonly [minute: number, value: number]

function timeOf(minute: number): string {
  return new Date(START + minute * MINUTE_MS).toISOString()
}

/** Messages on `line/<machine>` are read by a map whose counter wraps. */
async function useRange(line: string, rolloverAt: number, role = 'count'): Promise<void> {
  const entries = [{ canonicalTag: 'made', address: 'n', role, rolloverAt }]
  const draft = { name: line, source: 'json', topicFilter: `${line}/{machineID}`, timeAddress: 'ts', entries }
  const made = await staff.post('/v1/ignition/tag-maps', draft)
  expect(made.status, made.text).toBe(201)
  const { id, version } = made.body as Row<typeof tagMaps>
  await staff.call('rollOutTagMap', { params: { id }, body: { version } })
}

async function publishMapped(line: string, machineID: string, readings: readonly Shown[]): Promise<void> {
  for (const [minute, n] of readings) await device.publishOn(`${line}/${machineID}`, { ts: timeOf(minute), n })
}

async function publishPlain(machineID: string, readings: readonly Shown[]): Promise<void> {
  for (const [minute, totalCycles] of readings)
    await device.publish(machineID, { lastSeen: timeOf(minute), machineState: 'Running', totalCycles })
}

/** The cycles of a machine, in every place that has them; all have the same. */
async function cyclesOf(machineID: string): Promise<number> {
  const [stored] = await app.sql<{ minutes: number; hours: number }>(
    `SELECT (SELECT sum(cycles) FROM minute_rollup WHERE machine_key = key)::int AS minutes,
       (SELECT sum(cycles) FROM hour_rollup WHERE machine_key = key)::int AS hours
     FROM machine WHERE machine_id = $1`,
    [machineID],
  )
  const { machines } = await staff.call('machineMetrics', { query: { days: '7' } })
  const heatmap = await staff.call('machineHeatmap', { query: { machineID } })
  const history = await staff.call('machineHistory', {
    params: { id: machineID },
    query: { tag: 'CycleCount', from: timeOf(0), to: timeOf(24 * 60) },
  })
  const found = {
    minutes: stored?.minutes,
    hours: stored?.hours,
    metrics: machines.find((machine) => machine.machineID === machineID)?.cycles,
    heatmap: sumOf(heatmap.hours.map(({ cycles }) => cycles)),
    history: sumOf(history.points.map(({ value }) => Number(value ?? 0))),
  }
  const cycles = found.minutes ?? Number.NaN
  expect(found).toEqual({ minutes: cycles, hours: cycles, metrics: cycles, heatmap: cycles, history: cycles })
  return cycles
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

const NIGHT = 8 * 60

describe('a counter that wraps', () => {
  test.each<[string, number, readonly Shown[], number]>([
    [
      'at 65,536 and is then set to 0 by hand',
      65_536,
      [
        [0, 64_000],
        [1, 64_900],
        [2, 300],
        [3, 1_200],
        [4, 0],
        [5, 40],
      ],
      2_776,
    ],
    [
      'at 10,000 and is then set to 0 by hand',
      10_000,
      [
        [0, 9_800],
        [1, 200],
        [2, 600],
        [3, 5],
        [4, 45],
      ],
      845,
    ],
    [
      'before a night in which it is set to 0',
      10_000,
      [
        [0, 9_900],
        [1, 300],
        [1 + NIGHT, 2],
        [2 + NIGHT, 62],
      ],
      462,
    ],
    [
      'many times before it is set to 0',
      1_000,
      [
        [0, 900],
        [1, 100],
        [2, 500],
        [3, 900],
        [4, 100],
        [5, 500],
        [6, 900],
        [7, 100],
        [8, 500],
        [9, 0],
        [10, 40],
      ],
      2_640,
    ],
    [
      'and steps back over its start after a power cut',
      65_536,
      [
        [0, 65_000],
        [1, 65_500],
        [2, 10],
        [3, 65_520],
        [4, 400],
      ],
      962,
    ],
    [
      'and is set to 0 near its end, where a wrap would be several times as fast',
      65_536,
      [
        [0, 59_100],
        [1, 60_000],
        [2, 0],
        [3, 900],
      ],
      1_800,
    ],
  ])('%s is counted by what was made', async (_, rolloverAt, readings, cycles) => {
    const machineID = `WRAP-${rolloverAt}-${cycles}`
    const line = `line-${machineID}`
    await useRange(line, rolloverAt)
    await publishMapped(line, machineID, readings)
    expect(await cyclesOf(machineID)).toBe(cycles)
  })

  test('is counted the same where readings come late, and come twice', async () => {
    await useRange('late-wrap', 10_000)
    await publishMapped('late-wrap', 'WRAP-LATE', [
      [0, 9_800],
      [2, 600],
      [4, 45],
      [1, 200],
      [3, 5],
      [2, 600],
      [3, 5],
    ])
    expect(await cyclesOf('WRAP-LATE')).toBe(845)
  })

  test('counts rejects by the same rule', async () => {
    await useRange('reject-wrap', 10_000, 'reject')
    await publishMapped('reject-wrap', 'WRAP-REJECTS', [
      [0, 9_800],
      [1, 200],
      [2, 600],
      [3, 5],
      [4, 45],
    ])
    const [row] = await app.sql<{ rejects: number }>(
      `SELECT sum(rejects)::int AS rejects FROM hour_rollup JOIN machine ON key = machine_key WHERE machine_id = 'WRAP-REJECTS'`,
    )
    expect(row?.rejects).toBe(845)
  })
})

describe('a counter without a range', () => {
  test.each<[string, readonly number[], number]>([
    ['steps back a little after a power cut', [1_000_000, 1_000_600, 1_000_590, 1_001_190], 1_200],
    ['is restored from an older backup', [1_000_000, 1_000_600, 970_000, 970_600], 1_200],
    ['is reset by hand', [1_000_000, 1_000_600, 0, 600], 1_200],
    ['is reset by hand, and goes on before the next reading', [1_000_000, 1_000_600, 250, 850], 1_450],
    ['is read as 0 while the controller starts', [1_000_000, 1_000_600, 0, 1_001_200, 1_001_800], 1_200],
    ['goes over to a controller that has made less', [4_000_000, 4_000_600, 250_000, 250_600], 1_200],
    ['goes over to a controller that has made more', [1_000_000, 1_000_600, 2_300_000, 2_300_600], 1_200],
  ])('that %s is counted by what was made', async (name, values, cycles) => {
    const machineID = `PLAIN-${name.replaceAll(/\W+/g, '-')}`.slice(0, 64)
    const readings = values.map((value, place): Shown => [15 * place, value])
    await publishPlain(machineID, readings)
    expect(await cyclesOf(machineID)).toBe(cycles)
    const shuffled = `S${machineID}`.slice(0, 64)
    await publishPlain(shuffled, [...readings.filter((_, place) => place !== 1), ...readings.slice(1, 2)])
    expect(await cyclesOf(shuffled)).toBe(cycles)
  })
})

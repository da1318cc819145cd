import { expect, test } from 'vitest'
import type { Clock } from '../clock.ts'
import { type Pace, pace } from './pace.ts'
import type { RecordedRow } from './row.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const RECORDED = Date.UTC(2020, 0, 1)
const never = new AbortController().signal

/** A clock that goes on only while somebody sleeps. */
class StandingClock implements Clock {
  #time = NOW
  now = () => this.#time
  sleep = async (ms: number) => {
    this.#time += ms
  }
}

async function* rowsAt(...seconds: number[]): AsyncGenerator<RecordedRow> {
  for (const second of seconds) {
    const time = RECORDED + second * 1000
    yield { machineID: 'A', time, record: { lastSeen: new Date(time).toISOString(), totalCycles: second } }
  }
}

/** When each row came, and the time it says, both in seconds after the start. */
async function play(rows: AsyncIterable<RecordedRow>, how: Pace, stop = never) {
  const clock = new StandingClock()
  const found: { came: number; says: number; cycles: number | undefined }[] = []
  for await (const { time, record } of pace(rows, how, clock, stop)) {
    expect(record.lastSeen).toBe(new Date(time).toISOString())
    found.push({ came: (clock.now() - NOW) / 1000, says: (time - NOW) / 1000, cycles: record.totalCycles })
  }
  return found
}

test('a replay preserves the recorded spacing, from now on', async () => {
  expect(await play(rowsAt(100, 101, 104.5, 90_000), { keepTimes: false, speed: 1 })).toEqual([
    { came: 0, says: 0, cycles: 100 },
    { came: 1, says: 1, cycles: 101 },
    { came: 4.5, says: 4.5, cycles: 104.5 },
    { came: 89_900, says: 89_900, cycles: 90_000 },
  ])
})

test('a faster replay shortens the spacing and a slower one stretches it', async () => {
  const came = async (speed: number) =>
    (await play(rowsAt(0, 10, 30), { keepTimes: false, speed })).map((row) => [row.came, row.says])
  expect(await came(10)).toEqual([
    [0, 0],
    [1, 1],
    [3, 3],
  ])
  expect(await came(0.5)).toEqual([
    [0, 0],
    [20, 20],
    [60, 60],
  ])
})

test('a row that is older than the one before comes at once, with its own shifted time', async () => {
  const found = await play(rowsAt(0, 10, 5), { keepTimes: false, speed: 1 })
  expect(found.map(({ came, says }) => [came, says])).toEqual([
    [0, 0],
    [10, 10],
    [10, 5],
  ])
})

test('a replay with the recorded times does not wait', async () => {
  const shift = (RECORDED - NOW) / 1000
  expect(await play(rowsAt(0, 3600), { keepTimes: true })).toEqual([
    { came: 0, says: shift, cycles: 0 },
    { came: 0, says: shift + 3600, cycles: 3600 },
  ])
})

test('a replay that is stopped yields nothing more', async () => {
  const stop = new AbortController()
  const found: RecordedRow[] = []
  for await (const row of pace(rowsAt(0, 1, 2), { keepTimes: false, speed: 1 }, new StandingClock(), stop.signal)) {
    found.push(row)
    stop.abort()
  }
  expect(found).toHaveLength(1)
})

import { sampleDeviceName } from '@packhouse/contract'
import { SAMPLE_DEVICE_PASSWORD, startDatabaseServer } from './databases.ts'
import { Device } from './device.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import { until } from './until.ts'
import { WallClock } from './wall-clock.ts'

const TEN_MINUTES_MS = 10 * 60_000
const MACHINES = 8
/** Beyond so many unanswered messages a client has no packet ids left. */
const PER_CONNECTION = 40_000
/** So many are published before the next turn of the event loop. */
const PAGE = 1_000

export interface ClockFaultOptions {
  /** Correct records that come while the server's clock is ten minutes behind. */
  records: number
  /** Faulty messages, each of another content, of one machine beside good records of the same one. */
  faulty: number
  report?: (line: string) => void
}

interface Ledger {
  acknowledged: number
}

/**
 * Sets the server's clock back while machines publish, sets it right, then floods it with garbage, and compares the database
 * with what was acknowledged.
 * @throws Error if something acknowledged is stored neither as a record nor as a dead letter
 */
export async function runClockFault({ records, faulty, report = () => undefined }: ClockFaultOptions): Promise<void> {
  const server = await startDatabaseServer()
  try {
    const app = await startTestApp(server.url)
    try {
      await withClockBehind(app, records, report)
      await withGarbage(app, faulty, report)
    } finally {
      await app.stop()
    }
  } finally {
    await server.stop()
  }
}

async function withClockBehind(app: TestApp, records: number, report: (line: string) => void): Promise<void> {
  const clock = new WallClock()
  const each = Math.ceil(records / MACHINES)
  const end = Date.now()
  clock.shift(-TEN_MINUTES_MS)
  try {
    const device = await app.device()
    for (let from = 0; from < each; from += PAGE) await publishFleet(device, each, [from, from + PAGE], end)
    const waiting = async () => (await count(app, 'SELECT count(*) FROM held_record')) === each * MACHINES
    await until('all records waiting for the clock', waiting)
    report(`${each * MACHINES} records wait for the clock; ${memory()}`)
  } finally {
    clock.restore()
  }
  const stored = async () => (await count(app, 'SELECT count(*) FROM held_record')) === 0
  await until('no record waiting any more', stored)
  const found = await count(app, 'SELECT count(*) FROM record')
  if (found !== each * MACHINES) throw new Error(`${each * MACHINES} records were acknowledged, ${found} are stored.`)
  report(`all of them are stored; ${memory()}`)
}

async function publishFleet(device: Device, each: number, [from, to]: [number, number], end: number): Promise<void> {
  const recordAt = (n: number) => ({ lastSeen: new Date(end - (each - n) * 10).toISOString(), totalCycles: n })
  const page = Array.from({ length: Math.min(to, each) - from }, (_, n) => recordAt(from + n))
  await Promise.all(Array.from({ length: MACHINES }, (_, machine) => device.publishAll(`CLOCK-FAULT-${machine}`, page)))
}

async function withGarbage(app: TestApp, faulty: number, report: (line: string) => void): Promise<void> {
  const quiet = await app.device()
  await quiet.publish('QUIET-1', 'no record')
  const ledger: Ledger = { acknowledged: 1 }
  let good = 0
  const started = performance.now()
  for (let from = 0; from < faulty; from += PER_CONNECTION) {
    const device = await Device.connect(app.mqttPort, { username: sampleDeviceName, password: SAMPLE_DEVICE_PASSWORD })
    const to = Math.min(from + PER_CONNECTION, faulty)
    for (let n = from; n < to; n += PAGE) {
      for (let one = n; one < Math.min(n + PAGE, to); one++) publishFaulty(device, one, ledger)
      // Among them good ones, whose acknowledgement says that what came before was judged.
      await device.publish('GARBAGE-1', { totalCycles: good })
      good += 1
    }
    await device.close()
  }
  const refused = await count(app, 'SELECT sum(seen) FROM refused_message')
  const stored = await count(
    app,
    `SELECT count(*) FROM record JOIN machine ON key = machine_key WHERE machine_id = 'GARBAGE-1'`,
  )
  const beyond = await count(app, 'SELECT coalesce(sum(count), 0) FROM dead_letter_overflow')
  const seconds = (performance.now() - started) / 1_000
  report(`${faulty} faulty messages in ${seconds.toFixed(1)} s: ${ledger.acknowledged - 1} acknowledged; ${memory()}`)
  // An acknowledgement may be on its way when a connection ends; nothing else may be stored and not acknowledged.
  if (ledger.acknowledged > refused) throw new Error(`${ledger.acknowledged} were acknowledged, ${refused} are stored.`)
  if (refused + beyond !== faulty + 1)
    throw new Error(`${faulty + 1} were sent, ${refused} are stored and ${beyond} counted.`)
  if (stored !== good) throw new Error(`${good} good records were acknowledged, ${stored} are stored.`)
  const others = await count(app, `SELECT count(*) FROM refused_message WHERE topic = 'packhouse/QUIET-1/record'`)
  if (others !== 1) throw new Error('The dead letter of another machine was pushed out.')
}

function publishFaulty(device: Device, n: number, ledger: Ledger): void {
  device.publish('GARBAGE-1', { totalCycles: -1 - n }).then(
    () => {
      ledger.acknowledged += 1
    },
    // What was not acknowledged when the connection is closed.
    () => undefined,
  )
}

async function count(app: TestApp, statement: string): Promise<number> {
  const [row] = await app.sql<{ count: string }>(`SELECT (${statement}) AS count`)
  return Number(row?.count)
}

function memory(): string {
  return `${Math.round(process.memoryUsage.rss() / 1024 / 1024)} MB`
}

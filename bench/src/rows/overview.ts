import { setTimeout as sleep } from 'node:timers/promises'
import type { Options } from '../options.ts'
import { atMost, finding, type RowResult } from '../report/finding.ts'
import type { Stage } from '../stage/stage.ts'
import { OverviewCast } from './overview-cast.ts'

const MACHINES = 1000
const WARM_REQUESTS = 5
const UNCHANGED_REQUESTS = 50
/** The live stream has reported the changes by then. */
const SETTLE_MS = 150
const WARM_UP_ROUNDS = 3

interface Round {
  /** CPU of one JSON.stringify of the answer, µs. */
  stringify: number
  cold: number
  coldTime: number
  stringifyTime: number
  warm: number
  unchanged: number
  bytes: number
}

/** Row 3: the overview's list with three hours of history, against one JSON.stringify of the same payload. */
export async function measureOverview(stage: Stage, options: Options): Promise<RowResult> {
  const cast = await OverviewCast.start(stage, {
    machines: MACHINES,
    records: WARM_UP_ROUNDS + triesFor(options.rounds),
    ...options,
  })
  try {
    const rounds: Round[] = []
    // The first rounds make the compiler's acquaintance with the code, as hours of running do in life.
    for (let round = 0; round < WARM_UP_ROUNDS; round++) await runRound(cast)
    for (let tries = 0; rounds.length < options.rounds && tries < triesFor(options.rounds); tries++) {
      const result = await runRound(cast)
      if (result !== undefined) rounds.push(result)
    }
    return report(rounds)
  } finally {
    await cast.stop()
  }
}

/** A list changes when a minute begins; such a round shows nothing and is made again. */
function triesFor(rounds: number): number {
  return 2 * rounds + 5
}

/**
 * One second of the ingest: every machine changes at its start, and the rest of it is quiet.
 * @returns undefined if the list has changed in between after all
 */
async function runRound(cast: OverviewCast): Promise<Round | undefined> {
  const second = sleep(1000)
  await cast.changeAll()
  await sleep(SETTLE_MS)
  const started = performance.now()
  const cold = await cast.usageOf(async () => await cast.get())
  const coldTime = performance.now() - started
  const { etag, body } = cold.result
  checkBody(body)
  const warm = await cast.usageOf(() => repeat(WARM_REQUESTS, async () => (await cast.get()).etag === etag))
  const unchanged = await cast.usageOf(() =>
    repeat(UNCHANGED_REQUESTS, async () => (await cast.get(etag)).status === 304),
  )
  const stringified = stringify(JSON.parse(body.toString()))
  await second
  if (!warm.result || !unchanged.result) return undefined
  return {
    ...stringified,
    cold: cold.usage,
    coldTime,
    warm: warm.usage / WARM_REQUESTS,
    unchanged: unchanged.usage / UNCHANGED_REQUESTS,
    bytes: body.length,
  }
}

function stringify(payload: unknown): { stringify: number; stringifyTime: number } {
  const before = process.cpuUsage()
  const started = performance.now()
  JSON.stringify(payload)
  const stringifyTime = performance.now() - started
  const { user, system } = process.cpuUsage(before)
  return { stringify: user + system, stringifyTime }
}

/** @returns whether it was true every time */
async function repeat(times: number, work: () => Promise<boolean>): Promise<boolean> {
  let always = true
  for (let time = 0; time < times; time++) always = (await work()) && always
  return always
}

function checkBody(body: Buffer): void {
  const { machines } = JSON.parse(body.toString()) as { machines: { cycleCounts: { entries: unknown[] } }[] }
  const full = machines.filter((machine) => machine.cycleCounts.entries.length >= 179)
  if (full.length !== MACHINES) throw new Error(`${full.length} of ${machines.length} machines have a full history.`)
}

function report(rounds: Round[]): RowResult {
  const over = (read: (round: Round) => number) => rounds.map(read)
  return {
    row: 3,
    title: `machines/me?includeHistory=true&hours=3 with ${MACHINES} machines, ingest at 1 record/s each`,
    findings: [
      finding(
        'cold: server CPU / CPU of JSON.stringify',
        '',
        over((r) => r.cold / r.stringify),
        atMost(1.2),
      ),
      finding(
        'cold: time to the last byte / time of JSON.stringify',
        '',
        over((r) => r.coldTime / r.stringifyTime),
      ),
      finding(
        'warm: server CPU / CPU of JSON.stringify',
        '',
        over((r) => r.warm / r.stringify),
        atMost(0.25),
      ),
      finding(
        '304: server CPU / CPU of JSON.stringify',
        '',
        over((r) => r.unchanged / r.stringify),
        atMost(0.02),
      ),
      finding(
        'JSON.stringify',
        'ms CPU',
        over((r) => r.stringify / 1000),
      ),
      finding(
        'cold',
        'ms CPU',
        over((r) => r.cold / 1000),
      ),
      finding(
        'warm',
        'ms CPU',
        over((r) => r.warm / 1000),
      ),
      finding(
        '304',
        'ms CPU',
        over((r) => r.unchanged / 1000),
      ),
      finding(
        'answer',
        'bytes',
        over((r) => r.bytes),
      ),
    ],
    notes: ['Server CPU is that of the whole process, sending and kernel included.'],
  }
}

import type { FleetHistory } from '@packhouse/contract'
import { createLog, RetentionJob } from '@packhouse/server'
import type { Options } from '../options.ts'
import { atMost, finding, type RowResult } from '../report/finding.ts'
import { makeFleet } from '../stage/fleet.ts'
import type { Stage } from '../stage/stage.ts'
import { openWriter } from './history-cast.ts'
import { MachineValues, STEP_MS, toRecord } from './history-data.ts'
import { HistoryServer, timed } from './history-server.ts'

const HOUR_MS = 3_600_000
const POINTS = 60
const TARGET_MS = 200
const ASKED_PER_ROUND = 3
/** As large as the product's own. */
const BATCH = 10_000

interface Figures {
  rows: number
  blocks: number
  rowsRaw: number
}

/** Row 29: one tag of every machine over an hour: an hour that is sealed, and one that still is rows. */
export async function measureFleetHistory(stage: Stage, options: Options): Promise<RowResult> {
  const size = options.quick ? 100 : 1_000
  const machineIDs = (await makeFleet(stage.database, size)).slice(0, size)
  const now = Math.floor(Date.now() / HOUR_MS) * HOUR_MS
  // The day before, so that an hour and the one before it are of the same day.
  const noon = Math.floor(now / (24 * HOUR_MS)) * 24 * HOUR_MS - 12 * HOUR_MS
  const [sealed, open] = [noon - HOUR_MS, noon]
  await fill(stage, machineIDs, sealed, options.seed)
  await new RetentionJob(stage.databaseUrl, stage.database.pool, createLog('fatal')).round(noon + 2 * HOUR_MS)
  await fill(stage, machineIDs, open, options.seed + 1)
  await stage.database.pool.query('VACUUM ANALYZE')
  const server = await HistoryServer.start(stage)
  try {
    const rounds: Figures[] = []
    for (let round = -1; round < options.rounds; round++) {
      const figures = await measureRound(stage, server, [sealed, open])
      if (round >= 0) rounds.push(figures)
    }
    return {
      row: 29,
      title: `one tag of ${size.toLocaleString('en')} machines over an hour at 10 s, ${POINTS} points of each`,
      findings: [
        finding(
          'a sealed hour, the whole call',
          'ms',
          rounds.map(({ blocks }) => blocks),
          atMost(TARGET_MS),
        ),
        finding(
          'an hour of rows, the whole call',
          'ms',
          rounds.map(({ rows }) => rows),
          atMost(TARGET_MS),
        ),
        finding(
          'an hour of rows: date_bin / the call',
          '',
          rounds.map(({ rows, rowsRaw }) => rowsRaw / rows),
        ),
      ],
      notes: [
        'The product seals an hour about an hour after its end. The call is timed with HTTP, sign-in check and JSON.',
      ],
    }
  } finally {
    await server.stop()
  }
}

async function fill(stage: Stage, machineIDs: readonly string[], from: number, seed: number): Promise<void> {
  const { rows } = await stage.database.pool.query<{ key: number }>(
    'SELECT key FROM machine WHERE machine_id = ANY ($1)',
    [machineIDs],
  )
  const sources = rows.map(({ key }) => ({ key, values: new MachineValues(seed, key) }))
  const writer = await openWriter(stage)
  try {
    const records = []
    // As they come in life: one of each machine, and then the next of each.
    for (let at = from; at < from + HOUR_MS; at += STEP_MS)
      for (const { key, values } of sources) records.push(toRecord(key, values.next(at)))
    for (let n = 0; n < records.length; n += BATCH)
      await writer.write({ records: records.slice(n, n + BATCH), refused: [], held: [] })
  } finally {
    await writer.close()
  }
}

async function measureRound(stage: Stage, server: HistoryServer, [sealed, open]: [number, number]): Promise<Figures> {
  const figures = { rows: 0, blocks: 0, rowsRaw: 0 }
  for (let n = 0; n < ASKED_PER_ROUND; n++) {
    const tag = `analogue${n + 1}`
    figures.blocks += (await ask(server, tag, sealed)) / ASKED_PER_ROUND
    figures.rows += (await ask(server, tag, open)) / ASKED_PER_ROUND
    figures.rowsRaw += (await timed(() => binned(stage, tag, open))) / ASKED_PER_ROUND
  }
  return figures
}

/** @returns ms; @throws Error where a machine has a point without a reading */
async function ask(server: HistoryServer, tag: string, from: number): Promise<number> {
  const span = `from=${new Date(from).toISOString()}&to=${new Date(from + HOUR_MS).toISOString()}`
  const { answer, ms } = await server.ask<FleetHistory>(
    `/v1/ignition/history?tag=${tag}&points=${POINTS}&limit=1000&${span}`,
  )
  const isWhole = answer.machines.some(({ values }) => values.length === POINTS && !values.includes(null))
  if (!isWhole) throw new Error('No machine has all of its points.')
  return ms
}

async function binned({ database }: Stage, tag: string, from: number): Promise<void> {
  await database.pool.query(
    `SELECT machine_key, date_bin('1 min', at, $2) AS bucket, avg(value), min(value), max(value)
     FROM record, LATERAL (SELECT (machine_data ->> $1)::float8 AS value) v
     WHERE at >= $2 AND at < $3 GROUP BY 1, 2`,
    [tag, new Date(from), new Date(from + HOUR_MS)],
  )
}

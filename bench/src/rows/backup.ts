import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { drillBackup, FolderStore, type Manifest, makeBackup } from '@packhouse/server'
import type { Options } from '../options.ts'
import { atMost, finding, type RowResult, type Target } from '../report/finding.ts'
import { makeFleet } from '../stage/fleet.ts'
import type { Stage } from '../stage/stage.ts'

const MACHINES = 100
const GB = 1e9

interface Round {
  /** Seconds. */
  backup: number
  restore: number
  read: number
  written: number
  storedBytes: number
}

/** Row 23: a backup and its restore, which compares every table, against the same rows read and written by PostgreSQL alone. */
export async function measureBackup(stage: Stage, options: Options): Promise<RowResult> {
  const bytes = await fill(stage, options.quick ? 200_000 : 4_000_000, options.seed)
  const target = new FolderStore(join(stage.folder, 'backups'))
  const files = new FolderStore(join(stage.folder, 'files'))
  await mkdir(files.place, { recursive: true })
  const rounds: Round[] = []
  for (let round = 0; round < options.rounds; round++) {
    await target.prepare()
    const read = await seconds(() => stage.database.pool.query(`COPY (SELECT * FROM record) TO '/dev/null'`))
    const written = await seconds(() =>
      stage.database.pool.query(
        'CREATE TABLE written (LIKE record INCLUDING INDEXES); INSERT INTO written SELECT * FROM record; DROP TABLE written',
      ),
    )
    let manifest: Manifest | undefined
    const { databaseUrl } = stage
    const backup = await seconds(async () => {
      manifest = await makeBackup({
        databaseUrl,
        target,
        files,
        secrets: undefined,
        version: 'bench',
        hasHistory: true,
      })
    })
    const { id = '', storedBytes = 0 } = manifest ?? {}
    const restore = await seconds(() => drillBackup({ databaseUrl, target, id }))
    rounds.push({ backup, restore, read, written, storedBytes })
    await rm(target.place, { recursive: true })
  }
  return report(rounds, bytes)
}

/** @returns the bytes of the tables, with their indexes */
async function fill({ database }: Stage, records: number, seed: number): Promise<number> {
  await makeFleet(database, MACHINES)
  const each = records / MACHINES
  await database.pool.query(
    `SELECT ensure_day((now() - make_interval(days => days))::date) FROM generate_series(0, $1::int) days`,
    [Math.ceil((each * 10) / 86_400) + 1],
  )
  await database.pool.query(
    `WITH seeded AS MATERIALIZED (SELECT setseed($2))
     INSERT INTO record (machine_key, at, received_at, total_cycles, cycles_per_min, machine_state, temperature, humidity, machine_data)
     SELECT key, now() - make_interval(secs => 10 * n), now(), 1000000 - n, 40 + random(), 'Execute', round((20 + 5 * random())::numeric, 2),
       round((40 + 5 * random())::numeric, 2), jsonb_build_object('jaw', round((140 + random())::numeric, 3), 'film', round((6 + random())::numeric, 3),
         'knife', round((1 + random())::numeric, 4), 'air', round((5 + random())::numeric, 2), 'recipe', 'Coffee 500 g')
     FROM seeded, generate_series(1, $3::int) n, (SELECT key FROM machine ORDER BY key LIMIT $1) machines`,
    [MACHINES, (seed % 1_000) / 1_000, each],
  )
  await database.pool.query('VACUUM ANALYZE record')
  const { rows } = await database.pool.query<{ bytes: number }>(
    `SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class WHERE relname ~ '^record_' AND relkind = 'r'`,
  )
  return rows[0]?.bytes ?? Number.NaN
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return (performance.now() - start) / 1_000
}

function report(rounds: Round[], bytes: number): RowResult {
  const show = (what: string, unit: string, read: (round: Round) => number, target?: Target) =>
    finding(what, unit, rounds.map(read), target)
  const size = bytes / GB
  return {
    row: 23,
    title: `backup and restore of ${size.toFixed(2)} GB of records with their indexes`,
    findings: [
      show('backup', 's/GB', (r) => r.backup / size, atMost(20)),
      show('restore with its comparison', 's/GB', (r) => r.restore / size, atMost(60)),
      show('backup / COPY of the same table to nowhere', '', (r) => r.backup / r.read),
      show('restore / the same table written again', '', (r) => r.restore / r.written),
      show('stored bytes / bytes of the tables', '', (r) => r.storedBytes / bytes),
    ],
    notes: [
      'The restore is that of a drill: verify, a new database, migrations, COPY, indexes, ANALYZE, every table compared. A real one also renames two databases.',
    ],
  }
}

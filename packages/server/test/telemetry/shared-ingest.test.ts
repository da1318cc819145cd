import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { planBatch } from '../../src/ingest/batch-plan.ts'
import { storeAtOnce } from '../../src/ingest/store-at-once.ts'
import { autoRegisterMachine, type LiveStore } from '../../src/live/index.ts'
import { encodeList, machineDetails } from '../../src/monitoring/machine-json.ts'
import type { TelemetryRecord } from '../../src/telemetry/index.ts'
import { type ClonedDatabase, cloneDatabase } from '../support/databases.ts'
import { randomNumbers, seed } from '../support/seed.ts'
import { until } from '../support/until.ts'
import { IngestNode } from './support/ingest-node.ts'
import { contentOf, TELEMETRY_TABLES } from './support/stored-telemetry.ts'

const MACHINES = 6
const RECORDS = 80
const STEP_MS = 7_000
const START = Math.floor(Date.now() / 1_000) * 1_000 - RECORDS * STEP_MS - 30_000

let alone: ClonedDatabase
let shared: ClonedDatabase
let one: IngestNode
/** Two that take records in, and one that only shows them. */
let two: IngestNode[]

beforeAll(async () => {
  ;[alone, shared] = (await Promise.all([0, 1].map(() => cloneDatabase(inject('databaseServer'))))) as [
    ClonedDatabase,
    ClonedDatabase,
  ]
  one = new IngestNode(alone.url, 'alone')
  two = [0, 1, 2].map(() => new IngestNode(shared.url, 'shared'))
  for (const node of [one, two[0]])
    for (let n = 0; n < MACHINES; n++) await autoRegisterMachine((node as IngestNode).database.pool, `SHARED-${n}`)
  await Promise.all([one, ...two].map((node) => node.start()))
})

afterAll(async () => {
  await Promise.all([one, ...two].map((node) => node.stop()))
  await Promise.all([alone, shared].map((database) => database.drop()))
})

function keyOf(live: LiveStore, machine: number): number {
  return live.byID(`SHARED-${machine}`)?.entry.key ?? 0
}

/** Numbers are multiples of a quarter, so that sums do not depend on their order. */
function recordsOf(machine: number, random: () => number): TelemetryRecord[] {
  let [cycles, rejects] = [1_000, 10]
  const sometimes = <T>(share: number, value: T) => (random() < share ? { value } : {})
  return Array.from({ length: RECORDS }, (_, n) => {
    // A silence now and then, over which the machine is unknown.
    const at = START + n * STEP_MS + Math.floor(random() * 4_000) + (n > RECORDS / 2 ? 20_000 : 0)
    cycles += Math.floor(random() * 40)
    rejects += Math.floor(random() * 3)
    return {
      machineKey: machine,
      at,
      receivedAt: at + 500,
      totalCycles: sometimes(0.8, cycles).value,
      totalRejects: sometimes(0.5, rejects).value,
      cyclesPerMin: sometimes(0.7, Math.floor(random() * 400) / 4).value,
      temperature: sometimes(0.3, Math.floor(random() * 200) / 4).value,
      machineState: sometimes(0.4, (['Running', 'Idle', 'Execute', null] as const)[Math.floor(random() * 4)]).value,
      ...(random() < 0.4 ? { machineData: { [`r${Math.floor(random() * 4)}`]: n }, isPartial: true as const } : {}),
      ...(random() < 0.03 ? { ends: true as const } : {}),
    } as TelemetryRecord
  })
}

/** In order but for some that are late, and some that come once more. */
function deliveries(random: () => number): TelemetryRecord[] {
  const all = Array.from({ length: MACHINES }, (_, machine) => recordsOf(machine, random)).flat()
  const arrivals = all.flatMap((record) => {
    const late = random() < 0.25 ? random() * 300_000 : 0
    const first = { record, at: record.at + late }
    return random() < 0.2 ? [first, { record, at: first.at + random() * 60_000 }] : [first]
  })
  return arrivals.sort((a, b) => a.at - b.at).map(({ record }) => record)
}

/** What the overview and the page of each machine show. */
function shown(live: LiveStore, now: number) {
  live.checkFreshness(now)
  const machines = live.machines().filter(({ values }) => values !== undefined)
  const list = encodeList(machines, { viewers: 'test', etag: `${Math.random()}`, hours: 3 }, now).toString()
  return { list: JSON.parse(list), details: machines.map((machine) => machineDetails(machine, now)) }
}

describe('two that share the telemetry of a database', () => {
  test('store what one would, whichever of them a record reaches, and every live store shows it', async () => {
    const random = randomNumbers(seed)
    const records = deliveries(random)
    for (let from = 0; from < records.length; ) {
      const chunk = records.slice(from, from + 1 + Math.floor(random() * 60))
      from += chunk.length
      const store = (node: IngestNode, record: TelemetryRecord) =>
        node.store({ ...record, machineKey: keyOf(node.live, record.machineKey) })
      await Promise.all([
        ...chunk.map((record) => store(one, record)),
        ...chunk.map((record) => store(two[random() < 0.5 ? 0 : 1] as IngestNode, record)),
      ])
    }
    for (const table of TELEMETRY_TABLES)
      expect(await contentOf(two[0] as IngestNode, table), table).toEqual(await contentOf(one, table))
    const now = Date.now()
    const wanted = shown(one.live, now)
    for (const [place, node] of two.entries()) {
      await until(`the live store of node ${place}`, () => isDeepStrictEqual(shown(node.live, now), wanted))
    }
    // The others have started empty; one that starts now reads what is stored.
    const late = await new IngestNode(shared.url, 'shared').start()
    expect(shown(late.live, now).list).toEqual(wanted.list)
    await late.stop()
  })

  test('store a batch by one statement only where nobody else has written its machines in the meantime', async () => {
    const { pool } = (two[0] as IngestNode).database
    const key = keyOf((two[0] as IngestNode).live, 0)
    const { rows } = await pool.query<{ version: string }>('SELECT version FROM latest WHERE machine_key = $1', [key])
    const version = Number(rows[0]?.version)
    const at = Date.now()
    const record: TelemetryRecord = { machineKey: key, at, receivedAt: at, totalCycles: 1 }
    const plan = planBatch([record], { latestOf: () => undefined, offlineAfterOf: () => ({ staleAfterSeconds: 60 }) })
    const countAll = async () => {
      const counts = await Promise.all(
        TELEMETRY_TABLES.map((table) =>
          pool.query<{ rows: string }>(`SELECT to_jsonb(array_agg(t)) AS rows FROM ${table} t`),
        ),
      )
      return counts.map((one) => one.rows[0]?.rows)
    }
    const before = await countAll()
    const client = await pool.connect()
    try {
      await client.query("SELECT ensure_day((now() AT TIME ZONE 'UTC')::date)")
      expect(
        await storeAtOnce(
          client,
          plan,
          () => null,
          () => version - 1,
        ),
      ).toBe(false)
      expect(await countAll()).toEqual(before)
      await client.query('BEGIN')
      expect(
        await storeAtOnce(
          client,
          plan,
          () => null,
          () => version,
        ),
      ).toBe(true)
      await client.query('ROLLBACK')
    } finally {
      client.release()
    }
  })

  test('are refused where one stores alone, and one alone is refused beside them, in words', async () => {
    const [beside, instead] = [new IngestNode(alone.url, 'shared'), new IngestNode(shared.url, 'alone')]
    const starting = [beside, instead].map(({ ingest }) => ingest.start())
    const words = async ({ ingest }: IngestNode) => await until('the refusal', () => ingest.healthIssue())
    expect(await words(beside)).toMatch(/all roles stores the telemetry of this database alone/)
    expect(await words(instead)).toMatch(/Other nodes already share the telemetry/)
    await Promise.all([beside, instead].map((node) => node.stop()))
    await Promise.all(starting)
  })
})

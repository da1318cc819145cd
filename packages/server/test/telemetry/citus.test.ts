import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { autoRegisterMachine } from '../../src/live/index.ts'
import type { TelemetryRecord } from '../../src/telemetry/index.ts'
import { type ClonedDatabase, cloneDatabase, createEmptyDatabase, runOn } from '../support/databases.ts'
import { fillDatabase } from '../support/fill-database.ts'
import { randomNumbers, seed } from '../support/seed.ts'
import { IngestNode } from './support/ingest-node.ts'
import { contentOf, TELEMETRY_TABLES } from './support/stored-telemetry.ts'

/** The superuser of a coordinator whose PostgreSQL preloads Citus. */
const { TEST_CITUS_URL } = process.env
const DISTRIBUTION = join(import.meta.dirname, '../../../../deploy/citus/distribute.sql')
const MACHINES = 5
const RECORDS = 60
const STEP_MS = 7_000

if (TEST_CITUS_URL === undefined)
  process.stdout.write('Citus is not tested: TEST_CITUS_URL names no server that has it.\n')

describe.skipIf(TEST_CITUS_URL === undefined)(
  'telemetry that Citus distributes by machine (skipped without TEST_CITUS_URL)',
  () => {
    let databases: ClonedDatabase[] = []
    let nodes: IngestNode[] = []

    beforeAll(async () => {
      const distributed = await createEmptyDatabase(TEST_CITUS_URL ?? '')
      databases = [await cloneDatabase(inject('databaseServer')), distributed]
      await fillDatabase(distributed.url)
      await runOn(distributed.url, 'CREATE EXTENSION citus')
      const name = new URL(distributed.url).pathname.slice(1)
      await runOn(distributed.url, (await readFile(DISTRIBUTION, 'utf8')).replaceAll(':DBNAME', `"${name}"`))
      nodes = databases.map(({ url }) => new IngestNode(url, 'alone'))
      for (const { database } of nodes)
        for (let n = 0; n < MACHINES; n++) await autoRegisterMachine(database.pool, `CITUS-${n}`)
      for (const node of nodes) await node.start()
    })

    afterAll(async () => {
      for (const node of nodes) await node.stop()
      for (const database of databases) await database.drop()
    })

    test('is what plain PostgreSQL stores of the same records, late and repeated ones among them', async () => {
      const random = randomNumbers(seed)
      const start = Math.floor(Date.now() / 1_000) * 1_000 - RECORDS * STEP_MS
      const records = Array.from({ length: MACHINES * RECORDS }, (_, n) => {
        const at = start + Math.floor(n / MACHINES) * STEP_MS + Math.floor(random() * 1_000)
        const fields = { totalCycles: 1_000 + n, temperature: Math.floor(random() * 200) / 4 }
        return { machine: `CITUS-${n % MACHINES}`, at, fields, arrives: at + (random() < 0.2 ? random() * 300_000 : 0) }
      })
      const arrivals = [...records, ...records.filter(() => random() < 0.1)].toSorted((a, b) => a.arrives - b.arrives)
      for (const { live, store } of nodes.map((node) => ({ live: node.live, store: node.store.bind(node) }))) {
        for (const { machine, at, fields } of arrivals) {
          const machineKey = live.byID(machine)?.entry.key ?? 0
          await store({ machineKey, at, receivedAt: at + 500, ...fields } as TelemetryRecord)
        }
      }
      const [plain, distributed] = nodes as [IngestNode, IngestNode]
      for (const table of TELEMETRY_TABLES)
        expect(await contentOf(distributed, table), table).toEqual(await contentOf(plain, table))
      const { rows } = await distributed.database.pool.query<{ name: string }>(
        "SELECT table_name::text AS name FROM citus_tables WHERE citus_table_type = 'distributed'",
      )
      expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(TELEMETRY_TABLES))
    })
  },
)

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { hasPgBouncer, PgBouncer } from '../support/pgbouncer.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

const SOURCE = join(import.meta.dirname, '../../src')

/** What a connection remembers when its transaction is over: a pooler in transaction mode would hand it to somebody else. */
const SESSION_STATE = new RegExp(
  [
    String.raw`\bSET (SESSION )?(role|search_path|work_mem|synchronous_commit|session_\w+|enable_\w+|tcp_\w+|\w+_timeout|\w+\.\w+) (=|TO) `,
    String.raw`\bRESET [a-z_]+`,
    String.raw`\bpg_(try_)?advisory_(un)?lock(_shared)?\b`,
    String.raw`set_config\([^)]*, false\)`,
    String.raw`\b(UN)?LISTEN [$a-z]`,
    String.raw`\bWITH HOLD\b`,
    String.raw`\bCREATE TEMP`,
    String.raw`\bDISCARD\b`,
    String.raw`\bquery\(\{[^}]*\bname:`,
  ].join('|'),
)

/** Connections of their own, which lead past a pooler: the files that open them, and those of the ingest, whose one connection prepares statements. */
const DIRECT = [
  'connect/supervisor/connection-locks.ts',
  'customer-data/customer-data-job.ts',
  'customer-data/remove-data.ts',
  'history/retention-job.ts',
  'ingest/ingest-session.ts',
  'ingest/late/late-sql.ts',
  'ingest/newest-sql.ts',
  'ingest/newest-values.ts',
  'ingest/store-at-once.ts',
  'insight/auth-log/partitions.ts',
  'platform/backup/connections.ts',
  'platform/backup/databases.ts',
  'platform/backup/load-backup.ts',
  'platform/backup/make-backup.ts',
  'platform/database-signals.ts',
  'platform/migrations.ts',
  'platform/partitions.ts',
  'platform/prepared-schema.ts',
  'platform/rotate-secrets.ts',
]

test('nothing that a connection remembers is on the connections that a pooler shares out', async () => {
  const names = (await readdir(SOURCE, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const read = names.map(async (name) => ({ name, text: await readFile(join(SOURCE, name), 'utf8') }))
  const found = (await Promise.all(read)).filter(({ text }) => codeLines(text).some(isStateful)).map(({ name }) => name)
  expect(found.toSorted()).toEqual(DIRECT)
})

test('what the structure test looks for is recognised', () => {
  const stateful = [
    "await db.query(`SET lock_timeout = '2s'`)",
    'SELECT pg_advisory_lock(1)',
    "SELECT set_config('a.b', 'c', false)",
    "client.query({ text: 'SELECT 1', name: 'one' })",
    'DECLARE c CURSOR WITH HOLD FOR SELECT 1',
    'CREATE TEMP TABLE t (a int)',
  ]
  expect(stateful.filter((line) => !isStateful(line))).toEqual([])
  const local = ["SET LOCAL lock_timeout = '2s'", 'SELECT pg_advisory_xact_lock(1)', "set_config('a.b', 'c', true)"]
  expect(local.filter(isStateful)).toEqual([])
})

function codeLines(text: string): string[] {
  return text.split('\n').filter((line) => !/^\s*(\/\/|\/?\*)/.test(line) && !/\bUPDATE\b/.test(line))
}

function isStateful(line: string): boolean {
  return SESSION_STATE.test(line)
}

describe.skipIf(!hasPgBouncer())('behind PgBouncer in transaction mode (skipped where it is not installed)', () => {
  let app: TestApp | undefined
  let bouncer: PgBouncer | undefined

  afterAll(async () => {
    await app?.stop()
    await bouncer?.stop()
  })

  test('tenants stay apart on shared connections, and records arrive', async () => {
    const pooler = await PgBouncer.start(inject('databaseServer'))
    bouncer = pooler
    const started = await startTestApp(inject('databaseServer'), { pooler: (url) => pooler.before(url) })
    app = started
    const [customer, other, staff] = await Promise.all([
      started.as('customer'),
      started.as('other'),
      started.as('staff'),
    ])
    // Requests of three roles take turns on six connections.
    const machinesOf = async (caller: typeof customer) =>
      JSON.stringify((await caller.get('/v1/ignition/machines')).body)
    const [theirs, others, all] = await Promise.all([machinesOf(customer), machinesOf(other), machinesOf(staff)])
    expect(new Set([theirs, others, all]).size).toBe(3)
    const rounds = Array.from({ length: 60 }, async (_, i) => {
      const [caller, expected] = [[customer, theirs] as const, [other, others] as const, [staff, all] as const][
        i % 3
      ] ?? [staff, all]
      return (await machinesOf(caller)) === expected
    })
    expect(await Promise.all(rounds)).toEqual(rounds.map(() => true))

    const device = await started.device()
    await device.publish('VFFS-2214', { totalCycles: 7 })
    const [stored] = await started.sql<{ n: number }>('SELECT count(*)::int AS n FROM record')
    expect(stored?.n).toBe(1)

    // Through the pooler the product sees itself as the role of its transactions, never as one that stayed behind.
    expect((await staff.get('/v1/health')).status).toBe(200)
    expect(started.logged.filter(({ level }) => level >= 50)).toEqual([])
  })
})

import { expect, test } from 'vitest'
import { PostgresStartup } from './postgres-startup.ts'

/** What a PostgreSQL has written that did not end, shortened. */
const STUCK = [
  '2026-11-26 13:31:56.579 UTC [12970] 53100 PANIC:  could not write to file "pg_wal/xlogtemp.12970": No space left on device',
  '2026-11-26 13:31:56.617 UTC [12948] 00000 LOG:  all server processes terminated; reinitializing',
  '2026-11-26 13:31:56.751 UTC [12982] 00000 LOG:  database system was interrupted; last known up at 2026-11-26 13:31:54 UTC',
  '2026-11-26 13:31:56.755 UTC [12985] 57P03 FATAL:  the database system is in recovery mode',
  '2026-11-26 13:31:56.860 UTC [12982] 00000 LOG:  redo done at 0/A0003F0',
]
const FAILED =
  '2026-11-26 13:31:56.869 UTC [12982] 53100 FATAL:  could not write to file "pg_wal/xlogtemp.12982": No space left on device'

test('a failure of the process that brings the database up is distinguished from failures of others, until another one begins', () => {
  const startup = new PostgresStartup()
  expect(STUCK.map((line) => startup.read(line))).toEqual(STUCK.map(() => false))
  expect(startup.hasFailed).toBe(false)
  expect(startup.read(FAILED)).toBe(true)
  startup.read('2026-11-26 13:31:56.998 UTC [12988] 57P03 FATAL:  the database system is not yet accepting connections')
  expect(startup.hasFailed).toBe(true)
  startup.read(
    '2026-11-26 13:31:58.000 UTC [13001] 00000 LOG:  database system was shut down at 2026-11-26 13:31:54 UTC',
  )
  expect(startup.hasFailed).toBe(false)
})

test('a database that is ready has nothing that failed', () => {
  const startup = new PostgresStartup()
  for (const line of [...STUCK, FAILED]) startup.read(line)
  startup.read('2026-11-26 13:31:59.000 UTC [12948] 00000 LOG:  database system is ready to accept connections')
  expect(startup.hasFailed).toBe(false)
})

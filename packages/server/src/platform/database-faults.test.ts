import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { DatabaseFaults } from './database-faults.ts'
import { DiskSpace } from './disk-space.ts'

let faults: DatabaseFaults

beforeEach(() => {
  const log = pino({ level: 'silent' })
  faults = new DatabaseFaults(new DiskSpace(0, log), log)
})

const line = (rest: string) => `2026-11-22 15:19:24.984 UTC [10166] ${rest}`

test.each([
  '53100 ERROR:  could not extend file "base/1/2" with FileFallocate(): No space left on device',
  '53100 PANIC:  could not write to file "pg_wal/xlogtemp.77": No space left on device',
  '00000 LOG:  could not write temporary statistics file: No space left on device',
])('the log reports a full disk: %s', (rest) => {
  faults.readLine(line(rest))
  expect(faults.disk.healthIssue()).toMatch(/^The disk of the database is full/)
  expect(faults.damage()).toBeUndefined()
})

test.each([
  'XX001 ERROR:  invalid page in block 0 of relation "base/1/2"',
  'XX001 WARNING:  page verification failed, calculated checksum 1 but expected 2',
  'XX002 ERROR:  index "machine_pkey" contains unexpected zero page at block 3',
  '58030 ERROR:  could not read blocks 0..0 in file "base/1/2": Input/output error',
])('the log reports damage: %s', (rest) => {
  faults.readLine(line(rest))
  expect(faults.damage()).toMatch(/restore the last backup/)
  expect(faults.disk.healthIssue()).toBeUndefined()
})

test.each([
  line('23505 ERROR:  duplicate key value violates unique constraint "customer_name"'),
  // What people entered is quoted in other lines.
  line('23505 DETAIL:  Key (name)=(a: No space left on device) already exists.'),
  line("42601 STATEMENT:  SELECT 'XX001 ERROR: invalid page: No space left on device"),
  '\tXX001 ERROR:  : No space left on device',
])('nothing else is taken for either: %s', (text) => {
  faults.readLine(text)
  expect(faults.disk.healthIssue()).toBeUndefined()
  expect(faults.damage()).toBeUndefined()
})

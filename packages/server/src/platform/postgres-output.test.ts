import { expect, test } from 'vitest'
import { ConfigError } from './config.ts'
import { reasonOf, refusalOf } from './postgres-output.ts'

const HOME = '/data/postgres'
const line = (text: string) => `2026-11-22 15:19:24.984 UTC [10166] 53100 ${text}\n`

test.each([
  [
    'FATAL:  could not extend file "base/1/2": No space left on device',
    /^The disk of \/data\/postgres is full\. Nothing is lost/,
  ],
  ['FATAL:  data directory "/data/postgres/cluster" has wrong ownership', /belong to another user/],
  ['FATAL:  could not open file "global/pg_filenode.map": Permission denied', /belong to another user/],
  ['FATAL:  could not create lock file "postmaster.pid": Read-only file system', /is read-only/],
  ['FATAL:  database files are incompatible with server', /made by another version of PostgreSQL/],
  [
    'PANIC:  could not locate a valid checkpoint record at 0/1528',
    /is damaged and cannot be started.*restore the last backup/,
  ],
  ['FATAL:  could not map anonymous shared memory: Cannot allocate memory', /not enough memory/],
])('what an operator has to fix is reported with what to do: %s', (said, words) => {
  const output = line('LOG:  starting PostgreSQL 18.4') + line(said) + line('LOG:  database system is shut down')
  const refusal = refusalOf(output, HOME)
  expect(refusal).toBeInstanceOf(ConfigError)
  expect(refusal?.message).toMatch(words)
  expect(refusal?.message).toContain(`PostgreSQL says: ${said.replace(/^\w+: +/, '')}`)
})

test('what may pass is no refusal, whatever else was said on the way', () => {
  const output =
    line('LOG:  could not open statistics file: Permission denied') +
    line('FATAL:  could not create any TCP/IP sockets') +
    line('LOG:  database system is shut down')
  expect(refusalOf(output, HOME)).toBeUndefined()
  expect(reasonOf(output)).toBe('could not create any TCP/IP sockets')
})

test('a server that says nothing has a reason too', () => {
  expect(reasonOf('')).toBe('nothing')
})

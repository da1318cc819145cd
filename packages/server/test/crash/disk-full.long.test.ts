import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'
import { createLog } from '../../src/platform/log.ts'
import { IngestProcess } from '../support/crash/ingest.ts'
import { Publishing } from '../support/crash/publishing.ts'
import { verifyAgainstLedger } from '../support/crash/verify.ts'
import { fillDatabase } from '../support/fill-database.ts'
import { seed } from '../support/seed.ts'
import { endLeftoverPostgres } from '../support/server-process.ts'
import { SmallDisk } from '../support/small-disk.ts'
import { makeTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

/** Its own PostgreSQL is too slow to make for every run; the long form of the crash tests has time for it. */
const LONG = process.env.CRASH_KILLS !== undefined
const DISK_MB = 400
/** Small, so that the log cannot take records for long after the disk is full. */
const SETTINGS = { max_wal_size: '64MB', shared_buffers: '16MB' }

let disk: SmallDisk | undefined
let folder: TemporaryFolder

beforeAll(async () => {
  folder = await makeTemporaryFolder('disk-full')
  disk = LONG ? await SmallDisk.mount(DISK_MB) : undefined
})

afterAll(async () => {
  if (disk !== undefined) await endLeftoverPostgres(disk.path)
  await disk?.unmount()
  await folder.remove()
})

test(`with a full disk nothing is acknowledged that is not stored, the issue is reported, and all arrives when there is room (seed ${seed})`, {
  timeout: 180_000,
}, async (context) => {
  if (!LONG) return context.skip('It belongs to the long form: set CRASH_KILLS.')
  if (disk === undefined) return context.skip('A file system can be mounted by root alone, and this is another user.')
  const postgres = new EmbeddedPostgres(disk.path, 'of a full disk', createLog('silent'), SETTINGS)
  const publishing = await Publishing.start(join(folder.path, 'ledger'), seed)
  let ingest: IngestProcess | undefined
  try {
    const url = await postgres.start()
    await fillDatabase(url)
    const started = await IngestProcess.start(url)
    ingest = started
    publishing.goTo(started.address)
    await until('records in blocks', () => started.sealed > 0)
    await disk.fill()
    expect(await until('the issue reported', () => started.issue)).toMatch(/disk|reached/)
    await disk.free()
    await until('the issue resolved', () => started.issue === undefined)
    await publishing.underLoad()
    await publishing.drain()
    await started.kill()
    const ledger = await publishing.ledger()
    expect(ledger.length).toBeGreaterThan(100)
    await verifyAgainstLedger(url, ledger)
  } finally {
    publishing.end()
    await ingest?.kill()
    await postgres.stop()
  }
})

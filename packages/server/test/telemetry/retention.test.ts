import { KEEP_RECORDS_DAYS } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { RetentionJob } from '../../src/history/index.ts'
import { Database } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import { useMovableClock } from '../support/movable-clock.ts'
import { makeDue } from '../support/periodic-jobs.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const MACHINE = 'RETAINED-1'
const clock = useMovableClock('running')
const app = useTestApp()

async function stored() {
  const [row] = await app.sql<{ open: number; sealed: number }>(
    `SELECT (SELECT count(*) FROM record WHERE machine_key = key)::int AS open,
       (SELECT coalesce(sum(records), 0) FROM record_block WHERE machine_key = key)::int AS sealed
     FROM machine WHERE machine_id = $1`,
    [MACHINE],
  )
  return row
}

test('history is sealed when its hour has been over for an hour, and removed when its retention period is', async () => {
  const device = await app.device()
  await device.publishAll(MACHINE, [{ totalCycles: 1 }, { totalCycles: 2 }, { totalCycles: 3 }])
  expect(await stored()).toEqual({ open: 3, sealed: 0 })
  // The product does it by itself, also as it waits after its start.
  await clock.jump(2 * HOUR_MS)
  await makeDue(app, 'Seal history%')
  await until('the hour is sealed', async () => (await stored())?.sealed === 3)
  expect(await stored()).toEqual({ open: 0, sealed: 3 })
  // By a clock that is ahead of its database the product removes nothing, so that a job of the test has to.
  const database = new Database(app.databaseUrl, createLog('silent'))
  try {
    const job = new RetentionJob(app.databaseUrl, database.pool, createLog('silent'))
    const round = () => job.run(new AbortController().signal)
    await clock.jump((KEEP_RECORDS_DAYS - 1) * DAY_MS)
    await round()
    expect(await stored()).toEqual({ open: 0, sealed: 3 })
    await clock.jump(2 * DAY_MS)
    await until('what is old is removed', async () => {
      await round()
      return (await stored())?.sealed === 0
    })
  } finally {
    await database.stop()
  }
})

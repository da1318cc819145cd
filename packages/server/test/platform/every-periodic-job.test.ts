import { expect, test } from 'vitest'
import { useMovableClock } from '../support/movable-clock.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'

/** Longer than any job waits after a start. */
const AFTER_START_MS = 10 * 60_000
const clock = useMovableClock('running')
const app = useTestApp({ hasPeriodicJobs: true })

test('every periodic job of a new installation runs by itself and succeeds', async () => {
  await clock.jump(AFTER_START_MS)
  const jobs = () =>
    app.sql<{ name: string; hasRun: boolean; reason: string | null }>(
      'SELECT name, last_success_at IS NOT NULL AS "hasRun", reason FROM periodic_job ORDER BY name',
    )
  await until('each job', async () => {
    const all = await jobs()
    return all.length > 20 && all.every(({ hasRun, reason }) => hasRun || reason !== null)
  })
  expect((await jobs()).filter(({ hasRun }) => !hasRun)).toEqual([])
})

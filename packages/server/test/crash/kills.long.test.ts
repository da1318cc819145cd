import { expect, test } from 'vitest'
import { runCrashes } from '../support/crash/crash-run.ts'
import { seed } from '../support/seed.ts'

/** The ingest alone is killed far more often in `ingest-kills.long.test.ts`; `CRASH_PRODUCT_KILLS=100` makes this one long. */
const KILLS = Number(process.env.CRASH_PRODUCT_KILLS ?? 2)

test(`no acknowledged record is lost or counted twice over ${KILLS} kills at random moments (seed ${seed})`, {
  timeout: 3_600_000,
}, async () => {
  const { acknowledged, kills } = await runCrashes({ kills: KILLS, seed })
  expect(acknowledged).toBeGreaterThan(KILLS * 20)
  expect(Object.values(kills).reduce((sum, count) => sum + count, 0)).toBe(KILLS)
})

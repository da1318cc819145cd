import { StoredReadingNames } from '../../src/history/index.ts'
import { FleetJob } from '../../src/library/fleet/fleet-job.ts'
import { readMachines } from '../../src/live/index.ts'
import { Database } from '../../src/platform/database.ts'
import { createLog } from '../../src/platform/log.ts'
import type { TestApp } from '../support/test-app.ts'

export interface FleetRun {
  /** Unix ms. */
  now?: number
  daysPerRun?: number
  signal?: AbortSignal
}

/** Runs the job that counts the fleet as another process would, with connections of its own. @returns the days it counted */
export async function runFleet(app: TestApp, { now = Date.now(), daysPerRun = 100_000, signal }: FleetRun = {}) {
  const log = createLog('warn')
  const database = new Database(app.databaseUrl, log)
  try {
    const entries = new Map((await readMachines(database.pool)).machines.map((entry) => [entry.key, entry]))
    const names = new StoredReadingNames(() => database.pool)
    const machineOf = (key: number) => entries.get(key)
    const readings = { recipeReadings: ['Recipe'], setSpeedReadings: ['SetSpeed'] }
    const job = new FleetJob({ database, log, names, machineOf, ...readings, daysPerRun })
    return await job.round(now, signal)
  } finally {
    await database.stop()
  }
}

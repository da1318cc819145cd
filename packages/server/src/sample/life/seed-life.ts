import { SAMPLE_LIFE_DAYS, sampleFleet } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Database, Transaction } from '../../platform/database.ts'
import type { FileFolder } from '../../platform/file-folder.ts'
import type { PeriodicJob } from '../../platform/jobs/job-kind.ts'
import { sentence } from '../../platform/sentence.ts'
import { seedAlarms } from './alarms.ts'
import { seedBenchmark } from './benchmark.ts'
import { seedComments } from './comments.ts'
import { seedLetterhead } from './letterhead.ts'
import { seedLines } from './lines.ts'
import { seedFileOfMachines } from './machine-file.ts'
import { seedMails } from './mails.ts'
import { seedProduction } from './production.ts'
import { seedPromises } from './promises.ts'
import { seedReadingSettings } from './reading-settings.ts'
import { seedRelations } from './relations.ts'
import { sampleMachineIDs } from './sample-machines.ts'
import { seedServiceRequests } from './service-requests.ts'
import { seedServices } from './services.ts'
import { seedSpareParts } from './spare-parts.ts'
import { seedStopReasons } from './stop-reasons.ts'
import { seedSubscribers } from './subscribers.ts'
import { seedTagMaps } from './tag-maps.ts'
import { seedVisits } from './visits.ts'
import { seedWholeStory } from './whole-story.ts'

/**
 * What the people of a company in its tenth year have entered: industries and owners, services, papers of machines, alarms with what
 * was done about them, and reasons of stops. It refers to what the machines did, so it waits until the simulator has filled in their
 * history, and costs the start nothing. Each part is entered only where there is nothing of it yet.
 * @param bringPeople enters these people themselves; it comes after the mails of the past. Only the visits of the machine whose story is whole come later:
 *   an engineer made them
 */
export function sampleLifeJob(database: Database, files: FileFolder, bringPeople: () => Promise<void>): PeriodicJob {
  return {
    name: sentence`Fill in what people of the sample company have done`,
    everyMs: 60_000,
    run: async () => {
      const isDone = await database.system.transaction().execute(async (db) => {
        // Servers that share a database follow each other: the second finds what the first has entered.
        await sql`SELECT pg_advisory_xact_lock(hashtext('packhouse.sample_life'))`.execute(db)
        await seedLetterhead(db, files)
        if (!(await hasHistory(db))) return false
        await seedRelations(db)
        // First: what is said of a machine follows from the days of its file.
        await seedFileOfMachines(db)
        await seedServices(db)
        await seedPromises(db)
        await seedLines(db)
        await seedProduction(db)
        await seedSpareParts(db)
        await seedVisits(db)
        await seedServiceRequests(db)
        await seedAlarms(db)
        await seedStopReasons(db)
        await seedTagMaps(db)
        await seedReadingSettings(db)
        await seedSubscribers(db)
        await seedComments(db)
        await seedMails(db)
        return true
      })
      if (!isDone) return
      await seedBenchmark(database)
      await bringPeople()
      await database.system.transaction().execute(async (db) => {
        await sql`SELECT pg_advisory_xact_lock(hashtext('packhouse.sample_life'))`.execute(db)
        await seedWholeStory(db)
      })
    },
  }
}

/** Whether most machines have a week behind them and are up to the present. */
async function hasHistory(db: Transaction): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM machine JOIN latest ON latest.machine_key = machine.key
    WHERE machine_id = ANY(${sampleMachineIDs}) AND latest.at > now() - interval '2 minutes' AND EXISTS (
      SELECT FROM hour_rollup h WHERE h.machine_key = machine.key AND h.at < now() - make_interval(days => ${SAMPLE_LIFE_DAYS}))
  `.execute(db)
  return (rows[0]?.count ?? 0) > sampleFleet.length / 2
}

import { MIGRATIONS, recordMigrations } from '@packhouse/server/testing/migration-records'

/** `npm run migrations:record`: records the hashes of new migrations. It never changes one that is recorded. */
try {
  const added = await recordMigrations(MIGRATIONS)
  console.log(added.length === 0 ? 'Every migration is recorded.' : `Recorded: ${added.join(', ')}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

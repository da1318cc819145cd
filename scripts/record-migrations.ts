import { spawnSync } from 'node:child_process'
import { MIGRATIONS, recordMigrations } from '@packhouse/server/testing/migration-records'

/** `npm run migrations:record`: records the hashes of new migrations. It never changes one that is in the last commit. */
try {
  const added = await recordMigrations(MIGRATIONS, recordsOfLastCommit())
  console.log(added.length === 0 ? 'Every migration is recorded.' : `Recorded: ${added.join(', ')}`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

/** @throws Error without git: then nothing says what has landed */
function recordsOfLastCommit(): string {
  const { status, stdout, stderr, error } = spawnSync('git', ['show', 'HEAD:./recorded.txt'], {
    cwd: MIGRATIONS,
    encoding: 'utf8',
  })
  if (status === 0) return stdout
  throw new Error(`The migrations of the last commit are not known: ${error?.message ?? stderr.trim()}`)
}

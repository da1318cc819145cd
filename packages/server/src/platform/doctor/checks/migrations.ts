import type pg from 'pg'
import { type Backfill, backfills } from '../../backfills/backfill.ts'
import { readOpen } from '../../backfills/backfill-rows.ts'
import { clock } from '../../clock.ts'
import { compareMigrations } from '../../compare-migrations.ts'
import { type Check, type Finding, fault, warning } from '../check.ts'

const HOUR_MS = 3_600_000

/** Whether the schema is that of this program, and its rows have the form of it. */
export const migrations: Check = {
  name: 'migrations',
  title: 'Schema of the database',
  needs: 'database',
  async examine({ database, server }) {
    if (!('client' in database)) return []
    const { pending, beside, newer, altered } = await compareMigrations(database.client)
    const findings = []
    if (newer.length > 0) {
      findings.push(
        fault(
          `The database is newer than this program: it has ${newer.join(', ')}.`,
          'Start the newer program. A database is never taken back; the backup from before can be restored.',
        ),
      )
    }
    if (beside.length > 0) {
      const what = `A newer program has added ${beside.join(', ')}, beside which this one works.`
      findings.push(warning(what, 'Bring the other servers to the newer version too.'))
    }
    if (altered.length > 0) {
      const what = `The database was made by other forms of ${altered.join(', ')} than this program has.`
      findings.push(
        fault(
          what,
          'Install the files of the release again. For data from before 0.1.0 see Upgrades in docs/operations.md.',
        ),
      )
    }
    if (pending.length > 0) {
      const [first, last] = [pending[0], pending.at(-1)]
      const which = first === last ? first : `${first} to ${last}`
      const what = `${pending.length} migrations have not run yet: ${which}.`
      const remedy = 'Make a backup. The next start of this version runs them.'
      findings.push(
        server === undefined ? warning(what, remedy) : fault(`${what} The running server is an older one.`, remedy),
      )
    }
    if (pending.length === 0) findings.push(...(await openBackfills(database.client, backfills)))
    return findings
  },
}

/** Backfills that have failed or stand still; one that goes on is nothing to look after. */
export async function openBackfills(client: pg.ClientBase, declared: readonly Backfill[]): Promise<Finding[]> {
  const open = await readOpen(client, declared)
  return open.flatMap(({ backfill, handled, rows, movedAt, reason }) => {
    const how = `The backfill ${backfill.name} has handled ${handled} of ${rows === null ? 'the' : `about ${rows}`} rows of ${backfill.table}`
    if (reason !== null)
      return [
        warning(`${how} and fails: ${reason}`, 'Mend what it names. A worker tries again by itself; nothing is lost.'),
      ]
    if (movedAt !== null && clock.now() - movedAt.getTime() < HOUR_MS) return []
    return [
      warning(
        `${how}, and none within the last hour.`,
        'Start a process with the role worker: it goes on where it was.',
      ),
    ]
  })
}

import { clock } from '../../clock.ts'
import { type Check, type Finding, warning } from '../check.ts'

const DAY_MS = 86_400_000
/** A drill is due every week, and so is a backup at least. */
const MOST_DAYS = 8

/** The age of the newest backup and of the newest restore drill, where there were any. */
export const backups: Check = {
  name: 'backups',
  title: 'Backups',
  needs: 'database',
  async examine({ database }) {
    if (!('client' in database)) return []
    const there = await database.client.query<{ oid: string | null }>(`SELECT to_regclass('backup_run')::text AS oid`)
    if (there.rows[0]?.oid === null) return []
    const { rows } = await database.client.query<{ kind: 'backup' | 'drill'; endedAt: Date }>(
      `SELECT kind, max(ended_at) AS "endedAt" FROM backup_run WHERE state = 'done' GROUP BY kind ORDER BY kind`,
    )
    return rows.flatMap(({ kind, endedAt }) => ageWords(kind, clock.now() - endedAt.getTime()))
  },
}

/** @param age of the newest one that succeeded, ms */
function ageWords(kind: 'backup' | 'drill', age: number): Finding[] {
  const days = Math.floor(age / DAY_MS)
  if (days < MOST_DAYS) return []
  const what = kind === 'backup' ? 'The newest backup' : 'The newest restore drill that succeeded'
  return [
    warning(`${what} is ${days} days old.`, `See why none succeeded since (System, Backups), and start one there.`),
  ]
}

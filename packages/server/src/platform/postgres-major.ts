import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The major version of the PostgreSQL that this version of Packhouse brings, and what an outside one has at least. */
export const POSTGRES_MAJOR = 18

/** What is wrong with a cluster that another major version has made, and what to do. */
export interface OtherMajor {
  what: string
  remedy: string
}

/** @returns undefined where the cluster can be started, or is not there yet */
export async function otherMajorOf(cluster: string): Promise<OtherMajor | undefined> {
  const made = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
  if (made === '' || made === String(POSTGRES_MAJOR)) return undefined
  const what = `The database in ${cluster} was made by PostgreSQL ${made}, and this version of Packhouse brings PostgreSQL ${POSTGRES_MAJOR}, which does not read it. Nothing was changed.`
  if (Number(made) > POSTGRES_MAJOR) return { what, remedy: 'Start the newer version of Packhouse that made it.' }
  return {
    what,
    remedy: `Start the version of Packhouse from before with this DATA_DIR, make a backup (npm run backup), and restore it with this version into a new DATA_DIR (npm run restore). See A new major version of PostgreSQL in docs/operations.md.`,
  }
}

import type { Config } from '../../config.ts'
import { openObjectStore } from '../../object-store/object-store-settings.ts'
import { type Check, fault } from '../check.ts'

/** Rows of one statement. */
const BATCH = 10_000
const SHOWN = 3

/** Whether every file that the database names is there. */
export const files: Check = {
  name: 'files',
  title: 'Files that the database names',
  needs: 'database',
  async examine({ config, database }) {
    if (!('client' in database)) return []
    const { client } = database
    const known = await client.query<{ oid: string | null }>(`SELECT to_regclass('attached_file')::text AS oid`)
    if (known.rows[0]?.oid === null) return []
    const there = await storedNames(config)
    if (there instanceof Error) {
      const what = `Attached files in ${config.filesLocation} cannot be reached: ${there.message}`
      return [fault(what, 'Make the folder or the bucket of FILES_URL reachable.')]
    }
    const missing: string[] = []
    let [after, total] = ['00000000-0000-0000-0000-000000000000', 0]
    for (;;) {
      const { rows } = await client.query<{ id: string }>(
        `SELECT id::text FROM attached_file WHERE id > $1 ORDER BY id LIMIT ${BATCH}`,
        [after],
      )
      missing.push(...rows.map(({ id }) => id).filter((id) => !there.has(id)))
      total += rows.length
      after = rows.at(-1)?.id ?? after
      if (rows.length < BATCH) break
    }
    if (missing.length === 0) return []
    const examples = missing.slice(0, SHOWN).join(', ')
    return [
      fault(
        `${missing.length} of ${total} files that the database names are not in ${config.filesLocation}, such as ${examples}.`,
        'Put the folder files of the backup there that belongs to this database.',
      ),
    ]
  },
}

async function storedNames({ filesLocation, s3 }: Config): Promise<Set<string> | Error> {
  const names = new Set<string>()
  try {
    for await (const { key } of openObjectStore(filesLocation, s3).list()) names.add(key)
    return names
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

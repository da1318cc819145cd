import type { Database } from '../../../platform/database.ts'
import type { FileFolder } from '../../../platform/file-folder.ts'

/** Forgets files that were deleted more than 30 days ago and that no version names, and removes every content that has no row any more. */
export async function sweepFiles({ pool }: Database, folder: FileFolder): Promise<void> {
  await pool.query(
    `DELETE FROM attached_file WHERE deleted_at < now() - interval '30 days' AND NOT is_file_of_version(id)`,
  )
  await folder.sweep(async (ids) => {
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id::text FROM attached_file WHERE id::text = ANY($1)
       UNION ALL SELECT id::text FROM customer_data_task WHERE id::text = ANY($1) AND (expires_at > now() OR state = 'running')`,
      [ids],
    )
    return new Set(rows.map(({ id }) => id))
  })
}

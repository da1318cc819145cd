import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './database.ts'

/** What a mail carries. */
export interface MailFile {
  /** With its ending, which says the type. */
  name: string
  content: Uint8Array
}

/** Stores what a mail carries, once for all mails that carry the same. @returns the SHA-256 by which it is found */
export async function storeFile(db: Db, { content }: MailFile): Promise<Buffer> {
  const sha256 = createHash('sha256').update(content).digest()
  // The update locks it, so that it is not removed before the mail refers to it.
  const { numAffectedRows } = await sql`UPDATE mail_file SET used_at = now() WHERE sha256 = ${sha256}`.execute(db)
  if (numAffectedRows === 0n) {
    await sql`
      INSERT INTO mail_file (sha256, content) VALUES (${sha256}, ${Buffer.from(content)})
      ON CONFLICT (sha256) DO UPDATE SET used_at = now()
    `.execute(db)
  }
  return sha256
}

/** Removes files that no mail has any more. One that was just stored may be about to have a mail. */
export async function removeUnusedFiles(db: Db): Promise<void> {
  await sql`
    DELETE FROM mail_file WHERE used_at < now() - interval '1 hour'
      AND NOT EXISTS (SELECT FROM mail WHERE file_sha256 = sha256)
  `.execute(db)
}

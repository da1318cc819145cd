import type { pdfTemplates, Row } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import type { FileFolder } from '../../platform/file-folder.ts'
import { readDraft } from '../templates/read-draft.ts'
import { insertVersion } from '../templates/template-versions.ts'

/** Publishes the templates that the product brings with a letterhead: those that nobody has changed, and that have none. */
export async function giveLetterhead(db: Transaction, files: FileFolder, letterheadId: string): Promise<void> {
  const { rows } = await sql<Row<typeof pdfTemplates>>`
    UPDATE pdf_template template SET letterhead_id = ${letterheadId}, row_version = row_version + 1, updated_at = now()
    FROM brought_source brought, pdf_template_version version
    WHERE brought.template_id = template.id AND version.template_id = template.id AND version.number = template.published_version
      AND version.published_by IS NULL AND template.letterhead_id IS NULL AND template.deleted_at IS NULL
    RETURNING template.id, source, template.letterhead_id AS "letterheadId", page_size AS "pageSize", margin_top AS "marginTop",
      margin_right AS "marginRight", margin_bottom AS "marginBottom", margin_left AS "marginLeft"
  `.execute(db)
  for (const template of rows) {
    const draft = await readDraft(db, files, template)
    const number = await insertVersion(db, template.id, { ...draft, publishedBy: null })
    await sql`UPDATE pdf_template SET published_version = ${number}, published_at = now() WHERE id = ${template.id}`.execute(
      db,
    )
  }
}

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Transaction } from '../../platform/database.ts'
import { sourcesOf } from '../templates/sources-of.ts'
import { findPublished, insertVersion, type VersionFrame } from '../templates/template-versions.ts'
import { type StandardTemplate, standardTemplates } from './standard-templates.ts'

const NAME = 'Standard'
const LOCK = 'standard templates'
const MARGINS = { top: 30, right: 22, bottom: 26, left: 22 }
const FRAME: VersionFrame = { page: { paper: 'a4', margin: MARGINS }, letterhead: null }

/** Brings the templates that are missing, and renews those that nobody has changed. */
export async function seedTemplates(db: Db): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext(${LOCK}))`.execute(transaction)
    const { templates, partials } = standardTemplates()
    for (const [name, source] of Object.entries(partials)) await bringPartial(transaction, name, source)
    const stored = await sql<{ name: string; source: string }>`SELECT name, source FROM pdf_partial`.execute(
      transaction,
    )
    const all = Object.fromEntries(stored.rows.map(({ name, source }) => [name, source]))
    for (const template of templates) await bringTemplate(transaction, template, all)
  })
}

/** What the product brought before, and what has become of it. */
interface Brought {
  id: string | null
  /** Whether people have changed or removed it. */
  isOfPeople: boolean
}

async function findBrought(db: Transaction, key: string): Promise<Brought | undefined> {
  const { rows } = await sql<Brought>`
    SELECT coalesce(template.id, partial.id) AS id,
      template.deleted_at IS NOT NULL OR version.published_by IS NOT NULL
        OR sha256 <> coalesce(encode(sha256(convert_to(coalesce(template.source, partial.source), 'UTF8')), 'hex'), '') AS "isOfPeople"
    FROM brought_source LEFT JOIN pdf_template template ON template.id = template_id
      LEFT JOIN pdf_template_version version ON version.template_id = template.id AND number = published_version
      LEFT JOIN pdf_partial partial ON partial.id = partial_id
    WHERE key = ${key}
  `.execute(db)
  return rows[0]
}

async function bringPartial(db: Transaction, name: string, source: string): Promise<void> {
  const brought = await findBrought(db, name)
  if (brought?.isOfPeople) return
  const { rows } = await sql<{ id: string }>`
    INSERT INTO pdf_partial (name, source) VALUES (${name}, ${source})
    ON CONFLICT (name) DO UPDATE SET source = excluded.source, updated_at = now(), row_version = pdf_partial.row_version + 1
    WHERE pdf_partial.id = ${brought?.id ?? null} AND pdf_partial.source <> excluded.source
    RETURNING id
  `.execute(db)
  const [row] = rows
  if (row !== undefined) await remember(db, name, source, { partialId: row.id })
}

async function bringTemplate(
  db: Transaction,
  { type, locale, source }: StandardTemplate,
  partials: Record<string, string>,
): Promise<void> {
  const sources = sourcesOf(source, partials)
  const key = `${type}.${locale}`
  const brought = await findBrought(db, key)
  if (brought?.isOfPeople) return
  const id = brought?.id ?? (await insertTemplate(db, { type, locale, source }))
  // Somebody has a template of this name already.
  if (id === undefined || (await isPublished(db, id, sources))) return
  // A letterhead that it was given stays.
  const { frame, logo, fonts } = (await findPublished(db, id)) ?? { frame: FRAME, logo: null, fonts: [] }
  const number = await insertVersion(db, id, { sources, frame, logo, fonts, publishedBy: null })
  await sql`
    UPDATE pdf_template SET source = ${source}, published_version = ${number}, published_at = now(), updated_at = now(), last_fault = NULL, last_fault_at = NULL,
      row_version = row_version + 1, is_default = is_default OR NOT EXISTS (
        SELECT 1 FROM pdf_template other WHERE other.type = ${type} AND other.locale = ${locale}
          AND other.business_unit_id IS NULL AND other.is_default AND other.deleted_at IS NULL)
    WHERE id = ${id}
  `.execute(db)
  await remember(db, key, source, { templateId: id })
}

async function insertTemplate(db: Transaction, template: StandardTemplate): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    INSERT INTO pdf_template (type, name, locale, page_size, margin_top, margin_right, margin_bottom, margin_left, source)
    VALUES (${template.type}, ${NAME}, ${template.locale}, ${FRAME.page.paper}, ${MARGINS.top}, ${MARGINS.right},
      ${MARGINS.bottom}, ${MARGINS.left}, ${template.source})
    ON CONFLICT DO NOTHING RETURNING id
  `.execute(db)
  return rows[0]?.id
}

/** Whether the version that documents are made with is of these sources. */
async function isPublished(db: Transaction, id: string, sources: Record<string, string>): Promise<boolean> {
  const published = await findPublished(db, id)
  const names = Object.keys(sources)
  if (published === undefined || names.length !== Object.keys(published.sources).length) return false
  return names.every((name) => sources[name] === published.sources[name])
}

async function remember(
  db: Transaction,
  key: string,
  source: string,
  { templateId = null, partialId = null }: { templateId?: string | null; partialId?: string | null },
): Promise<void> {
  const sha256 = createHash('sha256').update(source).digest('hex')
  await sql`
    INSERT INTO brought_source (key, sha256, template_id, partial_id) VALUES (${key}, ${sha256}, ${templateId}, ${partialId})
    ON CONFLICT (key) DO UPDATE SET sha256 = excluded.sha256
  `.execute(db)
}

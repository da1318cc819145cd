import {
  type DocumentFrame,
  type DocumentTypeName,
  pdfTemplates,
  type TemplateDefault,
  type TemplateVersion,
} from '@packhouse/contract'
import { sql } from 'kysely'
import type { Computed } from '../../engine/resource/columns.ts'
import type { Db, Transaction } from '../../platform/database.ts'

/** Page and letterhead as a version holds them. */
export type VersionFrame = Pick<DocumentFrame, 'page' | 'letterhead'>

/** What documents are made of: it never changes. */
export interface PublishedTemplate {
  templateId: string
  number: number
  name: string
  type: DocumentTypeName
  /** BCP 47. */
  locale: string
  sources: Record<string, string>
  frame: VersionFrame
  logo: Uint8Array | null
  fonts: Uint8Array[]
}

interface NewVersion extends Pick<PublishedTemplate, 'sources' | 'frame' | 'logo' | 'fonts'> {
  /** Null where the product publishes what it brings. */
  publishedBy: string | null
}

const PUBLISHED = sql`template.id AS "templateId", version.number, template.name, template.type, template.locale,
  version.sources, version.frame, version.logo, version.fonts
  FROM pdf_template template JOIN pdf_template_version version ON version.template_id = template.id`
/** By UTC, as years of documents are counted. */
const THIS_YEAR = sql`extract(year FROM now() AT TIME ZONE 'UTC')::int`
const NEWEST = sql`version.number = template.published_version AND template.deleted_at IS NULL`

/** Stores a version and makes it the one that documents are made with. @returns its number */
export async function insertVersion(db: Transaction, templateId: string, version: NewVersion): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    INSERT INTO pdf_template_version (template_id, number, sources, frame, logo, fonts, published_by)
    SELECT ${templateId}, coalesce(max(number), 0) + 1, ${JSON.stringify(version.sources)}, ${JSON.stringify(version.frame)},
      ${version.logo}, ${version.fonts}::bytea[], ${version.publishedBy}
    FROM pdf_template_version WHERE template_id = ${templateId}
    RETURNING number
  `.execute(db)
  const [{ number } = { number: 0 }] = rows
  return number
}

const LISTED = sql`number, to_json(published_at) #>> '{}' AS "publishedAt", documents,
  (SELECT concat_ws(' ', first_name, last_name) FROM user_account WHERE id = published_by) AS "publishedBy"`

export async function listVersions(db: Db, templateId: string): Promise<TemplateVersion[]> {
  const query = sql<TemplateVersion>`
    SELECT ${LISTED} FROM pdf_template_version WHERE template_id = ${templateId} ORDER BY number DESC`
  return (await query.execute(db)).rows.map(withTime)
}

export async function findVersion(
  db: Db,
  templateId: string,
  number: number,
): Promise<(TemplateVersion & { sources: Record<string, string> }) | undefined> {
  const query = sql<TemplateVersion & { sources: Record<string, string> }>`
    SELECT ${LISTED}, sources FROM pdf_template_version WHERE template_id = ${templateId} AND number = ${number}`
  const [row] = (await query.execute(db)).rows
  return row && withTime(row)
}

/**
 * A version of a template, which can be had when the template is deleted too.
 * @param number default: the newest, of a template that is not deleted
 * @returns undefined if it does not exist
 */
export async function findPublished(
  db: Db,
  templateId: string,
  number?: number,
): Promise<PublishedTemplate | undefined> {
  const wanted = number === undefined ? NEWEST : sql`version.number = ${number}`
  const query = sql<PublishedTemplate>`SELECT ${PUBLISHED} WHERE template.id = ${templateId} AND ${wanted}`
  return (await query.execute(db)).rows[0]
}

/**
 * The default of a type: of the language, then of the language without its region, then English; of the business unit
 * first, then of all.
 */
export async function findDefault(
  db: Db,
  type: DocumentTypeName,
  locale: string,
  businessUnitId: string | null,
): Promise<PublishedTemplate | undefined> {
  const languages = [...new Set([locale, locale.split('-')[0], 'en'])]
  const { rows } = await sql<PublishedTemplate>`
    SELECT ${PUBLISHED} WHERE ${NEWEST} AND template.is_default AND template.type = ${type} AND template.locale = ANY (${languages})
      AND (template.business_unit_id IS NULL OR template.business_unit_id = ${businessUnitId})
    ORDER BY array_position(${languages}, template.locale), template.business_unit_id IS NULL LIMIT 1
  `.execute(db)
  return rows[0]
}

export async function listDefaults(db: Db): Promise<TemplateDefault[]> {
  const query = sql<TemplateDefault>`
    SELECT type, locale, business_unit_id AS "businessUnitId", id AS "templateId", name, published_version AS version
    FROM pdf_template WHERE is_default AND deleted_at IS NULL ORDER BY type, locale, business_unit_id NULLS FIRST`
  return (await query.execute(db)).rows
}

/** Fields of templates that are worked out when they are read. */
export const templateComputedFields: Record<string, Computed> = {
  [pdfTemplates.name]: {
    documentsThisYear: sql`coalesce((SELECT documents FROM pdf_template_year
      WHERE template_id = pdf_template.id AND year = ${THIS_YEAR}), 0)`,
  },
}

/** Counts a document that was made with a version. */
export async function countDocument(db: Db, { templateId, number }: PublishedTemplate): Promise<void> {
  await sql`
    WITH counted AS (
      UPDATE pdf_template_version SET documents = documents + 1 WHERE template_id = ${templateId} AND number = ${number} RETURNING template_id)
    INSERT INTO pdf_template_year AS of_year (template_id, year, documents) SELECT template_id, ${THIS_YEAR}, 1 FROM counted
    ON CONFLICT (template_id, year) DO UPDATE SET documents = of_year.documents + 1
  `.execute(db)
}

function withTime<T extends TemplateVersion>(row: T): T {
  return { ...row, publishedAt: new Date(row.publishedAt).toISOString() }
}

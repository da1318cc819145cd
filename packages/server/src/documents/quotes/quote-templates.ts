import { sql } from 'kysely'
import type { QuoteMoment } from '../../estimator/area.ts'
import type { Db } from '../../platform/database.ts'
import { findDefault, findPublished, type PublishedTemplate } from '../templates/template-versions.ts'

interface Version {
  projectId: string
  version: number
  type: QuoteMoment['type']
  locale: string
}

/**
 * Settles with which version of a template the document of a version is made, unless that is settled already. Done when a quote is sent or accepted,
 * so that what is published later does not change it. Where nothing is published, it stays open.
 */
export async function settleTemplate(db: Db, { projectId, version, type, locale }: Version): Promise<void> {
  const template = await findDefault(db, type, locale, null)
  if (template === undefined) return
  await sql`
    INSERT INTO quote_document (project_id, version, type, locale, template_id, template_number)
    VALUES (${projectId}, ${version}, ${type}, ${locale}, ${template.templateId}, ${template.number}) ON CONFLICT DO NOTHING
  `.execute(db)
}

/** @returns the version of a template that is settled; undefined where none is */
export async function findSettled(
  db: Db,
  { projectId, version, type, locale }: Version,
): Promise<PublishedTemplate | undefined> {
  const { rows } = await sql<{ id: string; number: number }>`
    SELECT template_id AS id, template_number AS number FROM quote_document
    WHERE project_id = ${projectId} AND version = ${version} AND type = ${type} AND locale = ${locale}
  `.execute(db)
  return rows[0] && (await findPublished(db, rows[0].id, rows[0].number))
}

/** The one of the version of a project that was sent last. @param projectId may be anything */
export async function findSettledOfProject(
  db: Db,
  projectId: string,
  type: QuoteMoment['type'],
  locale: string,
): Promise<PublishedTemplate | undefined> {
  const { rows } = await sql<{ id: string; version: number }>`
    SELECT project_id AS id, version FROM quote_link WHERE project_id::text = lower(${projectId}) ORDER BY version DESC LIMIT 1
  `.execute(db)
  const [sent] = rows
  return sent && (await findSettled(db, { projectId: sent.id, version: sent.version, type, locale }))
}

import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { given } from '../given.ts'
import { REPORT_TITLE, sampleDocuments } from './documents.ts'

/** Gives machines their documents, and answers by an acceptance test the report of it. */
export async function seedDocuments(db: Transaction): Promise<void> {
  const documents = sampleDocuments.map(
    ([model, kind, title, language, revision, visibility, monthsAgo, supersedes]) => {
      return { model, kind, title, language, revision, visibility, monthsAgo, supersedes }
    },
  )
  await sql`
    INSERT INTO machine_document (library_machine_id, kind, title, language, revision, visibility, valid_from)
    SELECT machine.id, value ->> 'kind', value ->> 'title', value ->> 'language', value ->> 'revision', value ->> 'visibility',
      current_date - make_interval(months => (value ->> 'monthsAgo')::int)
    FROM ${given(documents)} JOIN library_machine machine ON machine.model = value ->> 'model' ORDER BY place
  `.execute(db)
  await sql`
    UPDATE machine_document newer SET supersedes_id = older.id
    FROM ${given(documents.filter(({ supersedes }) => supersedes !== undefined))}
      JOIN library_machine machine ON machine.model = value ->> 'model' JOIN machine_document older ON older.library_machine_id = machine.id
        AND older.revision = value ->> 'supersedes' AND older.title = value ->> 'title'
    WHERE newer.library_machine_id = machine.id AND newer.title = older.title AND newer.revision = value ->> 'revision'
      AND newer.language = older.language
  `.execute(db)
  await sql`
    UPDATE compatibility SET document_id = report.id FROM machine_document report
    WHERE report.library_machine_id = compatibility.machine_id AND report.title = ${REPORT_TITLE} AND evidence = 'acceptanceTest'
  `.execute(db)
}

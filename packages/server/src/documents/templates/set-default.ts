import type { TemplateDefault } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import { assertThat } from '../../engine/problem-error.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Transaction } from '../../platform/database.ts'
import { listDefaults } from './template-versions.ts'

/**
 * Makes a template the default, and takes that from the one that was it. A lock makes two that come at once follow each other.
 * @throws ProblemError `template_missing` where it is not published
 */
export async function setDefault(
  db: Transaction,
  { rows }: ResourceStore,
  principal: Principal,
  id: string,
): Promise<TemplateDefault[]> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('default template'))`.execute(db)
  const before = await rows.lock(db, id, {})
  assertThat(before.publishedVersion !== null, 'template_missing', t('documents.publishFirst'))
  const others = await sql<{ id: string }>`
    SELECT other.id FROM pdf_template other JOIN pdf_template template
      ON template.id = ${id} AND other.id <> ${id} AND other.type = template.type AND other.locale = template.locale
        AND other.business_unit_id IS NOT DISTINCT FROM template.business_unit_id
    WHERE other.is_default AND other.deleted_at IS NULL
  `.execute(db)
  const flag = sql.ref('is_default')
  for (const other of others.rows) {
    await rows.change(db, principal, 'set-primary', await rows.lock(db, other.id, {}), [[flag, sql`false`]])
  }
  await rows.change(db, principal, 'set-primary', before, [[flag, sql`true`]])
  return await listDefaults(db)
}

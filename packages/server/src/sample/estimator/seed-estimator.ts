import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { given } from '../given.ts'
import { seedItems } from './seed-items.ts'
import { seedQuotes } from './seed-quotes.ts'

const roleTypes = [
  { code: 'SALES', name: 'Sales', canEdit: true, canApprove: false, seesCost: false },
  { code: 'CALCULATION', name: 'Calculation', canEdit: true, canApprove: false, seesCost: true },
  { code: 'APPROVAL', name: 'Approval', canEdit: false, canApprove: true, seesCost: true },
  { code: 'ENGINEERING', name: 'Engineering', canEdit: true, canApprove: false, seesCost: false },
] as const

/**
 * Gives the sample company a catalogue and quotes. Only where nothing of that was entered yet: what was changed or deleted since
 * stays so.
 */
export async function seedEstimator(db: Transaction): Promise<void> {
  const entered = await sql`
    SELECT FROM item_category UNION ALL SELECT FROM item_master UNION ALL SELECT FROM project_role_type UNION ALL SELECT FROM project LIMIT 1
  `.execute(db)
  if (entered.rows.length > 0) return
  await sql`
    INSERT INTO project_role_type (code, name, can_edit, can_approve, sees_cost)
    SELECT value ->> 'code', value ->> 'name', (value ->> 'canEdit')::boolean, (value ->> 'canApprove')::boolean,
      (value ->> 'seesCost')::boolean
    FROM ${given(roleTypes)} ORDER BY place
  `.execute(db)
  await seedItems(db)
  await seedQuotes(db)
}

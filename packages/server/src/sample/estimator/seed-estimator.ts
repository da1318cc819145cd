import { sql } from 'kysely'
import { clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database.ts'
import { given } from '../given.ts'
import { sampleColleagues, sampleRoleTypes, sampleRules } from './people.ts'
import { sampleRates } from './rates.ts'
import { seedItems } from './seed-items.ts'
import { seedQuotes } from './seed-quotes.ts'

/**
 * Gives the sample company a catalogue and quotes. Only where nothing of that was entered yet: what was changed or deleted since
 * stays so.
 */
export async function seedEstimator(db: Transaction): Promise<void> {
  const entered = await sql`
    SELECT FROM item_category UNION ALL SELECT FROM item_master UNION ALL SELECT FROM project_role_type UNION ALL SELECT FROM project LIMIT 1
  `.execute(db)
  if (entered.rows.length > 0) return
  const { rows } = await sql<{ now: Date }>`SELECT now()`.execute(db)
  const now = rows[0]?.now ?? new Date(clock.now())
  await seedPeople(db)
  await seedRates(db, now)
  await seedItems(db)
  await seedQuotes(db, now)
}

/** Colleagues, their roles in projects, and what they have to approve. */
async function seedPeople(db: Transaction): Promise<void> {
  await sql`
    INSERT INTO user_account (email, first_name, last_name)
    SELECT value ->> 'email', value ->> 'firstName', value ->> 'lastName' FROM ${given(Object.values(sampleColleagues))} ORDER BY place
    ON CONFLICT (email_fold(email)) DO NOTHING
  `.execute(db)
  await sql`
    INSERT INTO project_role_type (code, name, can_edit, can_approve, sees_cost)
    SELECT value ->> 'code', value ->> 'name', (value ->> 'canEdit')::boolean, (value ->> 'canApprove')::boolean,
      (value ->> 'seesCost')::boolean
    FROM ${given(sampleRoleTypes)} ORDER BY place
  `.execute(db)
  await sql`
    INSERT INTO approval_rule (name, dimension, threshold, role_type_id, place, active)
    SELECT value ->> 'name', value ->> 'dimension', (value ->> 'threshold')::numeric, type.id, (value ->> 'place')::int, true
    FROM ${given(sampleRules)} JOIN project_role_type type ON type.code = value ->> 'role' ORDER BY place
  `.execute(db)
}

/** Rates that somebody has entered for the same day stay. */
async function seedRates(db: Transaction, now: Date): Promise<void> {
  await sql`
    INSERT INTO exchange_rate ("from", "to", rate, valid_on, kind, source)
    SELECT value ->> 'from', value ->> 'to', (value ->> 'rate')::numeric, (value ->> 'validOn')::date, value ->> 'kind', value ->> 'source'
    FROM ${given(sampleRates(now))} ORDER BY place ON CONFLICT DO NOTHING
  `.execute(db)
}

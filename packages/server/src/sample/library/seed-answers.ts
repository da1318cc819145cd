import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { given } from '../given.ts'
import type { SampleAnswers } from './answers/answer.ts'
import type { FindOption } from './seed-options.ts'
import { sampleStyles } from './styles.ts'

/**
 * Fills the matrix. Whoever says nothing of a pair leaves it unknown.
 * @param parts.verifiedBy e-mail address of the person who verified the answers
 */
export async function seedAnswers(
  db: Transaction,
  all: readonly SampleAnswers[],
  { verifiedBy, findOption }: { verifiedBy: string; findOption: FindOption },
): Promise<void> {
  const cells = all.flatMap(cellsOf)
  await sql`SET CONSTRAINTS compatibility_has_condition DEFERRED`.execute(db)
  await sql`
    INSERT INTO compatibility (machine_id, style_id, result, speed_min, speed_max, length_min, length_max, width_min, width_max,
      height_min, height_max, tooling_cost, evidence, verified_by_id, verified_on, notes)
    SELECT machine.id, style.id, value ->> 'result', (value #>> '{speed,0}')::float8, (value #>> '{speed,1}')::float8,
      (value #>> '{length,0}')::float8, (value #>> '{length,1}')::float8, (value #>> '{width,0}')::float8,
      (value #>> '{width,1}')::float8, (value #>> '{height,0}')::float8, (value #>> '{height,1}')::float8,
      (value ->> 'toolingCost')::numeric, value ->> 'evidence',
      (SELECT id FROM user_account WHERE email_fold(email) = email_fold(${verifiedBy}) AND value ->> 'evidence' IS NOT NULL),
      current_date - make_interval(months => (value ->> 'monthsAgo')::int), value ->> 'notes'
    FROM ${given(cells)} JOIN library_machine machine ON machine.model = value ->> 'model'
      JOIN packaging_style style ON style.code = value ->> 'style'
    ORDER BY place
  `.execute(db)
  await seedConditions(db, 'compatibility_required_option', optionsOf(all, 'needs', findOption))
  await seedConditions(db, 'compatibility_excluded_option', optionsOf(all, 'without', findOption))
}

interface OptionOfCell {
  style: string
  option: string
}

function optionsOf(all: readonly SampleAnswers[], side: 'needs' | 'without', findOption: FindOption): OptionOfCell[] {
  return all.flatMap(({ model, answers }) =>
    answers.flatMap(([style, , , , conditions]) =>
      (conditions?.[side] ?? []).map((key) => ({ style, option: findOption(model, key) })),
    ),
  )
}

async function seedConditions(db: Transaction, table: string, rows: readonly OptionOfCell[]): Promise<void> {
  await sql`
    INSERT INTO ${sql.table(table)} (compatibility_id, option_id)
    SELECT cell.id, option.id FROM ${given(rows)} JOIN machine_option option ON option.id = (value ->> 'option')::uuid
      JOIN packaging_style style ON style.code = value ->> 'style'
      JOIN compatibility cell ON cell.machine_id = option.machine_id AND cell.style_id = style.id
  `.execute(db)
}

/** The cells of a machine: what is said of single styles, and of whole families what nothing else is said of. */
export function cellsOf({ model, answers, no }: SampleAnswers) {
  const named = new Set(answers.map(([style]) => style))
  const refused = sampleStyles.filter(({ code, family }) => no.families.includes(family) || no.styles?.includes(code))
  return [
    ...answers.map(([style, result, evidence, monthsAgo, conditions, notes]) => {
      return { model, style, result, evidence, monthsAgo, ...conditions, notes }
    }),
    ...refused
      .filter(({ code }) => !named.has(code))
      .map(({ code }) => ({ model, style: code, result: 'no', evidence: 'judgement', monthsAgo: no.monthsAgo })),
  ]
}

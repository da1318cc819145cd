import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { given } from '../given.ts'
import { materialAnswers } from './material-answers.ts'

/** Says for cells of the matrix what each material does there. */
export async function seedMaterialAnswers(db: Transaction): Promise<void> {
  const answers = materialAnswers.map(([model, style, material, result, evidence, monthsAgo, notes]) => {
    return { model, style, material, result, evidence, monthsAgo, notes }
  })
  await sql`
    INSERT INTO compatibility_material (compatibility_id, material_id, result, evidence, trial_on, notes)
    SELECT cell.id, material.id, value ->> 'result', value ->> 'evidence',
      current_date - make_interval(months => (value ->> 'monthsAgo')::int), value ->> 'notes'
    FROM ${given(answers)} JOIN library_machine machine ON machine.model = value ->> 'model'
      JOIN packaging_style style ON style.code = value ->> 'style'
      JOIN compatibility cell ON cell.machine_id = machine.id AND cell.style_id = style.id
      JOIN packaging_material material ON fold_case(material.code) = fold_case(value ->> 'material') AND material.deleted_at IS NULL
    ORDER BY place
  `.execute(db)
}

import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { given } from '../given.ts'
import { sampleRecipes } from './recipes.ts'

/** Says which styles the recipes of the installed machines make. */
export async function seedRecipes(db: Transaction): Promise<void> {
  const recipes = sampleRecipes.map(([recipe, style, model]) => ({ recipe, style, model }))
  await sql`
    INSERT INTO recipe_style (recipe, style_id, library_machine_id)
    SELECT value ->> 'recipe', style.id, machine.id
    FROM ${given(recipes)} JOIN packaging_style style ON style.code = value ->> 'style'
      LEFT JOIN library_machine machine ON machine.model = value ->> 'model'
    ORDER BY place
  `.execute(db)
}

import { type RawBuilder, sql } from 'kysely'
import { type Computed, SEARCHED_TEXT } from '../engine/resource/columns.ts'
import { isOfAnother, unlessOfAnother } from '../monitoring/area.ts'

/** Whether a test is of the time of a customer before the one who reads it: people of that one are not named (decision 0167). @param test the alias of its table */
function isTestOfAnother(test: string): RawBuilder<boolean> {
  const [machine, recorded, day] = ['machine_id', 'created_at', 'tested_on'].map((name) => sql.ref(`${test}.${name}`))
  return isOfAnother(sql`test_of_another(${machine}, ${recorded}, ${day})`)
}

/** Who was there for the customer, to that customer and to staff. @param test the alias of its table */
export function witnessOf(test: string): RawBuilder<string | null> {
  return unlessOfAnother(isTestOfAnother(test), sql.ref<string | null>(`${test}.witness`))
}

const hidden = isTestOfAnother('acceptance_test')

/** What of a test its reader is shown. */
export const acceptanceTestFields: Computed = {
  witness: witnessOf('acceptance_test'),
  notes: unlessOfAnother(hidden, sql.ref('acceptance_test.notes')),
  [SEARCHED_TEXT]: sql`CASE WHEN ${hidden} THEN ' ' || search_fold(product) ELSE search_text END`,
}

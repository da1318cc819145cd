import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { readTest, signedText } from '../../promises/area.ts'
import { DRAWN_SIGNATURE } from '../drawn-signature.ts'
import { sampleStaff } from '../estimator/people.ts'
import { WHOLE_STORY, WITNESS } from './sample-machines.ts'

/** The witness has signed both tests of the machine whose story is whole, on the day of each. */
export async function signTests(db: Transaction): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT t.id FROM acceptance_test t JOIN machine m ON m.id = t.machine_id WHERE m.machine_id = ${WHOLE_STORY} ORDER BY t.tested_on
  `.execute(db)
  for (const { id } of rows) {
    const test = await readTest(db, id)
    if (test === undefined) continue
    await sql`
      INSERT INTO acceptance_entry (id, acceptance_test_id, signer, drawing, signed, signed_at, received_at, received_from)
      SELECT gen_random_uuid(), ${id}, ${WITNESS}, ${JSON.stringify(DRAWN_SIGNATURE)}::jsonb, ${signedText(test)},
        ${test.recordedAt}::timestamptz - interval '2 minutes', ${test.recordedAt}::timestamptz, u.id
      FROM user_account u WHERE u.email = ${sampleStaff}
    `.execute(db)
  }
}

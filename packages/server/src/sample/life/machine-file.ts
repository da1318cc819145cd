import { sampleFleet } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { Dice } from '../estimator/dice.ts'
import { given } from '../given.ts'

const FIRST_YEAR = 2017
const YEARS = 9

const languages: Record<string, string> = { NORDFJELL: 'nb-NO', BALTIC: 'pl', MERIDIAN: 'en' }

/** Serial numbers, when machines were commissioned, and the documents that came with each. */
export async function seedFileOfMachines(db: Transaction): Promise<void> {
  const entered = await sql`SELECT FROM machine_document WHERE machine_id IS NOT NULL LIMIT 1`.execute(db)
  if (entered.rows.length > 0) return
  const dice = new Dice(1974)
  const machines = sampleFleet.map(({ machineID, customer }) => {
    const year = FIRST_YEAR + dice.below(YEARS)
    const commissioned = new Date(Date.UTC(year, dice.below(12), 1 + dice.below(28))).toISOString().slice(0, 10)
    return {
      machine_id: machineID,
      serial: 1_000 + dice.below(9_000),
      commissioned,
      language: languages[customer] ?? 'en',
    }
  })
  await sql`
    UPDATE machine SET
      serial = coalesce(machine.serial,
        extract(year FROM coalesce(machine.commissioned_at, (value ->> 'commissioned')::date)) || '-' || (value ->> 'serial')),
      commissioned_at = coalesce(machine.commissioned_at, (value ->> 'commissioned')::date),
      warranty_end = coalesce(machine.warranty_end,
        (coalesce(machine.commissioned_at, (value ->> 'commissioned')::date) + interval '2 years')::date)
    FROM ${given(machines)} WHERE machine.machine_id = value ->> 'machine_id'
  `.execute(db)
  const documents = machines.flatMap(({ machine_id, language }) => {
    const paper = (kind: string, title: string, of: string | null, revision: string, visibility = 'customer') => {
      return { machine_id, kind, title, language: of, revision, visibility }
    }
    return [
      paper('manual', 'Operating instructions as built', language, dice.of(['A', 'B', 'C'])),
      paper('electrical', 'Circuit diagram as built', null, dice.of(['A', 'B'])),
      paper('spares', 'Recommended spare parts', 'en', dice.of(['A', 'B', 'C', 'D'])),
      paper('ceDeclaration', 'EU declaration of conformity', language, 'A'),
      paper('sat', 'Site acceptance test', null, 'A', 'internal'),
    ]
  })
  await sql`
    INSERT INTO machine_document (machine_id, kind, title, language, revision, visibility, valid_from)
    SELECT machine.id, value ->> 'kind', value ->> 'title', value ->> 'language', value ->> 'revision', value ->> 'visibility',
      machine.commissioned_at
    FROM ${given(documents)} JOIN machine ON machine.machine_id = value ->> 'machine_id' ORDER BY place
  `.execute(db)
}

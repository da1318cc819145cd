import { sampleFleet } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { Dice } from '../estimator/dice.ts'
import { given } from '../given.ts'
import { readMachineDays } from './machine-days.ts'
import { sampleMachineIDs } from './sample-machines.ts'

/** Machines without a quote here were commissioned before there were any: so many days ago at least, and so many more at most. */
const SOLD_BEFORE_DAYS = 800
const MORE_DAYS = 2_500

const languages: Record<string, string> = { NORDFJELL: 'nb-NO', BALTIC: 'pl', MERIDIAN: 'en' }

/** Serial numbers, when machines were commissioned, and the documents that came with each: all but the site test with its delivery. */
export async function seedFileOfMachines(db: Transaction): Promise<void> {
  const entered = await sql`SELECT FROM machine_document WHERE machine_id IS NOT NULL LIMIT 1`.execute(db)
  if (entered.rows.length > 0) return
  const dice = new Dice(1974)
  const machines = sampleFleet.map(({ machineID, customer }) => {
    return {
      machine_id: machineID,
      serial: 1_000 + dice.below(9_000),
      daysAgo: SOLD_BEFORE_DAYS + dice.below(MORE_DAYS),
      language: languages[customer] ?? 'en',
    }
  })
  await sql`
    UPDATE machine SET serial = coalesce(machine.serial, extract(year FROM begun.day) || '-' || (value ->> 'serial')),
      commissioned_at = begun.day, warranty_end = coalesce(machine.warranty_end, (begun.day + interval '2 years')::date)
    FROM ${given(machines)} JOIN machine m ON m.machine_id = value ->> 'machine_id'
      CROSS JOIN LATERAL (SELECT coalesce(m.commissioned_at, current_date - (value ->> 'daysAgo')::int) AS day) begun
    WHERE machine.id = m.id
  `.execute(db)
  await sql`
    UPDATE ordered_machine o SET serial = m.serial FROM machine m
    WHERE m.id = o.machine_id AND o.serial IS NULL AND m.machine_id = ANY(${sampleMachineIDs})
  `.execute(db)
  const days = new Map((await readMachineDays(db)).map((one) => [one.machine, one]))
  const documents = machines.flatMap(({ machine_id, language }) => {
    const { delivery, commissioned } = days.get(machine_id) ?? {}
    const paper = (kind: string, title: string, of: string | null, revision: string, visibility = 'customer') => {
      const validFrom = kind === 'sat' ? commissioned : delivery
      return { machine_id, kind, title, language: of, revision, visibility, validFrom }
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
      (value ->> 'validFrom')::date
    FROM ${given(documents)} JOIN machine ON machine.machine_id = value ->> 'machine_id' ORDER BY place
  `.execute(db)
}

import { sampleFleet } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { given } from '../given.ts'
import { WHOLE_STORY } from './sample-machines.ts'

interface SamplePart {
  position: string
  code: string
  quantity: number
  /** Whether it was there until the jaws were changed, or is since. */
  jaws?: 'before' | 'since'
}

/** What a machine that seals has; the jaws were replaced by those of stainless steel once. */
const sealing: readonly SamplePart[] = [
  { position: '1', code: 'JAW-H03A', quantity: 1, jaws: 'before' },
  { position: '1', code: 'JAW-H03B', quantity: 1, jaws: 'since' },
  { position: '2', code: 'KNF-S03A', quantity: 2 },
  { position: '3', code: 'KNF-T03A', quantity: 1 },
]
const others: readonly SamplePart[] = [
  { position: '10', code: 'FLM-R02A', quantity: 1 },
  { position: '11', code: 'FRM-P02A', quantity: 1 },
]
/** Families with jaws that seal. */
const withJaws = /^(VFFS|FLW|TRS)-/
/** Palletisers are without a list, for staff to copy that of the model. */
const withoutList = /^PAL-/

/** When the second service of the machine whose story is whole was; its jaws were changed then. */
export const SECOND_SERVICE_DAYS =
  sampleFleet.find(({ machineID }) => machineID === WHOLE_STORY)?.service?.lastDaysAgo ?? 0

/** Jaws were changed half way between the commissioning and today. */
const changedOn = sql`(
  CASE WHEN machine.machine_id = ${WHOLE_STORY} THEN current_date - ${SECOND_SERVICE_DAYS}::int
    ELSE machine.commissioned_at + (current_date - machine.commissioned_at) / 2 END)`

/** The parts of machines as built and of their models, and what a service of the jaws needs. */
export async function seedSpareParts(db: Transaction): Promise<void> {
  const entered = await sql`SELECT FROM machine_part UNION ALL SELECT FROM model_part LIMIT 1`.execute(db)
  if (entered.rows.length > 0) return
  const parts = sampleFleet.flatMap(({ machineID: machine }) =>
    [...(withJaws.test(machine) ? sealing : []), ...others].map((part) => ({
      machine,
      ...part,
      isListed: !withoutList.test(machine),
    })),
  )
  await sql`
    INSERT INTO machine_part (machine_id, position, item_id, quantity, valid_from, valid_until, document_id)
    SELECT machine.id, value ->> 'position', item.id, (value ->> 'quantity')::numeric, CASE value ->> 'jaws' WHEN 'since' THEN ${changedOn} END,
      CASE value ->> 'jaws' WHEN 'before' THEN ${changedOn} - 1 END,
      (SELECT d.id FROM machine_document d WHERE d.machine_id = machine.id AND d.kind = 'spares' AND d.deleted_at IS NULL ORDER BY d.id LIMIT 1)
    FROM ${given(parts)} JOIN machine ON machine.machine_id = value ->> 'machine' JOIN item_master item ON item.code = value ->> 'code'
    WHERE (value ->> 'isListed')::boolean ORDER BY place
  `.execute(db)
  await sql`
    INSERT INTO model_part (library_machine_id, position, item_id, quantity)
    SELECT DISTINCT model.id, value ->> 'position', item.id, (value ->> 'quantity')::numeric
    FROM ${given(parts)} JOIN machine ON machine.machine_id = value ->> 'machine' JOIN item_master item ON item.code = value ->> 'code'
      JOIN library_machine model ON fold_case(model.model) = fold_case(machine.configuration_id) AND model.deleted_at IS NULL
    WHERE value ->> 'jaws' IS DISTINCT FROM 'before'
  `.execute(db)
  await sql`
    INSERT INTO service_plan_part (plan_id, item_id, quantity)
    SELECT plan.id, item.id, needed.quantity
    FROM service_plan plan JOIN (VALUES ('JAW-H03B', 1), ('KNF-S03A', 2)) AS needed (code, quantity) ON true
      JOIN item_master item ON item.code = needed.code
    WHERE plan.name = 'Sealing jaws' AND plan.deleted_at IS NULL
  `.execute(db)
}

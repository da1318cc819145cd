import { checklistPoints, type DoneCheck, type UsedPart } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { readSignedRecord, sha256Of, signedText } from '../../service/area.ts'
import { DRAWN_SIGNATURE } from '../drawn-signature.ts'
import { sampleStaff } from '../estimator/people.ts'
import { serviceEngineers } from '../people/employees.ts'
import { WHOLE_STORY, WITNESS } from './sample-machines.ts'
import { JAWS, PREVENTIVE, serviceHour } from './services.ts'
import { SECOND_SERVICE_DAYS } from './spare-parts.ts'

const HOUR_MS = 3_600_000
/** On the day on which it was due. */
const FIRST_SERVICE_DAYS = 290

interface DoneTask {
  plan: string
  hours: number
  notes: string
  /** What was found at points of the checklist that were not in order. */
  findings: Readonly<Record<string, string>>
  /** Codes of the catalogue. */
  parts: Readonly<Record<string, string>>
}

const visits: readonly { daysAgo: number; tasks: readonly DoneTask[] }[] = [
  {
    daysAgo: FIRST_SERVICE_DAYS,
    tasks: [
      {
        ...{ plan: PREVENTIVE, hours: 4, parts: {} },
        notes: 'Belts tensioned and guards tested.',
        findings: { 'Belts checked for wear': 'Left film belt worn at the edge: look at it again next time.' },
      },
      {
        ...{ plan: JAWS, hours: 1.5, parts: { 'KNF-T03A': '1' }, findings: {} },
        notes: 'At 5,600 hours. The toothed knife is new.',
      },
    ],
  },
  {
    daysAgo: SECOND_SERVICE_DAYS,
    tasks: [
      {
        ...{ plan: PREVENTIVE, hours: 3.5, parts: {}, findings: {} },
        notes: 'Bearings greased, photo eyes cleaned. The belt of the first service has not worn any further.',
      },
      {
        ...{ plan: JAWS, hours: 2.5, parts: { 'JAW-H03B': '1', 'KNF-S03A': '2' } },
        notes: 'Jaws of stainless steel fitted, both straight knives changed.',
        findings: {
          'Jaws cleaned and checked for wear': 'Worn through on the left side after 11,200 hours: replaced.',
        },
      },
    ],
  },
]

interface Story {
  machineId: string
  engineerId: string
  plans: { id: string; name: string; checklist: string | null }[]
  items: { id: string; number: string; name: string; unit: string }[]
}

/**
 * The visits of the machine whose file is whole: what was checked, what was used, and who has signed for it. Where anything was done at it before, there are
 * no visits to add.
 */
export async function seedWholeStory(db: Transaction): Promise<void> {
  const story = await readStory(db)
  if (story === undefined) return
  for (const { daysAgo, tasks } of visits) await enterVisit(db, story, serviceHour(daysAgo), tasks)
}

async function readStory(db: Transaction): Promise<Story | undefined> {
  const [engineer] = serviceEngineers
  const codes = visits.flatMap(({ tasks }) => tasks.flatMap(({ parts }) => Object.keys(parts)))
  const { rows } = await sql<Story>`
    SELECT m.id AS "machineId", engineer.id AS "engineerId",
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'checklist', p.checklist)) FROM service_plan p
        WHERE p.machine_id = m.id AND p.deleted_at IS NULL), '[]') AS plans,
      coalesce((SELECT jsonb_agg(jsonb_build_object('id', i.id, 'number', i.code, 'name', i.description, 'unit', i.unit) ORDER BY i.code)
        FROM item_master i WHERE i.code = ANY (${codes}::text[])), '[]') AS items
    FROM machine m CROSS JOIN LATERAL (
      SELECT id FROM user_account WHERE email IN (${engineer?.email ?? ''}, ${sampleStaff}) AND deleted_at IS NULL
      ORDER BY email = ${sampleStaff} LIMIT 1) engineer
    WHERE m.machine_id = ${WHOLE_STORY} AND m.deleted_at IS NULL
      AND NOT EXISTS (SELECT FROM service_record r WHERE r.machine_id = m.id)
  `.execute(db)
  return rows[0]
}

/** @param from Unix ms */
async function enterVisit(db: Transaction, story: Story, from: number, tasks: readonly DoneTask[]): Promise<void> {
  const to = from + tasks.reduce((sum, { hours }) => sum + hours, 0) * HOUR_MS
  const [startsAt, endsAt] = [new Date(from).toISOString(), new Date(to).toISOString()]
  const { rows } = await sql<{ id: string }>`
    INSERT INTO service_visit (machine_id, subject, kind, engineer_id, starts_at, ends_at, status, completed_at, form_id, created_at, updated_at)
    VALUES (${story.machineId}, ${PREVENTIVE}, 'service', ${story.engineerId}, ${startsAt}, ${endsAt}, 'done', ${endsAt}, gen_random_uuid()::text,
      ${startsAt}::timestamptz - interval '20 days', ${endsAt}) RETURNING id
  `.execute(db)
  for (const { id: visitId } of rows) {
    let done = from
    for (const task of tasks) {
      done += task.hours * HOUR_MS
      await enterRecord(db, story, { visitId, doneAt: new Date(done).toISOString(), endsAt }, task)
    }
  }
}

async function enterRecord(
  db: Transaction,
  { machineId, engineerId, plans, items }: Story,
  { visitId, doneAt, endsAt }: { visitId: string; doneAt: string; endsAt: string },
  { plan: name, hours, notes, findings, parts }: DoneTask,
): Promise<void> {
  const plan = plans.find((one) => one.name === name)
  if (plan === undefined) return
  const checks = checklistPoints(plan.checklist).map((point): DoneCheck => {
    const note = findings[point] ?? null
    return { point, result: note === null ? 'ok' : 'notOk', note }
  })
  const used = items.flatMap(({ id: itemId, ...item }): UsedPart[] => {
    const quantity = parts[item.number]
    return quantity === undefined ? [] : [{ itemId, ...item, quantity }]
  })
  await sql`INSERT INTO visit_task (visit_id, machine_id, plan_id) VALUES (${visitId}, ${machineId}, ${plan.id})`.execute(
    db,
  )
  const { rows } = await sql<{ id: string }>`
    INSERT INTO service_record (machine_id, plan_id, done_at, what, done_by_id, notes, hours, visit_id, checks, parts, created_at)
    VALUES (${machineId}, ${plan.id}, ${doneAt}, ${name}, ${engineerId}, ${notes}, ${hours}, ${visitId}, ${JSON.stringify(checks)}::jsonb,
      ${JSON.stringify(used)}::jsonb, ${endsAt}) RETURNING id
  `.execute(db)
  for (const { id } of rows) await sign(db, id, engineerId, endsAt)
}

async function sign(db: Transaction, recordId: string, engineerId: string, signedAt: string): Promise<void> {
  const record = await readSignedRecord(db, recordId)
  if (record === undefined) return
  const signed = signedText(record)
  await sql`
    INSERT INTO service_signature (service_record_id, party, name, drawing, signed, sha256, signed_at, signed_by)
    VALUES (${recordId}, 'customer', ${WITNESS}, ${JSON.stringify(DRAWN_SIGNATURE)}::jsonb, ${signed}, ${sha256Of(signed)}, ${signedAt}, ${engineerId})
  `.execute(db)
}

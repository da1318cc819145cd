import type { OrderStepName } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { openSteps, siteDay } from './plan-steps.ts'
import { seesOrders } from './service-events.ts'
import { isReader, type Reader, readerColumns, readers } from './service-notices.queries.ts'

/** Steps that one round of the job looks at, at most. */
const MOST_AT_ONCE = 2_000
/** Nobody is reminded of steps that are late for longer: they are no news. */
const OLDEST_DAYS = 30

export interface LateStep {
  /** Of the ordered machine. */
  id: string
  number: string
  description: string
  customer: string
  step: OrderStepName
  /** As ISO 8601. */
  plannedOn: string
}

/** Somebody who sees to plans, with the late steps of which nobody was reminded yet, the oldest first. */
export interface LateReader extends Reader {
  /** When they were last reminded of steps. */
  remindedAt: Date | null
  steps: [LateStep, ...LateStep[]]
}

/**
 * Steps whose day is over by the clock of the site, by the person who sees to them: who is responsible, or else the owner of the quote, or else who entered the
 * order. Of several processes the second waits for the first.
 * @param now Unix ms
 */
export async function readLateSteps(db: Transaction, now: number): Promise<LateReader[]> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('reminders of plan steps'))`.execute(db)
  const at = sql`${new Date(now).toISOString()}::timestamptz`
  const { rows } = await sql<LateReader>`
    WITH late AS (
      SELECT o.id, o.number, o.description, c.name AS customer, open.step, open.planned_on, person.id AS person_id
      FROM ordered_machine o JOIN customer c ON c.id = o.customer_id
        LEFT JOIN project q ON q.id = o.project_id
        CROSS JOIN LATERAL (SELECT ${siteDay('o', at)} AS today) site
        CROSS JOIN LATERAL ${openSteps} open
        CROSS JOIN LATERAL (
          SELECT u.id FROM unnest(ARRAY[o.responsible_id, q.owner_id, o.created_by]) WITH ORDINALITY asked (id, place)
            JOIN user_account u ON u.id = asked.id
          WHERE u.deleted_at IS NULL AND NOT u.disabled AND ${seesOrders} ORDER BY asked.place LIMIT 1
        ) person
      WHERE o.deleted_at IS NULL AND c.deleted_at IS NULL AND o.updated_by IS NOT NULL
        AND open.planned_on < site.today AND open.planned_on >= site.today - ${sql.lit(OLDEST_DAYS)}
        AND EXISTS (SELECT ${readers} WHERE ${isReader} AND u.id = person.id)
        AND NOT EXISTS (SELECT FROM plan_step_reminder r WHERE (r.ordered_machine_id, r.step, r.planned_on) = (o.id, open.step, open.planned_on))
      ORDER BY open.planned_on, o.id LIMIT ${sql.lit(MOST_AT_ONCE)}
    )
    SELECT ${readerColumns}, (SELECT max(r.at) FROM plan_step_reminder r WHERE r.user_id = u.id) AS "remindedAt",
      json_agg(json_build_object('id', late.id, 'number', late.number, 'description', late.description, 'customer', late.customer,
        'step', late.step, 'plannedOn', late.planned_on) ORDER BY late.planned_on, late.number) AS steps
    ${readers} JOIN late ON late.person_id = u.id GROUP BY u.id, s.user_id ORDER BY u.id
  `.execute(db)
  return rows
}

/** Notes that somebody was reminded of their steps. @param now Unix ms */
export async function noteReminded(db: Transaction, { id, steps }: LateReader, now: number): Promise<void> {
  const column = (read: (step: LateStep) => string) => steps.map(read)
  await sql`
    INSERT INTO plan_step_reminder (ordered_machine_id, step, planned_on, user_id, at)
    SELECT late.id, late.step, late.planned_on, ${id}, ${new Date(now).toISOString()}
    FROM unnest(${column((step) => step.id)}::uuid[], ${column(({ step }) => step)}::text[], ${column(({ plannedOn }) => plannedOn)}::date[])
      AS late (id, step, planned_on)
  `.execute(db)
}

import { type AcceptanceTestKind, CALENDAR_SHOWN, LATE_TEST_DAYS, type ServiceCalendar } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { openSteps } from '../notices/plan-steps.ts'
import type { CalendarWindow } from './calendar.queries.ts'

type PlannedTest = NonNullable<ServiceCalendar['tests']>[number]
type TestRow = Omit<PlannedTest, 'kind'> & { step: keyof typeof kinds }

/** The steps of a plan that are acceptance tests. */
const kinds = { factoryTest: 'factory', siteTest: 'site' } as const satisfies Record<string, AcceptanceTestKind>

/** Acceptance tests of ordered machines that are planned for a few days and not done. Those that are late are there while today is shown. One more than is shown says that there are more. */
export async function readPlannedTests(
  db: Transaction,
  { from, to, firstDay, lastDay }: CalendarWindow,
): Promise<PlannedTest[]> {
  const { rows } = await sql<TestRow>`
    SELECT o.id AS "orderedMachineId", o.number, o.description, open.step, open.planned_on::text AS "plannedOn",
      coalesce(o.responsible_id, q.owner_id) AS "engineerId", m.machine_id AS "machineID", c.name AS customer
    FROM ordered_machine o CROSS JOIN LATERAL ${openSteps} open LEFT JOIN project q ON q.id = o.project_id
      LEFT JOIN machine m ON m.id = o.machine_id LEFT JOIN customer c ON c.id = o.customer_id
    WHERE open.step = ANY (${Object.keys(kinds)}) AND o.deleted_at IS NULL AND (open.planned_on BETWEEN ${firstDay} AND ${lastDay}
      OR open.planned_on < ${firstDay}::date AND open.planned_on >= ${firstDay}::date - ${sql.lit(LATE_TEST_DAYS)} AND now() >= ${from} AND now() < ${to})
    ORDER BY open.planned_on, o.number, o.id LIMIT ${CALENDAR_SHOWN + 1}
  `.execute(db)
  return rows.map(({ step, ...test }) => ({ ...test, kind: kinds[step] }))
}

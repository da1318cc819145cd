import { type MachineService, SERVICE_RECORDS_SHOWN } from '@packhouse/contract'
import { sql } from 'kysely'
import type { LiveMachine } from '../live/index.ts'
import { machineDue } from '../monitoring/area.ts'
import type { CustomerScope, Database } from '../platform/database.ts'
import { type DoneBy, doneByOf, isRecordOfAnother, ownWords } from './done-by.ts'
import { namedItems } from './parts/named-items.ts'
import { readPlanParts } from './parts/parts.queries.ts'
import { partsByPlan } from './parts/plan-parts.ts'
import { findMachineId } from './requests/request.queries.ts'
import { planDue, planRemaining, planStatus } from './service.policy.ts'

type Plan = Omit<MachineService['plans'][number], 'lastDoneAt' | 'parts'> & { lastDoneAt: Date | null }
type DoneRecord = Omit<MachineService['records'][number], 'doneAt'> & { doneAt: Date } & DoneBy
type Machine = Pick<MachineService, 'machineId' | 'lastService' | 'nextDue'>

/** What is due at a machine and what was done last. */
export async function readService(
  database: Database,
  scope: CustomerScope,
  { entry }: LiveMachine,
): Promise<MachineService> {
  const found = await database.inScope(scope, async (db) => ({
    machine: await sql<Machine>`
      SELECT id AS "machineId", last_service::text AS "lastService", ${machineDue('machine')}::text AS "nextDue"
      FROM machine WHERE key = ${entry.key}
    `.execute(db),
    plans: await sql<Plan>`
      SELECT id, name, trigger, "interval", ${planRemaining} AS remaining, (${planDue('service_plan')})::text AS "nextDue", last_done_at AS "lastDoneAt",
        ${planStatus} AS status
      FROM service_plan WHERE machine_id = (SELECT id FROM machine WHERE key = ${entry.key}) AND active AND deleted_at IS NULL
      ORDER BY ${planDue('service_plan')} NULLS LAST, name, id
    `.execute(db),
    needed: await readPlanParts(db, await findMachineId(db, entry.key)),
    records: await sql<DoneRecord>`
      SELECT id, plan_id AS "planId", done_at AS "doneAt", what, ${ownWords('service_record', 'done_by')} AS "doneBy", done_by_id AS "doneById",
        ${ownWords('service_record', 'notes')} AS notes, ${isRecordOfAnother('service_record')} AS "isOfAnother"
      FROM service_record WHERE machine_id = (SELECT id FROM machine WHERE key = ${entry.key}) AND deleted_at IS NULL
      ORDER BY done_at DESC, id LIMIT ${SERVICE_RECORDS_SHOWN}
    `.execute(db),
  }))
  const items = await namedItems(
    database,
    found.needed.map(({ itemId }) => itemId),
  )
  const parts = partsByPlan(found.needed, items)
  const names = await doneByOf(database, found.records.rows)
  const [machine] = found.machine.rows
  return {
    machineID: entry.machineID,
    machineId: machine?.machineId ?? '',
    timeZone: entry.timeZone,
    lastService: machine?.lastService ?? null,
    nextDue: machine?.nextDue ?? null,
    plans: found.plans.rows.map((plan) => ({
      ...plan,
      lastDoneAt: plan.lastDoneAt?.toISOString() ?? null,
      parts: parts.get(plan.id) ?? [],
    })),
    records: found.records.rows.map(({ id, planId, doneAt, what, notes }, place) => {
      return { id, planId, what, notes, doneAt: doneAt.toISOString(), doneBy: names[place] ?? null }
    }),
  }
}

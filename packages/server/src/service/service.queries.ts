import { type MachineService, SERVICE_RECORDS_SHOWN } from '@packhouse/contract'
import { sql } from 'kysely'
import type { LiveMachine } from '../live/index.ts'
import type { CustomerScope, Database } from '../platform/database.ts'
import { planStatus } from './service.policy.ts'

type Plan = Omit<MachineService['plans'][number], 'lastDoneAt'> & { lastDoneAt: Date | null }
type DoneRecord = Omit<MachineService['records'][number], 'doneAt'> & { doneAt: Date; doneById: string | null }
type Machine = Pick<MachineService, 'machineId' | 'lastService' | 'nextDue'>

/** What is due at a machine and what was done last. */
export async function readService(
  database: Database,
  scope: CustomerScope,
  { entry }: LiveMachine,
): Promise<MachineService> {
  const found = await database.inScope(scope, async (db) => ({
    machine: await sql<Machine>`
      SELECT id AS "machineId", last_service::text AS "lastService", next_due::text AS "nextDue"
      FROM machine WHERE key = ${entry.key}
    `.execute(db),
    plans: await sql<Plan>`
      SELECT id, name, trigger, "interval", remaining, next_due::text AS "nextDue", last_done_at AS "lastDoneAt",
        ${planStatus} AS status
      FROM service_plan WHERE machine_id = (SELECT id FROM machine WHERE key = ${entry.key}) AND active AND deleted_at IS NULL
      ORDER BY next_due NULLS LAST, name, id
    `.execute(db),
    records: await sql<DoneRecord>`
      SELECT id, plan_id AS "planId", done_at AS "doneAt", what, done_by AS "doneBy", done_by_id AS "doneById", notes
      FROM service_record WHERE machine_id = (SELECT id FROM machine WHERE key = ${entry.key}) AND deleted_at IS NULL
      ORDER BY done_at DESC, id LIMIT ${SERVICE_RECORDS_SHOWN}
    `.execute(db),
  }))
  const names = await namesOf(database, found.records.rows)
  const [machine] = found.machine.rows
  return {
    machineID: entry.machineID,
    machineId: machine?.machineId ?? '',
    timeZone: entry.timeZone,
    lastService: machine?.lastService ?? null,
    nextDue: machine?.nextDue ?? null,
    plans: found.plans.rows.map((plan) => ({ ...plan, lastDoneAt: plan.lastDoneAt?.toISOString() ?? null })),
    records: found.records.rows.map(({ doneById, doneAt, ...record }) => ({
      ...record,
      doneAt: doneAt.toISOString(),
      doneBy: names.get(doneById ?? '') ?? record.doneBy,
    })),
  }
}

/** Customers see who served their machine, though they see no accounts of staff. */
export async function namesOf(
  database: Database,
  records: readonly Pick<DoneRecord, 'doneById'>[],
): Promise<Map<string, string>> {
  const ids = records.flatMap(({ doneById }) => doneById ?? [])
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; name: string }>`
    SELECT id, first_name || ' ' || last_name AS name FROM user_account WHERE id = ANY(${ids}::uuid[])
  `.execute(database.system)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

import type { ApprovalDecision } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import type { Transaction } from '../../platform/database.ts'

export type Decision = ApprovalDecision

/** When a project was submitted last, by the version that was made then. */
export interface Submission {
  number: number
  by: { id: string; name: string }
}

/** What somebody decides in the name of a role. */
export interface GivenDecision extends Pick<Decision, 'roleTypeId' | 'roleType' | 'decision' | 'note'> {
  projectId: string
  submission: number
  hash: string
}

export async function readSubmission(db: Transaction, projectId: string): Promise<Submission | undefined> {
  const { rows } = await sql<Submission>`
    SELECT v.number, json_build_object('id', v.created_by, 'name', coalesce(trim(u.first_name || ' ' || u.last_name), '')) AS by
    FROM resource_version v LEFT JOIN user_account u ON u.id = v.created_by
    WHERE v.root_table = 'project' AND v.root_id = ${projectId} AND v.reason = 'submit' ORDER BY v.number DESC LIMIT 1
  `.execute(db)
  return rows[0]
}

/** What was submitted, costs included, and whether whoever did it saw them: by a permission at the time, or by a role in the project. */
export async function readSubmitted(
  db: Transaction,
  projectId: string,
  number: number,
): Promise<{ sawCosts: boolean; snapshot: Record<string, unknown> }> {
  const { rows } = await sql<{ sawCosts: boolean; snapshot: Record<string, unknown> }>`
    SELECT v.snapshot, coalesce(v.saw_costs, true) OR EXISTS (
        SELECT FROM project_role r JOIN project_role_type t ON t.id = r.type_id
        WHERE r.project_id = ${projectId} AND r.user_id = v.created_by AND t.sees_cost) AS "sawCosts"
    FROM resource_version v WHERE v.root_table = 'project' AND v.root_id = ${projectId} AND v.number = ${number}
  `.execute(db)
  return rows[0] ?? { sawCosts: false, snapshot: {} }
}

/** All decisions about a project, newest first. */
export async function readDecisions(
  db: Transaction,
  projectId: string,
  submission: number | undefined,
  hash: string,
): Promise<Decision[]> {
  const { rows } = await sql<Omit<Decision, 'decidedAt'> & { decidedAt: Date }>`
    SELECT a.id, a.role_type_id AS "roleTypeId", a.role_type AS "roleType", a.decision, a.note, a.decided_at AS "decidedAt",
      json_build_object('id', a.decided_by, 'name', coalesce(trim(u.first_name || ' ' || u.last_name), '')) AS "decidedBy",
      (a.submission IS DISTINCT FROM ${submission ?? null}::int OR a.content_hash <> ${hash}) AS "isVoid"
    FROM project_approval a LEFT JOIN user_account u ON u.id = a.decided_by
    WHERE a.project_id = ${projectId} ORDER BY a.id DESC
  `.execute(db)
  return rows.map((row) => ({ ...row, decidedAt: row.decidedAt.toISOString() }))
}

export async function writeDecision(db: Transaction, { userId }: Principal, given: GivenDecision): Promise<void> {
  const { projectId, roleTypeId, roleType, decision, note, submission, hash } = given
  await sql`
    INSERT INTO project_approval (project_id, role_type_id, role_type, decision, note, submission, content_hash, decided_by)
    VALUES (${projectId}, ${roleTypeId}, ${roleType}, ${decision}, ${note}, ${submission}, ${hash}, ${userId})
  `.execute(db)
}

/** The roles in the name of which somebody may approve a project by a role in it. */
export async function approvingRoles(db: Transaction, { userId }: Principal, projectId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT t.id FROM project_role r JOIN project_role_type t ON t.id = r.type_id
    WHERE r.project_id = ${projectId} AND r.user_id = ${userId} AND t.can_approve
  `.execute(db)
  return rows.map(({ id }) => id)
}

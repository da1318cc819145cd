import { type ApprovalDimension, approvalFacts, approvalRules, type ProjectApprovals } from '@packhouse/contract'
import { sql } from 'kysely'
import { assertThat } from '../../engine/problem-error.ts'
import { rowOf, selectList, toRow } from '../../engine/resource/columns.ts'
import type { Transaction } from '../../platform/database.ts'
import { readCurrency } from '../pricing/price-changed-projects.ts'
import { contentHash, readWholeProject, type WholeProject } from '../versions/whole-project.ts'
import { type Decision, readDecisions, readSubmission, readSubmitted, type Submission } from './decisions.ts'
import {
  type ApprovalRule,
  isOfCosts,
  type MarginJudge,
  type ProjectFacts,
  reasonOf,
  whyMet,
} from './needed-approvals.ts'

/** What one role has to approve, and whether it has. */
export interface Need {
  roleTypeId: string
  roleType: string
  reasons: { ruleId: string; dimension: ApprovalDimension; explanation: string }[]
  approval: Decision | undefined
  /** Where it comes in the row: that of its first rule. Those of the same place are independent of each other. */
  place: number
}

export interface ProjectNeeds {
  /** Of the content with costs: never answered. */
  hash: string
  submission: Submission | undefined
  needed: Need[]
  /** The rules that ask nobody, and by how much. */
  met: ProjectApprovals['met']
  decisions: Decision[]
  /** Between which figures all orders are; the margin only where costs may be told. */
  orders: ProjectApprovals['orders']
}

/** Which approvals a project needs as it is now, and which it has. A decision counts for one submission and for one content. */
export async function readNeeds(
  db: Transaction,
  id: string,
  costs: 'withCosts' | 'withoutCosts',
): Promise<ProjectNeeds> {
  const project = await readWholeProject(db, id)
  assertThat(project, 'not_found')
  const approved = (await readAccepted(db, id)) ?? project
  const hash = contentHash(approved, 'withCosts')
  const submission = project.status === 'draft' ? undefined : await readSubmission(db, id)
  const decisions = await readDecisions(db, id, submission?.number, hash)
  const facts = {
    ...approvalFacts(approved, await readCurrency(db, project.currency)),
    ...(await readFacts(db, id)),
  }
  const judge = await marginJudge(db, id, submission, hash)
  const needed = new Map<string, Need>()
  const met: ProjectApprovals['met'] = []
  for (const rule of await readRules(db, project.currency, facts.highestNet)) {
    const explanation = reasonOf(rule, facts, costs, judge)
    if (explanation === undefined) {
      const { id: ruleId, dimension } = rule
      // That a rule about costs is met would tell as much of them as its figure, price by price.
      if (costs === 'withCosts' || !isOfCosts(dimension))
        met.push({ ruleId, dimension, explanation: whyMet(rule, facts) })
      continue
    }
    const { roleTypeId, roleType } = rule
    const approval = decisions.find((one) => one.roleTypeId === roleTypeId && !one.isVoid && one.decision === 'approve')
    const need = needed.get(roleTypeId) ?? { roleTypeId, roleType, reasons: [], approval, place: rule.place }
    need.reasons.push({ ruleId: rule.id, dimension: rule.dimension, explanation })
    needed.set(roleTypeId, need)
  }
  const { currency, lowestTotal, highestTotal, highestDiscountPercent } = facts
  const lowestMarginPercent = costs === 'withCosts' ? facts.lowestMarginPercent : null
  const orders = { currency, lowestTotal, highestTotal, highestDiscountPercent, lowestMarginPercent }
  return { hash, submission, needed: [...needed.values()], met, decisions, orders }
}

/** The version that was accepted, costs included: what was approved of a project whose customer has chosen since; undefined before that. */
async function readAccepted(db: Transaction, id: string): Promise<WholeProject | undefined> {
  const { rows } = await sql<{ snapshot: WholeProject }>`
    SELECT v.snapshot FROM quote_acceptance a JOIN resource_version v ON v.root_id = a.project_id AND v.number = a.version
    WHERE a.project_id = ${id} AND v.root_table = 'project'
  `.execute(db)
  return rows[0]?.snapshot
}

/**
 * The figure decides where somebody who sees costs has submitted what the project says now. What was changed since then may have been changed by anybody.
 * For a draft, only people who see costs get the reasons about margins.
 */
async function marginJudge(
  db: Transaction,
  projectId: string,
  submission: Submission | undefined,
  hash: string,
): Promise<MarginJudge> {
  if (submission === undefined) return 'figure'
  const { sawCosts, snapshot } = await readSubmitted(db, projectId, submission.number)
  return sawCosts && contentHash(snapshot, 'withCosts') === hash ? 'figure' : 'person'
}

/** The names of the roles that have to approve before one of them does. */
export function earlierRoles(needed: readonly Need[], { place }: Need): string[] {
  return needed.flatMap((one) => (one.place < place && one.approval === undefined ? [one.roleType] : []))
}

/** The names of the roles whose approval is needed and not there. */
export async function openRoles(db: Transaction, id: string): Promise<string[]> {
  const { needed } = await readNeeds(db, id, 'withoutCosts')
  return needed.flatMap(({ roleType, approval }) => (approval === undefined ? [roleType] : []))
}

async function readFacts(db: Transaction, id: string) {
  const { rows } = await sql<Omit<ProjectFacts, keyof ReturnType<typeof approvalFacts>>>`
    SELECT p.currency, p.payment_terms AS "paymentTerms",
      p.valid_until - project_today(p.location_id, p.customer_id) AS "validDays",
      (SELECT count(DISTINCT (i.library_machine_id, i.style_id))::int FROM project_item i
        WHERE i.project_id = p.id AND i.library_machine_id IS NOT NULL AND NOT EXISTS (
          SELECT FROM compatibility c WHERE c.machine_id = i.library_machine_id AND c.style_id = coalesce(i.style_id, c.style_id)
            AND c.result <> 'unknown'
        )) AS "unknownMachines"
    FROM project p WHERE p.id = ${id}
  `.execute(db)
  return rows[0] ?? { currency: '', paymentTerms: null, validDays: null, unknownMachines: 0 }
}

/** The rules that are in use, in their order, with the highest net amount of an order in the currency of each limit by the newest rate. */
async function readRules(db: Transaction, currency: string, net: string): Promise<ApprovalRule[]> {
  const { rows } = await sql<Record<string, unknown> & Pick<ApprovalRule, 'roleType' | 'netInCurrency'>>`
    SELECT ${selectList(approvalRules, {})},
      (SELECT t.name FROM project_role_type t WHERE t.id = role_type_id) AS "roleType",
      CASE WHEN currency IS NULL OR currency = ${currency} THEN ${net} ELSE (
        SELECT round(${net}::numeric * r.rate, 2)::text FROM exchange_rate r
        WHERE r."from" = ${currency} AND r."to" = approval_rule.currency ORDER BY r.valid_on DESC, r.id LIMIT 1
      ) END AS "netInCurrency"
    FROM approval_rule WHERE active ORDER BY place, id
  `.execute(db)
  return rows.map(({ roleType, netInCurrency, ...row }) => {
    return { ...rowOf(approvalRules, toRow(row)), roleType, netInCurrency }
  })
}

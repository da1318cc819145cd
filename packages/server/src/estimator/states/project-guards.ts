import {
  compareDecimals,
  type FieldError,
  MAX_PROJECT_CRITERIA,
  mostCriteria,
  orderRange,
  projects,
  toPriceInput,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Guard, GuardInput } from '../../engine/resource/behaviour.ts'
import type { Transaction } from '../../platform/database.ts'
import { openRoles } from '../approvals/project-needs.ts'
import { readCurrency } from '../pricing/price-changed-projects.ts'
import { readMissingRates } from '../refresh/catalogue-lines.ts'
import { readWholeProject } from '../versions/whole-project.ts'
import { readUnpricedLines } from './unpriced-lines.ts'

/** What is asked before a project goes into its next state, by the names of the guards. */
export const projectGuards: Record<string, Guard> = {
  isComplete: async (input) => [
    ...(await offerFaults(input)),
    ...(await priceFaults(input)),
    ...(await discountFaults(input)),
    ...taxFaults(input),
    ...(await rateFaults(input)),
    ...(await validityFaults(input)),
  ],
  isValid: async (input) => [...(await discountFaults(input)), ...(await validityFaults(input))],
  isApproved: async ({ db, row }) => {
    const roles = await openRoles(db, row.id)
    return roles.length === 0 ? [] : [fault('status', t('estimator.approvalMissing', { roles: roles.join(', ') }))]
  },
}

async function offerFaults({ db, row }: GuardInput): Promise<FieldError[]> {
  const project = await readWholeProject(db, row.id)
  if (project === undefined) return []
  const input = toPriceInput(project, await readCurrency(db, project.currency))
  const faults: FieldError[] = []
  if (!input.lines.some(({ counts }) => counts)) faults.push(fault('items', t('estimator.needsALine')))
  if (!projects.fields.milestones.schema.safeParse(project.milestones).success) {
    faults.push(fault('milestones', t('estimator.paymentsAddUp')))
  }
  const machines = project.items.filter(({ libraryMachineId }) => libraryMachineId !== null)
  const lines = machines.map(({ lineId }) => lineId)
  const lost = project.commissioning
    .flatMap(({ criteria }) => criteria)
    .find(({ line }) => line && !lines.includes(line))
  if (lost) faults.push(fault('commissioning', t('estimator.criterionOfNoMachine', { criterion: lost.name })))
  const criteria = mostCriteria(project.commissioning, lines)
  if (criteria > MAX_PROJECT_CRITERIA) {
    faults.push(fault('commissioning', t('estimator.tooManyCriteria', { criteria, max: MAX_PROJECT_CRITERIA })))
  }
  if (!(await isCustomerThere(db, project.customerId))) faults.push(fault('customerId', t('estimator.needsACustomer')))
  return faults
}

async function priceFaults({ db, row }: GuardInput): Promise<FieldError[]> {
  const lines = await readUnpricedLines(db, row.id)
  return lines.map((line) => fault('items', t('estimator.lineHasNoPrice', { line: firstLineOf(line) })))
}

function firstLineOf(description: string): string {
  return description.split('\n', 1)[0]?.slice(0, 100) ?? ''
}

/** No order that the customer can make comes to less than what is taken off it. In percent it cannot: nobody enters more than 100. */
async function discountFaults({ db, row }: GuardInput): Promise<FieldError[]> {
  const project = await readWholeProject(db, row.id)
  if (project?.discountKind !== 'amount') return []
  const { currency } = project
  const { lowestSubtotal } = orderRange(project, await readCurrency(db, currency))
  if (compareDecimals(project.discountValue, lowestSubtotal) <= 0) return []
  return [fault('discountValue', t('estimator.discountTooBig', { amount: `${lowestSubtotal} ${currency}` }))]
}

/** The standard category charges a rate (EN 16931, BR-S-5), the others charge none. Copies and restored projects may say otherwise. */
function taxFaults({ row: { taxCategory, taxPercent } }: GuardInput): FieldError[] {
  if (taxCategory === null) return []
  const hasRate = compareDecimals(String(taxPercent), '0') > 0
  if (hasRate === (taxCategory === 'standard')) return []
  return [fault('taxPercent', hasRate ? t('estimator.taxIsNotCharged') : t('estimator.needsATaxRate'))]
}

/** What is converted has a rate: the one that is kept, or one that a refresh would take. */
async function rateFaults({ db, row }: GuardInput): Promise<FieldError[]> {
  const to = String(row.currency)
  const missing = await readMissingRates(db, row.id)
  return missing.map((from) => fault('rates', t('estimator.needsARate', { pair: `${from} to ${to} (mid)` })))
}

async function validityFaults({ db, row }: GuardInput): Promise<FieldError[]> {
  const { rows } = await sql<{ isPast: boolean | null }>`
    SELECT valid_until < project_today(location_id, customer_id) AS "isPast" FROM project WHERE id = ${row.id}
  `.execute(db)
  const isPast = rows[0]?.isPast ?? null
  if (isPast === null) return [fault('validUntil', t('estimator.needsAValidity'))]
  return isPast ? [fault('validUntil', t('estimator.validityIsPast'))] : []
}

async function isCustomerThere(db: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM customer WHERE id = ${id} AND deleted_at IS NULL`.execute(db)
  return rows.length > 0
}

function fault(field: string, message: string): FieldError {
  return { path: `row.${field}`, code: 'guard', message }
}

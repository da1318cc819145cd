import type { CallResult, configureJob, JobMachine, PackingJob, PackingJobPage } from '@packhouse/contract'
import type { Transaction } from '../../platform/database.ts'
import { reasonsOf } from './job-reasons.ts'
import { type NeededOption, readNeededOptions, remediesOf } from './job-remedies.ts'
import { judgeMachines } from './job-verdicts.ts'
import type { JudgedRow } from './judged-row.ts'

/** One page of the machines with verdicts, reasons and remedies, and how many there are of each verdict. */
export async function answerJob(
  db: Transaction,
  job: PackingJob,
  query: PackingJobPage,
): Promise<CallResult<typeof configureJob>> {
  const { rows, counts, next } = await judgeMachines(db, job, query)
  const options = await readNeededOptions(db, rows)
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return {
    items: rows.map((row) => toMachine(row, job, options)),
    total: query.verdict === undefined ? all : counts[query.verdict],
    page: query.page,
    pageSize: query.pageSize,
    next,
    counts,
  }
}

function toMachine(row: JudgedRow, job: PackingJob, options: ReadonlyMap<string, NeededOption>): JobMachine {
  const { id, model, name, typeId } = row
  return {
    machine: { id, model, name, typeId },
    verdict: row.verdict,
    reasons: reasonsOf(row, job),
    remedies: remediesOf(row, job, options),
    isTurned: row.isTurned,
    speedMin: row.speedMin,
    speedMax: row.speedMax,
    evidence: row.evidence,
    isStale: row.isStale,
    cellId: row.cellId,
    priceFrom: row.priceFrom,
    currency: row.currency,
    leadDays: row.leadDays,
    deliveredOn: row.deliveredOn,
  }
}

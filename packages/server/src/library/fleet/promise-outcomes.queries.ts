import type { PromiseCounts } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { builtAs, isInFigures } from './evidence.queries.ts'

/** What became of a promise of an installed machine. */
interface Outcome {
  styleId: string | null
  /** Something that it follows from has changed since it was judged, such as the figures beside it. */
  isWaiting: boolean
  result: 'kept' | 'missed' | 'notMeasured' | 'notComparable' | null
  /** The live speed as a share of the promise; null where no speed is measured. */
  share: number | null
}

/** Of the machines that were built as a library machine, as far as the reader's scope shows them: what is not shared counts for nothing, nor what is left out. */
export async function readOutcomes(db: Transaction, libraryMachineId: string): Promise<Outcome[]> {
  const { rows } = await sql<Outcome>`
    SELECT p.style_id AS "styleId", o.judged_mark IS DISTINCT FROM o.mark AS "isWaiting", o.result,
      CASE WHEN p.kind = 'speed' AND p.direction = 'atLeast' THEN o.live / nullif(p.figure, 0) END AS share
    FROM library_machine l JOIN machine m ON ${builtAs} AND m.deleted_at IS NULL JOIN every_promise_outcome o ON o.machine_key = m.key
      JOIN promise p ON p.id = o.promise_id
    WHERE l.id = ${libraryMachineId} AND ${isInFigures('m.key')}
  `.execute(db)
  return rows
}

/** How promises turned out; null where nothing is promised that is measured. */
export function promiseCounts(outcomes: readonly Outcome[]): PromiseCounts | null {
  if (outcomes.length === 0) return null
  const judged = outcomes.filter(({ isWaiting }) => !isWaiting)
  const count = (wanted: Outcome['result']) => judged.filter(({ result }) => result === wanted).length
  const [kept, missed] = [count('kept'), count('missed')]
  const shares = judged
    .flatMap(({ result, share }) => (result === 'notMeasured' || share === null ? [] : [share]))
    .toSorted((one, other) => one - other)
  const notMeasured = judged.length - kept - missed
  return { kept, missed, notMeasured, waiting: outcomes.length - judged.length, median: medianOf(shares) }
}

/** Of sorted numbers. */
function medianOf(sorted: readonly number[]): number | null {
  const [low, high] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : Math.round(((low + high) / 2) * 1_000) / 1_000
}

import type { Db } from '../database.ts'
import type { JobKind, Outcome } from './job-kind.ts'

/** Lets a kind write down what became of a job. One whose payload cannot be read any more has no record to write to. */
export async function record(
  db: Db,
  kind: JobKind | undefined,
  { payload }: { payload: unknown },
  outcome: Outcome,
): Promise<void> {
  const read = kind?.payload.safeParse(payload)
  if (read?.success) await kind?.record?.(db, read.data, outcome)
}

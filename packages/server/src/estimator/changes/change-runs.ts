import type { CallOutput, changeProject, ProjectPart } from '@packhouse/contract'

export type Change = CallOutput<typeof changeProject>['body']['changes'][number]

/** Changes of one kind that follow each other and concern different rows: they are made in one statement. */
export interface Run {
  kind: ProjectPart
  op: Change['op']
  changes: { index: number; change: Change }[]
}

/** Changes in their order, as few runs as that allows. */
export function toRuns(changes: readonly Change[]): Run[] {
  const runs: Run[] = []
  let ids = new Set<string>()
  for (const [index, change] of changes.entries()) {
    const last = runs.at(-1)
    if (last === undefined || last.kind !== change.kind || last.op !== change.op || needsEarlier(change, ids)) {
      runs.push({ kind: change.kind, op: change.op, changes: [{ index, change }] })
      ids = new Set()
    } else {
      last.changes.push({ index, change })
    }
    if (change.id !== undefined) ids.add(change.id)
  }
  return runs
}

/** Whether a change is of a row that the run changes already, or names a row that it makes. */
function needsEarlier(change: Change, ids: ReadonlySet<string>): boolean {
  if (ids.has(change.id ?? '')) return true
  return change.op === 'create' && Object.values(change.values).some((value) => ids.has(String(value)))
}

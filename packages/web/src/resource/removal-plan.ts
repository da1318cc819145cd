import type { Reference } from '@packhouse/contract'
import type { ResourceRow } from './registry.ts'

/** A row that somebody wants to delete, with what refers to it. */
export interface Candidate {
  row: ResourceRow
  references: readonly Reference[]
}

/** What can be deleted, with what goes along and what it is taken from, and what stays because it is in use. */
export interface RemovalPlan {
  going: readonly Candidate[]
  staying: readonly Candidate[]
  /** Rows that are deleted too, of each resource together. */
  parts: readonly Reference[]
  /** Who has it and loses it. */
  holders: readonly Reference[]
}

/** So many names of rows are shown. */
const NAMED = 5

/** Finds out what a deletion would do before anybody is offered it. */
export function removalPlan(candidates: readonly Candidate[]): RemovalPlan {
  const isInUse = ({ references }: Candidate) => references.some(({ effect }) => effect === 'prevents')
  const going = candidates.filter((candidate) => !isInUse(candidate))
  const all = going.flatMap(({ references }) => references)
  return {
    going,
    staying: candidates.filter(isInUse),
    parts: together(all.filter(({ effect }) => effect === 'deleted')),
    holders: together(all.filter(({ effect }) => effect === 'released')),
  }
}

/** What is in the way of a row. */
export function obstaclesOf({ references }: Candidate): readonly Reference[] {
  return references.filter(({ effect }) => effect === 'prevents')
}

function together(references: readonly Reference[]): Reference[] {
  return [...Map.groupBy(references, ({ resource }) => resource).values()].flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const labels = [...new Set(same.flatMap((one) => one.labels))].slice(0, NAMED)
    return [{ ...first, count: same.reduce((sum, { count }) => sum + count, 0), labels }]
  })
}

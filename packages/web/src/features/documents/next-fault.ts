import type { TemplateFault } from '@packhouse/contract'

type Place = Pick<TemplateFault, 'source' | 'line' | 'column'>

/** The fault behind the one that was gone to last, and behind the last one the first; undefined without faults. */
export function nextFault(faults: readonly TemplateFault[], last: Place | undefined): Place | undefined {
  const index = faults.findIndex((fault) => last !== undefined && isSamePlace(fault, last))
  const next = faults[index + 1] ?? faults[0]
  return next && { source: next.source, line: next.line, column: next.column }
}

function isSamePlace(one: Place, other: Place): boolean {
  return one.source === other.source && one.line === other.line && one.column === other.column
}

import type { ResourceView } from './view.ts'

/** How rows are removed, in the words of the trade: machines are retired, everything else is deleted. */
export type RemovalKind = 'delete' | 'retire'

export interface Removal {
  kind?: RemovalKind
  /** What else ends with the row, as a sentence; it is shown before somebody decides. */
  ends?: string
}

/** Chooses the words of messages such as `resource.removal`. */
export function removalKind({ removal }: Pick<ResourceView, 'removal'>): RemovalKind {
  return removal?.kind ?? 'delete'
}

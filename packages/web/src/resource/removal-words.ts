import type { ResourceView } from './view.ts'

/** How people call it when a row goes away. */
export interface RemovalWords {
  /** On a button: `Delete`. */
  act: string
  /** Of what is gone: `deleted`. */
  done: string
  /** What else ends with the row, as a sentence: it is said before somebody decides. */
  ends?: string
}

/** The words of a resource; machines, for example, are retired. */
export function removalWords({ removal }: Pick<ResourceView, 'removal'>): RemovalWords {
  return removal ?? { act: 'Delete', done: 'deleted' }
}

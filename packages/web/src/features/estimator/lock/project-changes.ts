import type { ProjectEvent } from '@packhouse/contract'
import { queryClient } from '../../../lib/query-client.ts'

/** Changes of one moment are read once: who watches somebody type does not read at every key. */
const TOGETHER_MS = 500

type Kinds = NonNullable<ProjectEvent['changed']>['kinds']

/** Reads again what others have changed. */
export class ProjectChanges {
  /** Names of resources; null where anything may have changed. */
  #kinds: Set<string> | null = new Set()
  #timer: ReturnType<typeof setTimeout> | undefined

  add(kinds: Kinds): void {
    if (kinds === null) this.#kinds = null
    else for (const kind of kinds) this.#kinds?.add(kind)
    this.#timer ??= setTimeout(() => this.#readAgain(), TOGETHER_MS)
  }

  forget(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#kinds = new Set()
  }

  #readAgain(): void {
    const kinds = this.#kinds
    this.forget()
    void queryClient.invalidateQueries({
      predicate: ({ queryKey: [what, name] }) =>
        what === 'resource' && (kinds === null ? String(name).startsWith('project') : kinds.has(String(name))),
    })
  }
}

/** What the readers of a project have not been told yet. */
export interface Pending<Viewer> {
  lock: boolean
  people: boolean
  /** Names of resources; null where anything may have changed. */
  kinds: Set<string> | null
  /** Readers who get all events, because they have just connected. */
  newcomers: Set<Viewer>
}

/** Collects what is to be told of each project, so that changes of one moment go out together. */
export class PendingEvents<Viewer> {
  #of = new Map<string, Pending<Viewer>>()

  get isEmpty(): boolean {
    return this.#of.size === 0
  }

  /** @param what `lock`, `people` or the table of what has changed */
  add(projectId: string, what: string): void {
    const pending = this.#at(projectId)
    if (what === 'lock' || what === 'people') pending[what] = true
    else pending.kinds?.add(resourceOf(what))
  }

  addAll(projectId: string): void {
    Object.assign(this.#at(projectId), { lock: true, people: true, kinds: null })
  }

  greet(projectId: string, viewer: Viewer): void {
    this.#at(projectId).newcomers.add(viewer)
  }

  take(): [projectId: string, pending: Pending<Viewer>][] {
    const taken = [...this.#of]
    this.#of = new Map()
    return taken
  }

  /** After a failure all connected readers get everything again. */
  putBack(projectIds: readonly string[]): void {
    for (const id of projectIds) this.addAll(id)
  }

  #at(projectId: string): Pending<Viewer> {
    const known = this.#of.get(projectId)
    if (known !== undefined) return known
    const pending = { lock: false, people: false, kinds: new Set<string>(), newcomers: new Set<Viewer>() }
    this.#of.set(projectId, pending)
    return pending
  }
}

/** A resource of the estimator has the name of its table, `projectItem` for `project_item`. */
function resourceOf(table: string): string {
  return table.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

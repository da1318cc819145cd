/** Lets others wait until something that changes now and then has come true. */
export class Condition {
  readonly #watchers = new Set<() => void>()

  /** Makes those that wait look again. */
  changed(): void {
    for (const watcher of this.#watchers) watcher()
  }

  /** Resolves as soon as `reached` is true, which is asked now and at each change. */
  until(reached: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const watcher = () => {
        if (!reached()) return
        this.#watchers.delete(watcher)
        resolve()
      }
      this.#watchers.add(watcher)
      watcher()
    })
  }
}

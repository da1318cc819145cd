import { createContext, use, useSyncExternalStore } from 'react'

/** The moment that is read in all charts of a page at once. */
export class SharedCursor {
  #moment: number | undefined
  #listeners = new Set<() => void>()

  readonly moment = (): number | undefined => this.#moment

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  point(moment: number | undefined): void {
    if (moment === this.#moment) return
    this.#moment = moment
    for (const listener of this.#listeners) listener()
  }
}

export const CursorContext = createContext(new SharedCursor())

/** The moment that is read, and what moves it. */
export function useSharedCursor(): [number | undefined, (moment: number | undefined) => void] {
  const cursor = use(CursorContext)
  return [useSyncExternalStore(cursor.subscribe, cursor.moment), (moment) => cursor.point(moment)]
}

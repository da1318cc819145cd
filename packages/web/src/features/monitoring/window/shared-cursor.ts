import { createContext, use, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import type { Reading } from './reading.ts'

/** A chart as the readout of a moment asks it. */
interface CursorReader {
  /** Its place in the readout, from above. */
  order: number
  /** What it shows, in a word or two. */
  name: string
  /** What it shows at a moment; undefined where it has nothing near it. */
  read: (moment: number) => Reading | undefined
}

/** The moment that is read in all charts of a page at once, and the charts that can be asked about it. */
export class SharedCursor {
  #moment: number | undefined
  #holder: HTMLElement | undefined
  #listeners = new Set<() => void>()
  #readers = new Map<string, () => CursorReader>()

  readonly moment = (): number | undefined => this.#moment

  /** The chart at which somebody reads. */
  get holder(): HTMLElement | undefined {
    return this.#holder
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  point(moment: number | undefined, holder?: HTMLElement): void {
    this.#holder = moment === undefined ? undefined : holder
    if (moment === this.#moment) return
    this.#moment = moment
    for (const listener of this.#listeners) listener()
  }

  /** @returns a function that takes the chart away */
  register(id: string, reader: () => CursorReader): () => void {
    this.#readers.set(id, reader)
    return () => this.#readers.delete(id)
  }

  /** What every chart shows at a moment, in the order of the page. */
  readAll(moment: number): { name: string; reading: Reading }[] {
    const readers = [...this.#readers.values()].map((reader) => reader()).sort((a, b) => a.order - b.order)
    return readers.flatMap(({ name, read }) => {
      const reading = read(moment)
      return reading ? [{ name, reading }] : []
    })
  }
}

export const CursorContext = createContext(new SharedCursor())

/** The moment that is read, and what moves it. */
export function useSharedCursor(): [number | undefined, (moment: number | undefined, holder?: HTMLElement) => void] {
  const cursor = use(CursorContext)
  return [useSyncExternalStore(cursor.subscribe, cursor.moment), (moment, holder) => cursor.point(moment, holder)]
}

/** Lets the readout ask this chart. It is only asked while somebody reads a moment. */
export function useCursorReader(reader: CursorReader): void {
  const cursor = use(CursorContext)
  const id = useId()
  const latest = useRef(reader)
  latest.current = reader
  useEffect(() => cursor.register(id, () => latest.current), [cursor, id])
}

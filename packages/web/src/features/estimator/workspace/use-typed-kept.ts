import { useEffect, useRef } from 'react'
import type { Values } from './project-sheet.ts'

/** What is typed is kept once nothing more is for a moment: the page is not drawn again at each key. */
const PAUSE_MS = 300

export interface TypedKept {
  /** Keeps it after a pause, or when the page goes away before. */
  later: (values: Values) => void
  /** It was committed: what is saved by that is kept by the step. */
  end: () => void
  /** It was given up. */
  drop: () => void
}

/** Where typed values are kept, each by the name of its field. */
export interface TypedPlace {
  keep: (values: Values) => void
  drop: (fields: readonly string[]) => void
}

/** Keeps what is typed in an open editor on this device, so that a crash or a closed laptop takes none of it. */
export function useTypedKept(place: TypedPlace): TypedKept {
  const latest = useRef(place)
  useEffect(() => {
    latest.current = place
  })
  const waiting = useRef<Values>(undefined)
  const fields = useRef(new Set<string>())
  const timer = useRef<number>(undefined)
  const keep = useRef(() => {
    if (waiting.current !== undefined) latest.current.keep(waiting.current)
    waiting.current = undefined
  })
  useEffect(() => {
    const now = keep.current
    addEventListener('pagehide', now)
    document.addEventListener('visibilitychange', now)
    return () => {
      clearTimeout(timer.current)
      removeEventListener('pagehide', now)
      document.removeEventListener('visibilitychange', now)
    }
  }, [])
  return {
    later(values) {
      for (const field of Object.keys(values)) fields.current.add(field)
      waiting.current = values
      clearTimeout(timer.current)
      timer.current = window.setTimeout(keep.current, PAUSE_MS)
    },
    end() {
      clearTimeout(timer.current)
      keep.current()
    },
    drop() {
      clearTimeout(timer.current)
      waiting.current = undefined
      if (fields.current.size > 0) latest.current.drop([...fields.current])
      fields.current.clear()
    },
  }
}

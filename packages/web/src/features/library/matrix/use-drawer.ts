import { useRef, useState } from 'react'
import type { MatrixPair } from './strip-cells.ts'

/** From this width on there is room for the drawer beside the grid, and it is open from the start. */
const wide = '(min-width: 80rem)'

/**
 * Which pair the drawer shows: that of the cursor, or the one that somebody has typed about and not saved.
 * @param at the pair of the cursor
 */
export function useDrawer(at: MatrixPair | undefined) {
  const [isOpen, setOpen] = useState(() => matchMedia(wide).matches)
  const [held, setHeld] = useState<MatrixPair>()
  const [asked, setAsked] = useState(0)
  const handle = useRef<{ focus: () => void }>(null)
  const pair = held ?? at
  return {
    isOpen,
    pair,
    /** How often conditional was asked for since the cursor came here. */
    asked,
    handle,
    open: () => {
      setOpen(true)
      // It may only be there after the next rendering.
      setTimeout(() => handle.current?.focus())
    },
    askConditional: () => setAsked((now) => now + 1),
    close: () => setOpen(false),
    moved: () => setAsked(0),
    onDirty: (isDirty: boolean) => setHeld(isDirty ? pair : undefined),
  }
}

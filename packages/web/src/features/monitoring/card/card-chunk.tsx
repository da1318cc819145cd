import { memo, startTransition, useEffect, useState } from 'react'
import { useNear } from '../../../lib/use-near.ts'
import { classNames } from '../../../ui/class-names.ts'
import type { RosterEntry } from '../machine-store.ts'
import { MachineCard } from './machine-card.tsx'

/** Cards of one chunk: whole rows in 1, 2, 3 and 4 columns. */
export const CHUNK_CARDS = 12

/** So many of them are drawn in one frame. */
const STEP_CARDS = 4

/** The grid of cards: 1 to 4 columns by width. */
export const cardGrid = 'grid grid-cols-1 gap-5 max-sm:gap-3.5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4'

/** The height of a whole chunk by number of columns, for the browser to reckon with before it has laid it out. */
const farAway =
  '[content-visibility:auto] [contain-intrinsic-height:auto_3622px] sm:[contain-intrinsic-height:auto_1834px] ' +
  'lg:[contain-intrinsic-height:auto_1216px] xl:[contain-intrinsic-height:auto_907px]'

interface CardChunkProps {
  entries: readonly RosterEntry[]
  withCustomer: boolean
  /** Drawn whole before the browser has looked where it is. */
  eager: boolean
}

/**
 * Some rows of the overview. Far from the window the browser skips their layout and painting, and their cards are only
 * what must be found: see `MachineCard`. Watched as a chunk, because a thousand watched cards cost every scrolled frame.
 */
export const CardChunk = memo(function CardChunk({ entries, withCustomer, eager }: CardChunkProps) {
  const [ref, near] = useNear<HTMLDivElement>(eager)
  const drawn = useDrawnCards(near)
  return (
    // Only while it is far: the containment that comes with it would cut off the focus rings at the edges.
    <div ref={ref} className={classNames(cardGrid, !near && entries.length === CHUNK_CARDS && farAway)}>
      {entries.map((entry, place) => (
        <MachineCard key={entry.id} entry={entry} near={place < drawn} withCustomer={withCustomer} />
      ))}
    </div>
  )
})

/** How many cards of a chunk are drawn whole: some more or fewer with each frame, since all of them at once would make one wait. */
function useDrawnCards(near: boolean): number {
  const wanted = near ? CHUNK_CARDS : 0
  const [drawn, setDrawn] = useState(wanted)
  useEffect(() => {
    if (drawn === wanted) return
    const step = drawn < wanted ? STEP_CARDS : -STEP_CARDS
    const frame = requestAnimationFrame(() => startTransition(() => setDrawn(drawn + step)))
    return () => cancelAnimationFrame(frame)
  }, [drawn, wanted])
  return drawn
}

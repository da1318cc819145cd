import { memo } from 'react'
import { useNear } from '../../../lib/use-near.ts'
import { classNames } from '../../../ui/class-names.ts'
import type { RosterEntry } from '../machine-store.ts'
import { MachineCard } from './machine-card.tsx'

/** Cards of one chunk: whole rows in 1, 2, 3 and 4 columns. */
export const CHUNK_CARDS = 12

/** The grid of cards: 1 to 4 columns by width. */
export const cardGrid = 'grid grid-cols-1 gap-5 max-sm:gap-3.5 sm:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4'

/** The height of a whole chunk by number of columns, for the browser to reckon with before it has laid it out. */
const farAway =
  '[content-visibility:auto] [contain-intrinsic-height:auto_3418px] sm:[contain-intrinsic-height:auto_1732px] ' +
  'lg:[contain-intrinsic-height:auto_1148px] xl:[contain-intrinsic-height:auto_856px]'

interface CardChunkProps {
  entries: readonly RosterEntry[]
  /** Drawn whole before the browser has looked where it is. */
  eager: boolean
}

/**
 * Some rows of the overview. Far from the window the browser skips their layout and painting, and their cards are only
 * what must be found: see `MachineCard`. Watched as a chunk, because a thousand watched cards cost every scrolled frame.
 */
export const CardChunk = memo(function CardChunk({ entries, eager }: CardChunkProps) {
  const [ref, near] = useNear<HTMLDivElement>(eager)
  return (
    // Only while it is far: the containment that comes with it would cut off the focus rings at the edges.
    <div ref={ref} className={classNames(cardGrid, !near && entries.length === CHUNK_CARDS && farAway)}>
      {entries.map((entry) => (
        <MachineCard key={entry.id} entry={entry} near={near} />
      ))}
    </div>
  )
})

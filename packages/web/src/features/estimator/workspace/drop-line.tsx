import type { Drop } from './row-drops.ts'
import { ROW_HEIGHT } from './use-row-window.ts'

/** Where a row would be put that is dragged, among the rows of the grid. */
export function DropLine({ drop }: { drop: Drop | undefined }) {
  if (drop === undefined) return null
  return (
    <div
      aria-hidden="true"
      data-drop-line=""
      style={{ top: drop.above * ROW_HEIGHT - 2 }}
      className="pointer-events-none absolute inset-x-0 z-20 h-[3px] bg-kraft"
    />
  )
}

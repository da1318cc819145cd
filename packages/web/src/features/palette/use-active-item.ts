import { useState } from 'react'
import type { PaletteItem } from './palette-item.ts'
import type { Group } from './rank.ts'

const PAGE = 5

/** How far a key moves in the list; undefined for every other key. */
const steps: Partial<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }

export interface ActiveItem {
  item: PaletteItem | undefined
  point: (item: PaletteItem) => void
  /** Moves by a key. @returns whether the key is one that moves */
  moveBy: (key: string) => boolean
}

/**
 * The entry that Enter opens: the first, until somebody moves. It is kept by its key, so that answers that come later
 * do not put another under the finger; a new query begins at the first again.
 */
export function useActiveItem(groups: readonly Group[], query: string): ActiveItem {
  const [chosen, setChosen] = useState({ key: '', query: '' })
  const items = groups.flatMap((group) => group.items.map(({ item }) => item))
  const found = chosen.query === query ? items.findIndex(({ key }) => key === chosen.key) : -1
  const index = Math.max(found, 0)
  const point = ({ key }: PaletteItem) => {
    if (key !== chosen.key || query !== chosen.query) setChosen({ key, query })
  }
  const moveBy = (key: string) => {
    const step = steps[key]
    if (step === undefined) return false
    const next = items[nextIndex(index, step, items.length)]
    if (next) point(next)
    return true
  }
  return { item: items[index], point, moveBy }
}

/** One step goes round the ends, a page stops at them. */
function nextIndex(index: number, step: number, count: number): number {
  if (Math.abs(step) === 1) return (index + step + count) % count
  return Math.min(count - 1, Math.max(0, index + step))
}

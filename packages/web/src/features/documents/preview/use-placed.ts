import { useEffect, useEffectEvent } from 'react'
import type { Jump } from '../code/source-editor.tsx'
import { MAIN } from '../template.ts'
import { type Cursor, placeAt, placesOfCursor, type Region, regionsOn } from './cursor-places.ts'
import type { PdfViewProps } from './pdf-view.tsx'
import type { GoodPreview } from './use-preview.ts'

interface PlacedParts {
  good: GoodPreview | undefined
  cursor: Cursor | undefined
  /** That is shown, from 1. */
  page: number
  /** Of the preview. */
  pages: number
  /** A source as it is now. */
  textOf: (name: string) => string
  turnTo: (page: number) => void
  goTo: (place: Jump) => void
}

const NOTHING: readonly Region[] = []

/** The cursor's block in the preview, whose page is turned to, and the way from a click there to the source. */
export function usePlaced({
  good,
  cursor,
  page,
  pages,
  textOf,
  turnTo,
  goTo,
}: PlacedParts): Pick<PdfViewProps, 'framed' | 'onPoint'> {
  const source = good?.input.source ?? ''
  const places = good !== undefined && good.placedPages === pages ? good.places : []
  const blocks =
    cursor === undefined
      ? []
      : placesOfCursor(places, cursor, { [cursor.source]: textOf(cursor.source), [MAIN]: source })
  const turn = useEffectEvent(() => {
    const [first] = blocks
    const isShown = blocks.some((block) => block.page <= page && page <= block.endPage)
    if (first !== undefined && !isShown) turnTo(first.page)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever turns the page stays there until the cursor moves
  useEffect(() => {
    turn()
  }, [cursor])
  return {
    framed: (drawn, paper) => (blocks.length === 0 ? NOTHING : regionsOn(drawn, paper, blocks, places)),
    onPoint(drawn, point) {
      if (places.length === 0) return
      const line = placeAt(places, drawn, point)?.line ?? lineOfPage(source)
      goTo({ source: MAIN, line, column: 1 })
    },
  }
}

/** What says how a page looks, letterhead and margins too. */
function lineOfPage(source: string): number {
  const index = source.split('\n').findIndex((line) => /^#(?:show:|set page)/.test(line))
  return Math.max(index, 0) + 1
}

import type { SourcePlace } from '@packhouse/contract'
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
  /** Puts the frame around another block. */
  choose: (cursor: Cursor) => void
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
  choose,
}: PlacedParts): Pick<PdfViewProps, 'framed' | 'onPoint' | 'onKey'> {
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
    onKey(event) {
      if (event.ctrlKey || event.metaKey || event.shiftKey || places.length === 0) return
      const [first] = blocks
      if (event.key === 'Enter' && !event.altKey)
        goTo({ source: MAIN, line: first?.line ?? lineOfPage(source), column: 1 })
      else if (event.altKey && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
        const next = neighbourOf(places, first, page, event.key === 'ArrowDown' ? 1 : -1)
        if (next !== undefined) choose({ source: MAIN, line: next.line })
      } else return
      event.preventDefault()
    },
  }
}

/** The block behind or before one; without one, the first of a page. Undefined at the end of all. */
function neighbourOf(
  places: readonly SourcePlace[],
  one: SourcePlace | undefined,
  page: number,
  step: 1 | -1,
): SourcePlace | undefined {
  if (one === undefined) return places.find((place) => place.endPage >= page)
  return places[places.indexOf(one) + step]
}

/** What says how a page looks, letterhead and margins too. */
function lineOfPage(source: string): number {
  const index = source.split('\n').findIndex((line) => /^#(?:show:|set page)/.test(line))
  return Math.max(index, 0) + 1
}

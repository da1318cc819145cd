import type { SourcePlace } from '@packhouse/contract'
import { MAIN } from '../template.ts'

/** Where somebody is in the sources. */
export interface Cursor {
  source: string
  /** From 1. */
  line: number
}

/** A part of a page, in points from its top left corner. */
export interface Region {
  x: number
  y: number
  width: number
  height: number
}

const DEFINITION = /^\s*#?let\s+([\p{L}_][\p{L}\p{N}_-]*)/u
/** What is lower than this is no block that anybody sees, pt. */
const LEAST_HEIGHT = 3

/**
 * What the document shows of the place of the cursor: the block that it is in; in a definition or a partial, the blocks that use it.
 * @param sources as they were when the places were found, by name
 */
export function placesOfCursor(
  places: readonly SourcePlace[],
  { source, line }: Cursor,
  sources: Readonly<Record<string, string>>,
): readonly SourcePlace[] {
  const own = source === MAIN ? places.filter((place) => place.line <= line && line <= place.endLine) : []
  if (own.length > 0) return own
  const name = definitionAt(sources[source] ?? '', line)
  if (name === undefined) return []
  const lines = (sources[MAIN] ?? '').split('\n')
  const isUsed = new RegExp(`(?<![\\p{L}\\p{N}_-])${name}(?![\\p{L}\\p{N}_-])`, 'u')
  return places.filter((place) => isUsed.test(lines.slice(place.line - 1, place.endLine).join('\n')))
}

/** The name of the definition that a line is in. */
function definitionAt(source: string, line: number): string | undefined {
  const before = source.split('\n').slice(0, line)
  const begins = before.findLast((text) => text.startsWith('#let '))
  return begins === undefined ? undefined : DEFINITION.exec(begins)?.[1]
}

/** The block at a point of a page; undefined above all blocks, where the letterhead is. */
export function placeAt(
  places: readonly SourcePlace[],
  page: number,
  { y }: { x: number; y: number },
): SourcePlace | undefined {
  if (y < topOf(places)) return undefined
  return places.findLast((place) => place.page < page || (place.page === page && place.y <= y))
}

/** The parts of a page that blocks take, over the width of its text. */
export function regionsOn(
  page: number,
  paper: { width: number; height: number },
  blocks: readonly SourcePlace[],
  places: readonly SourcePlace[],
): Region[] {
  const top = topOf(places)
  const edge = Math.min(...places.map(({ x }) => x))
  const onPage = blocks.filter((block) => block.page <= page && page <= block.endPage)
  return onPage
    .map((block) => {
      const y = block.page === page ? block.y : top
      const bottom = block.endPage === page ? block.endY : paper.height - top
      return { x: edge, y, width: paper.width - 2 * edge, height: bottom - y }
    })
    .filter(({ height }) => height > LEAST_HEIGHT)
}

/** Where text begins on a page. */
function topOf(places: readonly SourcePlace[]): number {
  return Math.min(...places.map(({ y }) => y))
}

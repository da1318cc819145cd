import type { SourcePlace } from '@packhouse/contract'
import { z } from 'zod'
import { blocksOf } from './source-blocks.ts'

/** What the places are asked for by; a template that has it too would have itself to blame. */
export const PLACES = '<packhouse-places>'
const MARK = 'packhouse-mark'

/** How far the first line of text reaches above the line that it stands on, of its size. */
const ASCENT = 0.8

/** All marks with their places, in the order of the document: line, page, and x and y in points from the top left corner. */
const QUERY = `#context [#metadata(query(metadata).filter(it => type(it.value) == array and it.value.first(default: none) == "${MARK}").map(it => {
  let place = it.location().position()
  (it.value.at(1), place.page, place.x.pt(), place.y.pt() - it.value.at(2))
}))${PLACES}]`

const foundSchema = z.array(z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])))

/**
 * A template with marks that show nothing, in front of each of its blocks, for a compilation of which only the places are wanted. The document itself is made
 * of the template as it is.
 */
export function markedSource(source: string): string {
  const parts: string[] = []
  let from = 0
  for (const { line, at, isInline } of blocksOf(source)) {
    // In front of a block a paragraph of its own, so that it does not become a part of a line.
    const mark = isInline
      ? `#context metadata(("${MARK}", ${line}, text.size.pt() * ${ASCENT}));`
      : `#metadata(("${MARK}", ${line}, 0));\n\n`
    parts.push(source.slice(from, at), mark)
    from = at
  }
  return `${parts.join('')}${source.slice(from)}\n\n#metadata(("${MARK}", 0, 0))\n${QUERY}`
}

/**
 * Where the blocks of a template are in its document; each reaches as far as the next one begins.
 * @param found what the compiler found by `PLACES`
 */
export function placesOf(source: string, found: unknown): SourcePlace[] {
  const marks = foundSchema.safeParse(found).data?.at(0) ?? []
  const endLines = new Map(blocksOf(source).map(({ line, endLine }) => [line, endLine]))
  return marks.flatMap(([line, page, x, y], index) => {
    const endLine = endLines.get(line)
    const [, endPage, , endY] = marks[index + 1] ?? []
    if (endLine === undefined || endPage === undefined || endY === undefined) return []
    return [{ line, endLine, page, x, y, endPage, endY }]
  })
}

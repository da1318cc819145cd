import type { TemplateFault } from '@packhouse/contract'

export type SourceSpan = Omit<TemplateFault, 'message' | 'hints'>

/** What is nested less is not what a compiler fails at. */
const DEEP = 200
const OPENING = '([{'
const CLOSING = ')]}'
/** Each sign before a value is a value in another. */
const SIGNS = '-+'

interface Nest {
  depth: number
  from: number
  to: number
}

/**
 * Where the sources of a template are nested most: from where that begins to its innermost point. A compiler that crashes names no place. Texts and
 * comments are read as code: it is a place to look at, and no proof.
 * @returns undefined where nothing is nested deeply, such as where data are
 */
export function deepestPlace(sources: Readonly<Record<string, string>>): SourceSpan | undefined {
  let found: (Nest & { name: string }) | undefined
  for (const [name, source] of Object.entries(sources)) {
    const nest = deepestOf(source)
    if (nest.depth >= DEEP && nest.depth > (found?.depth ?? 0)) found = { ...nest, name }
  }
  if (found === undefined) return undefined
  const source = sources[found.name] ?? ''
  const [start, end] = [placeOf(source, found.from), placeOf(source, found.to + 1)]
  return { source: found.name, ...start, endLine: end.line, endColumn: end.column }
}

function deepestOf(source: string): Nest {
  const open: number[] = []
  let deepest: Nest = { depth: 0, from: 0, to: 0 }
  let signs = 0
  for (let at = 0; at < source.length; at++) {
    const character = source[at] ?? ''
    signs = SIGNS.includes(character) ? signs + 1 : 0
    if (OPENING.includes(character)) open.push(at)
    else if (CLOSING.includes(character)) open.pop()
    const depth = open.length + signs
    if (depth > deepest.depth) deepest = { depth, from: open[0] ?? at - signs + 1, to: at }
  }
  return deepest
}

/** Lines and columns from 1. */
function placeOf(source: string, at: number): { line: number; column: number } {
  const before = source.slice(0, at)
  const start = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: at - start + 1 }
}

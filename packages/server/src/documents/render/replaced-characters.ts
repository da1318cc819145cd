import type { RenderTask } from './render-task.ts'

/** U+FFFD, in the place of what no font has. */
const SIGN = '\uFFFD'

/** What may go from a sequence and leave it readable: of `1️⃣` stays `1`, and of joined emoji each stays. */
const DECORATION = /^[\uFE0F\u20E3\u200D]+$/

const clusters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** A task with a sign in the place of each of some characters, in what it shows and in its sources. */
export function withReplaced(task: RenderTask, missing: ReadonlySet<string>): RenderTask {
  const sources = Object.entries(task.sources).map(([name, source]) => [name, replacedIn(source, missing)])
  const data: unknown = JSON.parse(task.data, (_, value: unknown) =>
    typeof value === 'string' ? replacedIn(value, missing) : value,
  )
  return { ...task, sources: Object.fromEntries(sources), data: JSON.stringify(data) }
}

export function isDecoration(character: string): boolean {
  return DECORATION.test(character)
}

/** One sign for what people read as one character, behind what of it can be drawn. */
function replacedIn(text: string, missing: ReadonlySet<string>): string {
  if (![...missing].some((character) => text.includes(character))) return text
  return [...clusters.segment(text)].map(({ segment }) => replacedCluster(segment, missing)).join('')
}

function replacedCluster(cluster: string, missing: ReadonlySet<string>): string {
  const rest = [...cluster].filter((character) => !missing.has(character)).join('')
  const gone = [...cluster].filter((character) => missing.has(character)).join('')
  if (gone === '' || DECORATION.test(gone)) return rest
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(rest) ? rest + SIGN : SIGN
}

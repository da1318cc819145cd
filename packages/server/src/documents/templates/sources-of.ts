import { MAIN } from '../render/render-task.ts'

/** What a source imports or includes by name. */
const IMPORTED = /\b(?:import|include)\s+"([a-z0-9][a-z0-9-]*\.typ)"/g

/**
 * A template with the partials that it uses, and that these use.
 * @param partials all there are, by name; one that is not there is left to the compiler, which names the place
 */
export function sourcesOf(main: string, partials: Readonly<Record<string, string>>): Record<string, string> {
  const sources: Record<string, string> = { [MAIN]: main }
  const open = [main]
  for (let source = open.pop(); source !== undefined; source = open.pop()) {
    for (const [, name = ''] of source.matchAll(IMPORTED)) {
      const partial = Object.hasOwn(partials, name) ? partials[name] : undefined
      if (partial === undefined || name in sources) continue
      sources[name] = partial
      open.push(partial)
    }
  }
  return sources
}

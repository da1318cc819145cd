/** What a source imports or includes by name, as the server reads it. */
const IMPORTED = /\b(?:import|include)\s+"([a-z0-9][a-z0-9-]*\.typ)"/g

/**
 * The names of the partials that a template uses, and that these use, in the order in which they are named.
 * @param sources all partials, by name; what is not among them is left out
 */
export function importedNames(main: string, sources: Readonly<Record<string, string>>): readonly string[] {
  const found = new Set<string>()
  const open = [main]
  for (let source = open.shift(); source !== undefined; source = open.shift()) {
    for (const [, name = ''] of source.matchAll(IMPORTED)) {
      const partial = Object.hasOwn(sources, name) ? sources[name] : undefined
      if (partial === undefined || found.has(name)) continue
      found.add(name)
      open.push(partial)
    }
  }
  return [...found]
}

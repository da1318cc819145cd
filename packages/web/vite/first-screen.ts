import { join } from 'node:path'

const source = join(import.meta.dirname, '../src')
/** With what stands behind it, so that no folder of a similar name is meant. */
const ours = join(source, '/')
const early = join(source, 'early.ts')
const start = join(source, 'main.tsx')
/** With what is loaded behind it to count views and to find areas that are empty, so that this brings no file of other screens along. */
const firstScreen = [
  'routes/app-screen.tsx',
  'routes/home-screen.tsx',
  'lib/usage/usage-actions.ts',
  'features/lines/has-lines.ts',
  'features/quote/has-quotes.ts',
].map((file) => join(source, file))

/** All declarations of the contract come with it. */
const registry = join(source, 'resource/registry.ts')

/** What of the bundler's knowledge is needed here. */
interface Modules {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/** Names the file of what is asked while the others load. @returns null for a module that is left to others */
export function inEarly(id: string, modules: Modules): string | null {
  return reachedFrom([early], modules).has(id) ? 'early' : null
}

/**
 * Names the file of what every screen starts with. Left alone, the bundler makes a file for every set of screens that
 * share a module, and twenty small files compress far worse than two and are asked for one by one.
 * @returns null for a module that is left to others
 */
export function inStart(id: string, modules: Modules): string | null {
  return reachedFrom([start], modules).has(id) ? 'start' : null
}

/** Names the file of what the overview needs beside that. @returns null for a module that is left to the bundler */
export function inHome(id: string, modules: Modules): string | null {
  return reachedFrom(firstScreen, modules).has(id) ? 'home' : null
}

/**
 * Names the file of what many screens use that show no records: the login and the counts beside the overview do not load declarations.
 * @returns null for a module that is left to others
 */
export function inCommon(id: string, modules: Modules): string | null {
  return reachedFrom([id], modules).has(registry) ? null : 'common'
}

/** Our own modules below some, by imports that are not lazy. */
function reachedFrom(roots: readonly string[], modules: Modules): ReadonlySet<string> {
  const reached = new Set(roots)
  for (const id of reached) {
    for (const imported of modules.getModuleInfo(id)?.importedIds ?? []) {
      if (imported.startsWith(ours)) reached.add(imported)
    }
  }
  return reached
}

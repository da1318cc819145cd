import { readFileSync, statSync } from 'node:fs'

const ENDING = '_FILE'
const LARGEST_BYTES = 64 * 1024

/** What the environment says, with the contents of the files that name secrets, and what is wrong with those. */
export interface GivenVariables {
  given: Record<string, string | undefined>
  faults: string[]
}

/**
 * The variables by name. A secret may stand in a file instead, whose path is in `<NAME>_FILE`: containers mount secrets so. An empty variable counts
 * as absent, as people expect of `NAME= command`.
 */
export function readGiven(
  environment: NodeJS.ProcessEnv,
  names: readonly string[],
  secretNames: readonly string[],
): GivenVariables {
  const given: Record<string, string | undefined> = {}
  const faults: string[] = []
  for (const name of names) {
    given[name] = environment[name] || undefined
    const path = secretNames.includes(name) ? environment[`${name}${ENDING}`] : undefined
    if (!path) continue
    const fault = given[name] === undefined ? take(given, name, path) : `and ${name} must not both be set.`
    if (fault !== undefined) faults.push(`${name}${ENDING} ${fault}`)
  }
  return { given, faults }
}

/** @returns what is wrong with the file, without what is in it */
function take(given: Record<string, string | undefined>, name: string, path: string): string | undefined {
  const named = JSON.stringify(path)
  try {
    if (statSync(path).size > LARGEST_BYTES) return `must name a file of at most 64 KiB (it is ${named}).`
    // Editors and `echo` put a line end behind the secret.
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    if (text === '') return `names an empty file (it is ${named}).`
    given[name] = text
    return undefined
  } catch (error) {
    return `must name a file that can be read (${(error as NodeJS.ErrnoException).code ?? 'unreadable'}; it is ${named}).`
  }
}

import { environmentNames } from '../../config.ts'
import { type Check, fault, warning } from '../check.ts'

const TABLE = 'docs/operations.md, Configuration'

/** Variables that are wrong, and those that look like ours and are not. */
export const configuration: Check = {
  name: 'configuration',
  title: 'Configuration',
  async examine({ environment, configFaults }) {
    const faults = configFaults.map((what) => fault(what, `Set it as ${TABLE} says, then start again.`))
    const known = new Set(environmentNames)
    const unknown = Object.keys(environment).filter((name) => !known.has(name))
    return [
      ...faults,
      ...unknown.flatMap((name) => {
        const meant = likelyName(name)
        // A variable that is set as it should be is no misspelling of another that is set too.
        if (meant === undefined || environment[meant]) return []
        return [warning(`${name} is set, and nothing reads it.`, `Set ${meant} if that is what was meant (${TABLE}).`)]
      }),
    ]
  },
}

/** Of Node and of systems, and close to one of ours. */
const OF_OTHERS = new Set(['NODE_ENV', 'HOSTNAME', 'LANGUAGE', 'LOGNAME'])

/** The variable of ours that a name is likely to mean. */
export function likelyName(name: string): string | undefined {
  if (OF_OTHERS.has(name) || name === name.toLowerCase()) return undefined
  const plain = name
    .toUpperCase()
    .replace(/^PACKHOUSE_/, '')
    .replaceAll('-', '_')
  if (environmentNames.includes(plain)) return plain
  // Short names are close to many words: HOME is no HOST.
  const most = plain.length >= 10 ? 2 : 1
  if (plain.length < 6) return undefined
  return environmentNames
    .map((ours) => ({ ours, distance: distanceBetween(plain, ours) }))
    .filter(({ distance }) => distance <= most)
    .sort((one, other) => one.distance - other.distance)[0]?.ours
}

/** How many letters have to be added, removed, replaced or swapped with the next to make one of the other. */
function distanceBetween(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let row = 1; row <= one.length; row++) {
    rows[row] = [row]
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const steps = [
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        ...(isSwapped ? [at(row - 2, column - 2) + 1] : []),
      ]
      rows[row]?.push(Math.min(...steps))
    }
  }
  return at(one.length, other.length)
}

import { isSame } from './form-values.ts'

type Values = Readonly<Record<string, unknown>>
export type Side = 'mine' | 'theirs'

/** A field in which what was typed differs from what the server has now. */
export interface Difference {
  name: string
  mine: unknown
  theirs: unknown
  /** The side that alone has changed the field since it was read; undefined where both have, and somebody must choose. */
  obvious: Side | undefined
}

/**
 * Compares what was read (`base`), what it was changed to (`mine`) and what somebody else has saved in the meantime (`theirs`).
 * @param names the fields of the form
 */
export function compareVersions(names: readonly string[], base: Values, mine: Values, theirs: Values): Difference[] {
  return names
    .filter((name) => !isSame(mine[name], theirs[name]))
    .map((name) => ({
      name,
      mine: mine[name],
      theirs: theirs[name],
      obvious: obviousSide(base[name], mine[name], theirs[name]),
    }))
}

function obviousSide(base: unknown, mine: unknown, theirs: unknown): Side | undefined {
  if (isSame(base, theirs)) return 'mine'
  return isSame(base, mine) ? 'theirs' : undefined
}

/** The choices that go without saying. */
export function obviousChoices(differences: readonly Difference[]): Partial<Record<string, Side>> {
  return Object.fromEntries(
    differences.flatMap(({ name, obvious }) => (obvious === undefined ? [] : [[name, obvious]])),
  )
}

/** The values to save once every difference is decided. */
export function mergeVersions(
  differences: readonly Difference[],
  choices: Partial<Record<string, Side>>,
): Record<string, unknown> {
  return Object.fromEntries(
    differences.map(({ name, mine, theirs }) => [name, choices[name] === 'theirs' ? theirs : mine]),
  )
}

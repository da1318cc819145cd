import { type Change, Line, RECIPE_HOLDS_MS, VALUE_HOLDS_MS } from './changes.ts'
import type { DayFacts } from './running-time.ts'
import { NO_CONDITION } from './speed-conditions.ts'

/** Times in which something held, Unix ms, in order. */
export type Times = [from: number, to: number][]

/** When something held on a day, whatever the machine did meanwhile. */
export interface HeldTimes {
  /** The condition of a tag, as it is stored; without one it is about recipes. */
  condition: string
  /** A recipe (empty: none is known), or whether the condition was met. */
  held: string
  times: Times
}

/** That the condition of a tag was met, and that it was not. Times of which that is not known are in neither. */
export const MET = 'met'
const NOT_MET = 'notMet'
/** What changes with each record has the longest times of the day alone; of the others it is not known. */
const MAX_TIMES = 1_000

/** When a machine had which recipe on a day, and when the conditions of tags were met. */
export function heldTimes(facts: DayFacts): HeldTimes[] {
  const recipes = timesOf(
    facts,
    new Line(facts.recipes, facts.before.recipe, RECIPE_HOLDS_MS),
    (change) => change?.value ?? '',
  )
  return [
    ...rowsOf(NO_CONDITION, recipes),
    ...facts.conditions.flatMap(({ key, met }) => {
      if (met === null) return []
      const word = (change: Change<boolean> | undefined) => change && (change.value ? MET : NOT_MET)
      return rowsOf(key, timesOf(facts, new Line(met, undefined, VALUE_HOLDS_MS), word))
    }),
  ]
}

function rowsOf(condition: string, times: ReadonlyMap<string, Times>): HeldTimes[] {
  return [...times].map(([held, own]) => ({ condition, held, times: own }))
}

/** @param word of what holds; undefined where that is not known */
function timesOf<Value>(
  { from, to }: Pick<DayFacts, 'from' | 'to'>,
  line: Line<Value>,
  word: (change: Change<Value> | undefined) => string | undefined,
): Map<string, Times> {
  const all: { held: string; from: number; to: number }[] = []
  for (let at = from; at < to; ) {
    const { change, until } = line.at(at)
    const held = word(change)
    const end = Math.min(until, to)
    const last = all.at(-1)
    if (last?.to === at && last.held === held) last.to = end
    else if (held !== undefined) all.push({ held, from: at, to: end })
    at = end
  }
  const byWord = Map.groupBy(all.length > MAX_TIMES ? longestOf(all) : all, ({ held }) => held)
  return new Map([...byWord].map(([held, own]) => [held, own.map((one): Times[number] => [one.from, one.to])]))
}

function longestOf<Time extends { from: number; to: number }>(all: readonly Time[]): Time[] {
  const sorted = all.toSorted((one, other) => other.to - other.from - (one.to - one.from))
  return sorted.slice(0, MAX_TIMES).sort((one, other) => one.from - other.from)
}

import { type CompiledRules, canHold, knownOption, withSteps } from './compiled-rules.ts'
import { choicesOf, choose, withdraw } from './configuration.ts'
import { explainByRules, explainContradiction, REASON_STEPS, type RuleReason } from './explanation.ts'
import type { Choice, Configuration } from './model.ts'

/** One click that leads to what is excluded. */
export interface Swap {
  /** The own choices that it gives up. What a choice of the same 'choose one' group replaces is not among them. */
  readonly givesUp: readonly Choice[]
  /** The configuration after the click; the one before it is the undo. */
  readonly configuration: Configuration
}

export interface Swaps {
  /** All give up equally many choices, as few as possible. None: the choice is never possible. */
  readonly swaps: readonly Swap[]
  /** False where the search was given up: then there may be a smaller swap. */
  readonly isSmallest: boolean
}

/** What to do with a configuration that was made under other rules. */
export interface Settlement {
  /** Chosen or declined options that these rules no longer have; they are left out of all else. */
  readonly unknownOptions: readonly string[]
  /** Own choices that contradict each other under these rules, a minimal set; empty where all go together. */
  readonly choices: readonly Choice[]
  readonly reason: RuleReason
  /** The smallest sets of choices to give up; the first keeps what was chosen last. */
  readonly swaps: Swaps
}

/** Sets of choices that are tried before a set is taken that is minimal but perhaps not the smallest. */
const TRIES = 500

/**
 * The smallest sets of own choices to give up so that the option can be taken, or left out where it is implied. Among equal sets
 * those come first that give up earlier clicks.
 *
 * Minimal hitting sets of the contradictions that QuickXplain finds, breadth first (Reiter 1987, 'A theory of diagnosis from first principles').
 *
 * @param most how many swaps to look for
 * @param steps what it may take of the budget of the rules; past it more choices are given up than needed
 */
export function findSwaps(
  rules: CompiledRules,
  configuration: Configuration,
  choice: Choice,
  most = 3,
  steps = REASON_STEPS,
): Swaps {
  const clicked = choose(rules, configuration, choice)
  const own = choicesOf(clicked).filter(({ option }) => option !== choice.option)
  return toSwaps(
    clicked,
    withSteps(rules, steps, () => smallestGiveUps(rules, own, [choice], most)),
  )
}

/** Brings a configuration to rules under which it was not made: nothing is dropped silently. */
export function settleConfiguration(rules: CompiledRules, configuration: Configuration, most = 3): Settlement {
  const options = choicesOf(configuration).map(({ option }) => option)
  const unknownOptions = options.filter((option) => knownOption(rules, option) === undefined)
  const known = unknownOptions.reduce(withdraw, configuration)
  const own = choicesOf(known)
  const within = <Answer>(question: () => Answer) => withSteps(rules, REASON_STEPS, question)
  const { culprits, contradicts } = within(() => explainContradiction(rules, own, []))
  const { reason } = contradicts
    ? within(() => explainByRules(rules, culprits))
    : { reason: { rules: [], groups: [], facts: [] } }
  return {
    unknownOptions,
    choices: culprits,
    reason,
    swaps: toSwaps(
      known,
      within(() => smallestGiveUps(rules, own, [], most)),
    ),
  }
}

interface GiveUps {
  readonly sets: readonly (readonly Choice[])[]
  readonly isSmallest: boolean
}

function smallestGiveUps(
  rules: CompiledRules,
  own: readonly Choice[],
  fixed: readonly Choice[],
  most: number,
): GiveUps {
  if (canHold(rules, fixed) !== true) return { sets: [], isSmallest: true }
  const conflicts: number[][] = []
  const sets: Choice[][] = []
  let isSmallest = true
  let level: number[][] = [[]]
  for (let tries = 0; level.length > 0 && sets.length === 0; ) {
    const next = new Map<string, number[]>()
    for (const dropped of level) {
      if (sets.length >= most) break
      if (++tries > TRIES) return { sets: [greedyGiveUp(rules, own, fixed)], isSmallest: false }
      const conflict = conflicts.find((one) => one.every((index) => !dropped.includes(index)))
      const found = conflict ?? contradiction(rules, own, dropped, fixed)
      if (found === 'undecided') isSmallest = false
      else if (found === undefined) sets.push(dropped.map((index) => own[index] as Choice))
      else {
        if (conflict === undefined) conflicts.push(found)
        for (const index of found) {
          const larger = [...dropped, index].sort((a, b) => a - b)
          next.set(larger.join(), larger)
        }
      }
    }
    level = [...next.values()].sort(earlierClicksFirst)
  }
  return sets.length > 0 ? { sets, isSmallest } : { sets: [greedyGiveUp(rules, own, fixed)], isSmallest: false }
}

/** Indices of choices that contradict each other once some are dropped. */
function contradiction(
  rules: CompiledRules,
  own: readonly Choice[],
  dropped: readonly number[],
  fixed: readonly Choice[],
): number[] | undefined | 'undecided' {
  const rest = own.filter((_, index) => !dropped.includes(index))
  const possible = canHold(rules, [...rest, ...fixed])
  if (possible !== false) return possible ? undefined : possible
  return explainContradiction(rules, rest, fixed).culprits.map((choice) => own.indexOf(choice))
}

/** Keeps one choice after the other, the last click first, where it goes with those kept before. */
function greedyGiveUp(rules: CompiledRules, own: readonly Choice[], fixed: readonly Choice[]): Choice[] {
  const kept: Choice[] = []
  for (const choice of own.toReversed()) if (canHold(rules, [...fixed, ...kept, choice]) === true) kept.push(choice)
  return own.filter((choice) => !kept.includes(choice))
}

function earlierClicksFirst(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((index, position) => index !== other[position])
  return at < 0 ? 0 : (one[at] as number) - (other[at] as number)
}

function toSwaps(clicked: Configuration, { sets, isSmallest }: GiveUps): Swaps {
  const swaps = sets.map((givesUp) => ({
    givesUp,
    configuration: givesUp.reduce((rest, { option }) => withdraw(rest, option), clicked),
  }))
  return { swaps, isSmallest }
}

import { add, type Bits, negation, wordsFor } from './bitset.ts'
import type { Constraint } from './lowering.ts'
import { type Cause, NO_CAUSE, Trail } from './trail.ts'

/** All that holds in the configuration found; 'undecided' when the search was given up at its bound. */
export type Outcome = Bits | 'none' | 'undecided'

/** What to try: a literal of each option, of which the first `fixed` are decided in this order. */
export interface Order {
  readonly literals: Int32Array
  readonly fixed: number
}

/** What several searches may take together; it is counted down. */
export interface Budget {
  /** Decisions and contradictions; below `reserve` every search is given up. */
  steps: number
  /** Steps that the present question must leave to the others; 0 where it has none to heed. */
  reserve: number
}

/** Contradictions until the first restart; each time half as many more. */
const FIRST_RESTART = 100
/** What was learned is forgotten beyond this many clauses. */
const LEARNED_AT_MOST = 4_000
/** An older contradiction counts this much less than the one after it. */
const DECAY = 0.95
const LARGEST_ACTIVITY = 1e100

/**
 * Looks for a configuration that obeys all rules: backtracking that learns a clause from each contradiction (Marques-Silva and Sakallah 1996, 'GRASP';
 * assumptions as in Eén and Sörensson 2003, 'MiniSat'). What is learned follows from the rules alone and helps later searches; answers do not
 * depend on it, but for where a search is given up. Among all configurations it finds the best by the fixed literals, one after the other.
 */
export class Search {
  readonly #variables: number
  readonly #constraints: readonly Constraint[]
  readonly #bound: number
  readonly #budget: Budget | undefined
  #trail: Trail
  #learned = 0
  readonly #activity: Float64Array
  #increment = 1
  readonly #seen: Uint8Array
  /** The assumptions of the last search; what follows from them stays on the trail for the next one. */
  #assumed: readonly number[] = []
  #conflict: readonly number[] = []

  /**
   * @param bound contradictions after which a search is given up
   * @param budget shared with other searches; without one nothing but the bound ends a search
   */
  constructor(variables: number, constraints: readonly Constraint[], bound: number, budget?: Budget) {
    this.#variables = variables
    this.#constraints = constraints
    this.#bound = bound
    this.#budget = budget
    this.#trail = new Trail(variables, constraints)
    this.#activity = new Float64Array(variables)
    this.#seen = new Uint8Array(variables)
  }

  /** Assumptions of the last search that together left nothing: enough for it, perhaps more than needed. Only after 'none'. */
  get conflict(): readonly number[] {
    return this.#conflict
  }

  /** @param assumptions literals that have to hold */
  solve(assumptions: readonly number[], order: Order): Outcome {
    if (this.#learned > LEARNED_AT_MOST) this.#forget()
    this.#trail.undoTo(this.#sharedWith(assumptions))
    this.#assumed = assumptions
    this.#conflict = []
    let contradictions = 0
    let nextRestart = FIRST_RESTART
    while (this.#trail.possible) {
      if (this.#budget !== undefined && --this.#budget.steps < this.#budget.reserve) return 'undecided'
      const broken = this.#trail.propagate()
      if (broken !== NO_CAUSE) {
        if (this.#trail.level === 0) this.#trail.possible = false
        else this.#learn(broken)
        if (++contradictions > this.#bound) return 'undecided'
        if (contradictions >= nextRestart) this.#trail.undoTo(0)
        if (contradictions >= nextRestart) nextRestart = contradictions * 1.5
        continue
      }
      const literal = this.#next(assumptions, order, contradictions > 0)
      if (literal === undefined) return this.#found()
      const { level } = this.#trail
      this.#trail.open()
      if (this.#trail.add(literal, NO_CAUSE)) continue
      // Only an assumption can be false already; the next search must not take its level for one where it holds.
      this.#trail.undoTo(level)
      this.#conflict = this.#assumptionsAgainst(literal)
      return 'none'
    }
    return 'none'
  }

  /** An assumption that is false, with the assumptions before it from which that follows. */
  #assumptionsAgainst(assumption: number): number[] {
    const { causes, levels } = this.#trail
    const found = [assumption]
    const open = [negation(assumption)]
    for (const seen = new Set<number>(); open.length > 0; ) {
      const literal = open.pop() as number
      if (seen.has(literal) || levels[literal >> 1] === 0) continue
      seen.add(literal)
      const cause = causes[literal >> 1] as number
      if (cause === NO_CAUSE) found.push(literal)
      else open.push(...this.#trail.antecedents(cause, literal).map(negation))
    }
    return found
  }

  /** How many assumptions, from the first on, hold on the trail and are asked for again: each has a level of its own. */
  #sharedWith(assumptions: readonly number[]): number {
    const most = Math.min(this.#trail.level, this.#assumed.length, assumptions.length)
    let shared = 0
    while (shared < most && this.#assumed[shared] === assumptions[shared]) shared++
    return shared
  }

  #next(assumptions: readonly number[], { literals, fixed }: Order, byActivity: boolean): number | undefined {
    const { values, level } = this.#trail
    if (level < assumptions.length) return assumptions[level]
    let best: number | undefined
    let bestActivity = -1
    for (let index = 0; index < literals.length; index++) {
      const literal = literals[index] as number
      if (values[literal] !== 0) continue
      if (index < fixed || !byActivity) return literal
      const activity = this.#activity[literal >> 1] as number
      if (activity <= bestActivity) continue
      best = literal
      bestActivity = activity
    }
    return best
  }

  /** Learns the first unique implication point and goes back to where it has an effect. */
  #learn(broken: Cause): void {
    const trail = this.#trail
    const learned: number[] = []
    let cause = broken
    let literal = -1
    let position = trail.size - 1
    for (let pending = 0; ; ) {
      for (const other of trail.antecedents(cause, literal)) pending += this.#visit(other, learned)
      while (this.#seen[(trail.literals[position] as number) >> 1] === 0) position--
      literal = trail.literals[position--] as number
      this.#seen[literal >> 1] = 0
      if (--pending === 0) break
      cause = trail.causes[literal >> 1] as number
    }
    for (const other of learned) this.#seen[other >> 1] = 0
    learned.sort((one, other) => (trail.levels[other >> 1] as number) - (trail.levels[one >> 1] as number))
    trail.undoTo(learned.length === 0 ? 0 : (trail.levels[(learned[0] as number) >> 1] as number))
    const asserted = negation(literal)
    trail.add(asserted, learned.length === 0 ? NO_CAUSE : trail.addClause([asserted, ...learned]))
    this.#learned++
    this.#increment /= DECAY
  }

  /** @returns 1 for a literal of the present level, whose causes are looked at too */
  #visit(literal: number, learned: number[]): number {
    const variable = literal >> 1
    const level = this.#trail.levels[variable] as number
    if (this.#seen[variable] === 1 || level === 0) return 0
    this.#seen[variable] = 1
    ;(this.#activity[variable] as number) += this.#increment
    if ((this.#activity[variable] as number) > LARGEST_ACTIVITY) this.#rescale()
    if (level === this.#trail.level) return 1
    learned.push(literal)
    return 0
  }

  #rescale(): void {
    for (let variable = 0; variable < this.#variables; variable++)
      (this.#activity[variable] as number) /= LARGEST_ACTIVITY
    this.#increment /= LARGEST_ACTIVITY
  }

  #found(): Bits {
    const bits = new Uint32Array(wordsFor(2 * this.#variables))
    for (let at = 0; at < this.#trail.size; at++) add(bits, this.#trail.literals[at] as number)
    return bits
  }

  #forget(): void {
    this.#trail = new Trail(this.#variables, this.#constraints)
    this.#activity.fill(0)
    this.#increment = 1
    this.#learned = 0
    this.#assumed = []
  }
}

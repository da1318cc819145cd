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
  #trail: Trail
  #learned = 0
  readonly #activity: Float64Array
  #increment = 1
  readonly #seen: Uint8Array

  /** @param bound contradictions after which a search is given up */
  constructor(variables: number, constraints: readonly Constraint[], bound: number) {
    this.#variables = variables
    this.#constraints = constraints
    this.#bound = bound
    this.#trail = new Trail(variables, constraints)
    this.#activity = new Float64Array(variables)
    this.#seen = new Uint8Array(variables)
  }

  /** @param assumptions literals that have to hold */
  solve(assumptions: readonly number[], order: Order): Outcome {
    if (this.#learned > LEARNED_AT_MOST) this.#forget()
    let contradictions = 0
    let nextRestart = FIRST_RESTART
    while (this.#trail.possible) {
      const broken = this.#trail.propagate()
      if (broken !== NO_CAUSE) {
        if (this.#trail.level === 0) this.#trail.possible = false
        else this.#learn(broken)
        if (++contradictions > this.#bound) return this.#end('undecided')
        if (contradictions >= nextRestart) this.#trail.undoTo(0)
        if (contradictions >= nextRestart) nextRestart = contradictions * 1.5
        continue
      }
      const literal = this.#next(assumptions, order, contradictions > 0)
      if (literal === undefined) return this.#end(this.#found())
      this.#trail.open()
      if (!this.#trail.add(literal, NO_CAUSE)) return this.#end('none')
    }
    return 'none'
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

  #end(outcome: Outcome): Outcome {
    this.#trail.undoTo(0)
    return outcome
  }

  #forget(): void {
    this.#trail = new Trail(this.#variables, this.#constraints)
    this.#activity.fill(0)
    this.#increment = 1
    this.#learned = 0
  }
}

import { negation } from './bitset.ts'
import type { Constraint } from './lowering.ts'

/** Why a literal holds, or what is broken: 0 for nothing, n > 0 for clause n - 1, n < 0 for limit -n - 1. */
export type Cause = number

export const NO_CAUSE: Cause = 0

interface SumLimit {
  readonly members: readonly number[]
  readonly weights: readonly number[]
  readonly bound: number
  readonly heaviest: number
}

/**
 * What a search has assumed so far and what follows from it, each with its cause, in the order in which it became known. Clauses are watched at two
 * of their literals (Moskewicz et al. 2001, 'Chaff'), limits keep the sum of their true literals.
 */
export class Trail {
  /** By literal: 1 true, -1 false, 0 open. */
  readonly values: Int8Array
  /** By variable. */
  readonly levels: Int32Array
  readonly positions: Int32Array
  readonly causes: Int32Array
  readonly literals: Int32Array
  size = 0
  /** Whether anything can hold at all. */
  possible = true
  readonly #starts: number[] = []
  readonly #clauses: Int32Array[] = []
  readonly #watches: number[][]
  readonly #limits: SumLimit[] = []
  readonly #sums: number[] = []
  readonly #limitsOf: { limit: number; weight: number }[][]
  #head = 0

  constructor(variables: number, constraints: readonly Constraint[]) {
    this.values = new Int8Array(2 * variables)
    this.levels = new Int32Array(variables)
    this.positions = new Int32Array(variables)
    this.causes = new Int32Array(variables)
    this.literals = new Int32Array(variables)
    this.#watches = Array.from({ length: 2 * variables }, () => [])
    this.#limitsOf = Array.from({ length: 2 * variables }, () => [])
    const units = constraints.flatMap((constraint) => this.#include(constraint))
    for (const literal of units) this.possible &&= this.add(literal, NO_CAUSE)
    for (let limit = 0; limit < this.#limits.length; limit++) this.possible &&= this.#applyLimit(limit)
    this.possible &&= this.propagate() === NO_CAUSE
  }

  get level(): number {
    return this.#starts.length
  }

  /** Starts a level; what is added from now on is undone with it. */
  open(): void {
    this.#starts.push(this.size)
  }

  undoTo(level: number): void {
    const start = this.#starts[level]
    if (start === undefined) return
    while (this.size > start) {
      const literal = this.literals[--this.size] as number
      this.values[literal] = 0
      this.values[negation(literal)] = 0
      for (const { limit, weight } of this.#limitsOf[literal] ?? []) (this.#sums[limit] as number) -= weight
    }
    this.#starts.length = level
    this.#head = start
  }

  /** @returns false where the literal is known to be false */
  add(literal: number, cause: Cause): boolean {
    const value = this.values[literal] as number
    if (value !== 0) return value > 0
    const variable = literal >> 1
    this.values[literal] = 1
    this.values[negation(literal)] = -1
    this.levels[variable] = this.level
    this.positions[variable] = this.size
    this.causes[variable] = cause
    this.literals[this.size++] = literal
    for (const { limit, weight } of this.#limitsOf[literal] as { limit: number; weight: number }[])
      (this.#sums[limit] as number) += weight
    return true
  }

  /** @returns what is broken, or none */
  propagate(): Cause {
    while (this.#head < this.size) {
      const literal = this.literals[this.#head++] as number
      for (const { limit } of this.#limitsOf[literal] as { limit: number }[])
        if (!this.#applyLimit(limit)) return -limit - 1
      const broken = this.#applyClauses(negation(literal))
      if (broken !== NO_CAUSE) return broken
    }
    return NO_CAUSE
  }

  /**
   * The false literals that led to `literal`, or to the cause being broken.
   *
   * @param literal the one that follows, or -1 for a broken cause
   */
  antecedents(cause: Cause, literal: number): number[] {
    if (cause > 0) return [...(this.#clauses[cause - 1] as Int32Array)].filter((other) => other !== literal)
    const before = literal < 0 ? this.size : (this.positions[literal >> 1] as number)
    const isBefore = (member: number) =>
      (this.values[member] as number) > 0 && (this.positions[member >> 1] as number) < before
    return (this.#limits[-cause - 1] as SumLimit).members.filter(isBefore).map(negation)
  }

  /** @param literals at least two, of which the first two are the last to become false */
  addClause(literals: readonly number[]): Cause {
    const clause = this.#clauses.push(Int32Array.from(literals))
    this.#watches[literals[0] as number]?.push(clause - 1)
    this.#watches[literals[1] as number]?.push(clause - 1)
    return clause
  }

  /** @returns the literal of a clause of one */
  #include({ literals, limit }: Constraint): number[] {
    if (limit !== undefined) {
      const index = this.#limits.push({ members: literals, ...limit, heaviest: Math.max(...limit.weights) }) - 1
      this.#sums.push(0)
      for (const [at, literal] of literals.entries())
        this.#limitsOf[literal]?.push({ limit: index, weight: limit.weights[at] as number })
      return []
    }
    const distinct = [...new Set(literals)]
    if (distinct.some((literal) => distinct.includes(negation(literal)))) return []
    if (distinct.length === 0) this.possible = false
    if (distinct.length > 1) this.addClause(distinct)
    return distinct.length === 1 ? distinct : []
  }

  #applyLimit(index: number): boolean {
    const { members, weights, bound, heaviest } = this.#limits[index] as SumLimit
    const left = bound - (this.#sums[index] as number)
    if (left < 0) return false
    if (left >= heaviest) return true
    for (let at = 0; at < members.length; at++) {
      const member = members[at] as number
      if ((weights[at] as number) > left && this.values[member] === 0) this.add(negation(member), -index - 1)
    }
    return true
  }

  #applyClauses(falsified: number): Cause {
    const watching = this.#watches[falsified] as number[]
    let kept = 0
    for (let at = 0; at < watching.length; at++) {
      const index = watching[at] as number
      const clause = this.#clauses[index] as Int32Array
      if (clause[0] === falsified) {
        clause[0] = clause[1] as number
        clause[1] = falsified
      }
      if (this.values[clause[0] as number] !== 1 && this.#rewatch(clause, index)) continue
      watching[kept++] = index
      if (this.add(clause[0] as number, index + 1)) continue
      while (++at < watching.length) watching[kept++] = watching[at] as number
      watching.length = kept
      return index + 1
    }
    watching.length = kept
    return NO_CAUSE
  }

  /** Watches another literal of the clause instead of its second one. */
  #rewatch(clause: Int32Array, index: number): boolean {
    for (let at = 2; at < clause.length; at++) {
      const literal = clause[at] as number
      if ((this.values[literal] as number) < 0) continue
      clause[at] = clause[1] as number
      clause[1] = literal
      this.#watches[literal]?.push(index)
      return true
    }
    return false
  }
}

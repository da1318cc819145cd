import { add, type Bits, contradicts, has, negation, wordsFor } from './bitset.ts'
import type { Constraint } from './lowering.ts'

/** The bound of a constraint that is a clause. */
const CLAUSE = -1

/**
 * What follows at once from what is known. Clauses of two literals and limits of one are rows of a bit matrix (for each literal the set that
 * follows from it); longer clauses and limits are looked at when one of their literals changes.
 *
 * A literal costs its row, `literals / 32` words, and the constraints that name it.
 */
export class Propagation {
  readonly words: number
  readonly #literals: number
  readonly #rows: Bits
  readonly #watchers: number[][]
  readonly #members: Int32Array[] = []
  readonly #weights: Float64Array[] = []
  readonly #bounds: number[] = []
  readonly #heaviest: number[] = []
  readonly #dirty: Int32Array
  readonly #isDirty: Uint8Array
  readonly #queue: Int32Array
  #end = 0
  readonly #root: Bits | undefined

  /** @param variables how many there are: every literal is below twice that */
  constructor(variables: number, constraints: readonly Constraint[]) {
    this.#literals = 2 * variables
    this.words = wordsFor(this.#literals)
    this.#rows = new Uint32Array(this.#literals * this.words)
    this.#watchers = Array.from({ length: this.#literals }, () => [])
    this.#queue = new Int32Array(this.#literals)
    for (const constraint of constraints) this.#include(constraint)
    this.#dirty = new Int32Array(this.#members.length)
    this.#isDirty = new Uint8Array(this.#members.length)
    const bits = new Uint32Array(this.words)
    this.#root = this.#propagate(bits, true) ? bits : undefined
  }

  /** What holds without any choice; a copy. @returns undefined where nothing can hold */
  root(): Bits | undefined {
    return this.#root?.slice()
  }

  /**
   * Adds a literal and all that follows from it at once.
   *
   * @returns whether that is without contradiction; after one `bits` is of no use
   */
  assume(bits: Bits, literal: number): boolean {
    if (has(bits, literal)) return true
    if (has(bits, negation(literal))) return false
    this.#end = 0
    this.#push(bits, literal)
    return this.#propagate(bits, false)
  }

  #include({ literals, limit }: Constraint): void {
    const distinct = limit === undefined ? [...new Set(literals)] : literals
    if (limit === undefined) {
      if (distinct.some((literal) => distinct.includes(negation(literal)))) return
      if (distinct.length === 2) this.#oneOf(distinct[0] as number, distinct[1] as number)
      else this.#watch(distinct, { weights: [], bound: CLAUSE }, distinct.map(negation))
    } else if (limit.bound === 1 && limit.weights.every((weight) => weight === 1)) this.#atMostOne(literals)
    else this.#watch(literals, limit, literals)
  }

  #watch(members: readonly number[], limit: { weights: readonly number[]; bound: number }, watched: readonly number[]) {
    const index = this.#members.push(Int32Array.from(members)) - 1
    this.#weights.push(Float64Array.from(limit.weights))
    this.#bounds.push(limit.bound)
    this.#heaviest.push(Math.max(0, ...limit.weights))
    for (const literal of watched) this.#watchers[literal]?.push(index)
  }

  /** One of two: each follows from the negation of the other. */
  #oneOf(one: number, other: number): void {
    this.#addToRow(negation(one), other)
    this.#addToRow(negation(other), one)
  }

  #atMostOne(literals: readonly number[]): void {
    for (const literal of literals)
      for (const other of literals) if (other !== literal) this.#addToRow(literal, negation(other))
  }

  #addToRow(literal: number, implied: number): void {
    const word = literal * this.words + (implied >>> 5)
    ;(this.#rows[word] as number) |= 1 << (implied & 31)
  }

  #push(bits: Bits, literal: number): void {
    add(bits, literal)
    this.#queue[this.#end++] = literal
  }

  #propagate(bits: Bits, everything: boolean): boolean {
    let head = 0
    let dirty = 0
    const mark = (constraint: number) => {
      if (this.#isDirty[constraint] === 1) return
      this.#isDirty[constraint] = 1
      this.#dirty[dirty++] = constraint
    }
    if (everything) for (let constraint = 0; constraint < this.#members.length; constraint++) mark(constraint)
    let possible = true
    while (possible && (head < this.#end || dirty > 0)) {
      if (head < this.#end) {
        const literal = this.#queue[head++] as number
        possible = this.#addRow(bits, literal)
        for (const constraint of this.#watchers[literal] as number[]) mark(constraint)
      } else {
        const constraint = this.#dirty[--dirty] as number
        this.#isDirty[constraint] = 0
        possible = this.#bounds[constraint] === CLAUSE ? this.#clause(bits, constraint) : this.#limit(bits, constraint)
      }
    }
    while (dirty > 0) this.#isDirty[this.#dirty[--dirty] as number] = 0
    return possible
  }

  #addRow(bits: Bits, literal: number): boolean {
    const start = literal * this.words
    for (let word = 0; word < this.words; word++) {
      const known = bits[word] as number
      let more = (this.#rows[start + word] as number) & ~known
      if (more === 0) continue
      if (contradicts(known | more)) return false
      bits[word] = known | more
      for (; more !== 0; more &= more - 1) this.#queue[this.#end++] = (word << 5) + 31 - Math.clz32(more & -more)
    }
    return true
  }

  #clause(bits: Bits, constraint: number): boolean {
    let open = -1
    for (const literal of this.#members[constraint] as Int32Array) {
      if (has(bits, literal)) return true
      if (has(bits, negation(literal))) continue
      if (open >= 0) return true
      open = literal
    }
    if (open >= 0) this.#push(bits, open)
    return open >= 0
  }

  #limit(bits: Bits, constraint: number): boolean {
    const members = this.#members[constraint] as Int32Array
    const weights = this.#weights[constraint] as Float64Array
    let left = this.#bounds[constraint] as number
    for (let index = 0; index < members.length; index++)
      if (has(bits, members[index] as number)) left -= weights[index] as number
    if (left < 0) return false
    if (left >= (this.#heaviest[constraint] as number)) return true
    for (let index = 0; index < members.length; index++) {
      const literal = members[index] as number
      if ((weights[index] as number) <= left || has(bits, literal) || has(bits, negation(literal))) continue
      this.#push(bits, negation(literal))
    }
    return true
  }
}

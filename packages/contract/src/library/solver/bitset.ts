/**
 * Literals: `2v` says that variable v is true, `2v + 1` that it is false. A set of literals is a bitset, 32 to a word, so that the two of a
 * variable are neighbours in one word.
 */
export type Bits = Uint32Array

/** Every second bit: the literals that say true. */
const TRUE_LITERALS = 0x55555555

export function positive(variable: number): number {
  return variable << 1
}

export function negation(literal: number): number {
  return literal ^ 1
}

export function wordsFor(literals: number): number {
  return (literals + 31) >>> 5
}

export function has(bits: Bits, literal: number): boolean {
  return ((bits[literal >>> 5] as number) & (1 << (literal & 31))) !== 0
}

export function add(bits: Bits, literal: number): void {
  ;(bits[literal >>> 5] as number) |= 1 << (literal & 31)
}

/** Whether a word says both true and false of a variable. */
export function contradicts(word: number): boolean {
  return (word & (word >>> 1) & TRUE_LITERALS) !== 0
}

/** Adds all of `more` to `bits`. */
export function addAll(bits: Bits, more: Bits): void {
  for (let word = 0; word < bits.length; word++) (bits[word] as number) |= more[word] as number
}

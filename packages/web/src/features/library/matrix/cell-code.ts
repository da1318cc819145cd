import type { CompatibilityResult } from '@packhouse/contract'

/** What is known of a pair in the grid, packed into one number so that a million of them stay small and quick to compare. */
export interface CellFacts {
  answer: CompatibilityResult
  stale: boolean
  /** The pair runs at a customer. */
  live: boolean
  /** Measured values of the fleet are beyond what the answer claims. */
  contradicted: boolean
  conditions: number
}

/** Answers by their two lowest bits. */
export const answers: readonly CompatibilityResult[] = ['unknown', 'yes', 'conditional', 'no']

export const ANSWER = 3
const STALE = 4
const LIVE = 8
const CONTRADICTED = 16
const CONDITIONS = 5
/** More conditions than this are drawn as this many. */
const MOST_CONDITIONS = 15

export function toCode({ answer, stale, live, contradicted, conditions }: CellFacts): number {
  const count = answer === 'conditional' ? Math.min(conditions, MOST_CONDITIONS) : 0
  return (
    answers.indexOf(answer) |
    (stale ? STALE : 0) |
    (live ? LIVE : 0) |
    (contradicted ? CONTRADICTED : 0) |
    (count << CONDITIONS)
  )
}

export function factsOf(code: number): CellFacts {
  return {
    answer: answerOf(code),
    stale: (code & STALE) !== 0,
    live: (code & LIVE) !== 0,
    contradicted: (code & CONTRADICTED) !== 0,
    conditions: code >> CONDITIONS,
  }
}

export function answerOf(code: number): CompatibilityResult {
  return answers[code & ANSWER] ?? 'unknown'
}

/** The cell after somebody has given another answer, until the server says more of it. */
export function withAnswer(code: number, answer: CompatibilityResult): number {
  return answerOf(code) === answer ? code : answers.indexOf(answer) | (code & (LIVE | STALE))
}

/** Codes as characters, so that the cells of a strip are compared with one comparison. */
export const toCharacter = (code: number): string => String.fromCharCode(code + 1)
export const fromCharacter = (text: string, index: number): number => text.charCodeAt(index) - 1

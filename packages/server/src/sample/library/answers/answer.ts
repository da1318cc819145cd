import type { CompatibilityResult, evidenceKinds } from '@packhouse/contract'
import type { OptionKey } from '../options/option.ts'
import type { SampleStyle, Span } from '../styles.ts'

/** Under which conditions a machine makes a style. Speeds are per minute, dimensions in mm. */
export interface SampleConditions {
  speed?: Span
  length?: Span
  width?: Span
  height?: Span
  /** In euros. */
  toolingCost?: string
  /** Options of the machine that it takes, and those that must not be there. */
  needs?: readonly OptionKey[]
  without?: readonly OptionKey[]
}

/** What is said of one style. The age is that of the evidence; more than 24 months make it stale. */
export type SampleAnswer = readonly [
  style: string,
  result: CompatibilityResult,
  evidence: (typeof evidenceKinds)[number] | null,
  monthsAgo: number | null,
  conditions?: SampleConditions,
  notes?: string,
]

/** The answers of one machine. What it does not name is unknown. */
export interface SampleAnswers {
  model: string
  answers: readonly SampleAnswer[]
  /** What it is not built for, by the judgement of those who build it. */
  no: { families: readonly SampleStyle['family'][]; styles?: readonly string[]; monthsAgo: number }
}

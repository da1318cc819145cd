import type { MachineFact, optionAvailabilities, optionInputKinds, optionRuleKinds } from '@packhouse/contract'

export interface SampleDefinition {
  code: string
  name: string
  category: string
  inputKind: (typeof optionInputKinds)[number]
  choices?: readonly string[]
  unit?: string
}

/** An option of the same machine: the code of its definition, and after an equals sign its choice where it has several. */
export type OptionKey = string

/** What an option adds to its name, its price in euros and its lead time in days. */
export interface SampleOptionDetails {
  requires?: readonly OptionKey[]
  excludes?: readonly OptionKey[]
  grants?: { voltage?: number; phases?: number; ip?: string }
  notes?: string
}

export type SampleOption = readonly [
  key: OptionKey,
  availability: (typeof optionAvailabilities)[number],
  price: string | null,
  leadDays: number | null,
  details?: SampleOptionDetails,
]

/** A rule between the options of a machine, as `machineOptionRules` has it. Amounts belong to the options in their order. */
export interface SampleRule {
  kind: (typeof optionRuleKinds)[number]
  name: string
  reason?: string
  options?: readonly OptionKey[]
  amounts?: readonly number[]
  most?: number
  sumMost?: number
  sumMostFact?: MachineFact
  unit?: string
  combinations?: readonly (readonly OptionKey[])[]
  /** In the codes of definitions. */
  formula?: string
  style?: string
  when?: { fact: MachineFact; atLeast?: number; atMost?: number }
}

export interface SampleOptions {
  model: string
  options: readonly SampleOption[]
  rules?: readonly SampleRule[]
}

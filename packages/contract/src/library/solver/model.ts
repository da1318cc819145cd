/** An option of a machine, such as 'Gas flush'. Its code is unique over all groups of the machine. */
export interface Option {
  readonly code: string
  /**
   * How much the option is wanted while nobody has chosen: above 0 it is taken by default where rules and choices allow it. The
   * highest preference is met first; equal ones in the order of the model. Soft: no rule and no choice ever yields to it.
   */
  readonly preference?: number
  /** The numbers it stands for, of which one is chosen with it. Formulas reckon with them. */
  readonly values?: ValueRange
}

/** The numbers from `from` to `to` in steps of `step`; one number where both are the same. */
export interface ValueRange {
  readonly from: number
  readonly to: number
  readonly step: number
}

/** Options of which at least `least` and at most `most` are taken: 1 and 1 is 'choose one', 0 and 1 a yes or no. */
export interface OptionGroup {
  readonly code: string
  readonly least: number
  readonly most: number
  readonly options: readonly Option[]
}

/** A value of a machine's attribute, such as its type, its supply voltage or its number of lanes. */
export type Fact = string | number | boolean

/** What is known of the machine and of the job. An attribute that is missing is unknown, which is not 'no'. */
export type Facts = Readonly<Record<string, Fact>>

/** Holds when the attribute has one of these values and lies within these limits, both included. */
export interface Condition {
  readonly attribute: string
  readonly oneOf?: readonly Fact[]
  readonly atLeast?: number
  readonly atMost?: number
}

/** A number, or the attribute that carries it. */
export type Limit = number | { readonly attribute: string }

interface RuleBase {
  /** Unique over all rules; reasons and findings name rules by it. */
  readonly code: string
  /** The rule counts only where all of these hold; it says nothing while one of them is unknown. */
  readonly when?: readonly Condition[]
}

/** Whoever takes all of `options` needs at least one of `anyOf`. */
export interface RequiresRule extends RuleBase {
  readonly kind: 'requires'
  readonly options: readonly string[]
  readonly anyOf: readonly string[]
}

/** `option` goes with none of `others`. */
export interface ExcludesRule extends RuleBase {
  readonly kind: 'excludes'
  readonly option: string
  readonly others: readonly string[]
}

/** At most `most` of these options. */
export interface AtMostRule extends RuleBase {
  readonly kind: 'atMost'
  readonly of: readonly string[]
  readonly most: number
}

/** Options by the code of their group, which go together in any way. */
export type Combination = Readonly<Record<string, readonly string[]>>

/**
 * Which options of several groups go together. What one of the combinations allows is allowed, also when it is in another rule over the same
 * groups. The rule is silent where an option is taken that none of them names, or none of a group.
 */
export interface CombinationsRule extends RuleBase {
  readonly kind: 'combinations'
  readonly allowed: readonly Combination[]
}

/** The amounts of the options that are taken add up to `most` at most; up to 6 decimals, exact. */
export interface SumRule extends RuleBase {
  readonly kind: 'sum'
  readonly amounts: Readonly<Record<string, number>>
  readonly most: Limit
}

/** These options are part of every configuration, for instance of a packaging style. */
export interface IncludedRule extends RuleBase {
  readonly kind: 'included'
  readonly options: readonly string[]
}

/** These options cannot be had. */
export interface UnavailableRule extends RuleBase {
  readonly kind: 'unavailable'
  readonly options: readonly string[]
}

/** The factor times the numbers of these groups. */
export interface Term {
  readonly factor: number
  readonly of: readonly string[]
}

/** Says that an option is taken or not, or that a sum of terms is, or is not, at most or equal to the bound. */
export type FormulaLiteral =
  | { readonly option: string; readonly taken: boolean }
  | {
      readonly terms: readonly Term[]
      readonly relation: 'atMost' | 'equals'
      readonly bound: number
      readonly holds: boolean
    }

/** Of each clause at least one literal holds. The groups of its terms have exactly one option, each with values. */
export interface FormulaRule extends RuleBase {
  readonly kind: 'formula'
  readonly clauses: readonly (readonly FormulaLiteral[])[]
}

/** Every rule is hard. Nothing is said of what no rule names. */
export type Rule =
  | RequiresRule
  | ExcludesRule
  | AtMostRule
  | CombinationsRule
  | SumRule
  | IncludedRule
  | UnavailableRule
  | FormulaRule

/** The options of a machine and the rules between them: one immutable revision. */
export interface RuleModel {
  readonly groups: readonly OptionGroup[]
  readonly rules: readonly Rule[]
}

/** The person's own choices in the order of the clicks. What is in neither list is open. */
export interface Configuration {
  readonly chosen: readonly string[]
  readonly declined: readonly string[]
}

/** One own choice: to take the option or to leave it out. */
export interface Choice {
  readonly option: string
  readonly taken: boolean
}

/**
 * A group of options that are numbers, of which one is chosen, such as the number of lanes. An option's code ends in its number.
 *
 * @param span whole numbers from `least` to `most` in steps of `step`
 */
export function numberGroup(code: string, span: { least: number; most: number; step?: number }): OptionGroup {
  const { least, most, step = 1 } = span
  const count = Math.max(0, Math.floor((most - least) / step) + 1)
  const options = Array.from({ length: count }, (_, index) => ({ code: `${code}=${least + index * step}` }))
  return { code, least: 1, most: 1, options }
}

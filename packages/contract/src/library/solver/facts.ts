import type { Condition, Fact, Facts, Limit, Rule } from './model.ts'

/** Whether a rule counts for a machine, as far as is known. */
export type Applicability = { applies: 'yes' | 'no' } | { applies: 'unknown'; attributes: readonly string[] }

/**
 * Judges a rule's conditions. One that fails settles it, whatever else is unknown.
 *
 * @returns the attributes that are missing where that cannot be said
 */
export function applicability(rule: Rule, facts: Facts): Applicability {
  const results = (rule.when ?? []).map((condition) => ({ condition, holds: holds(condition, facts) }))
  if (results.some(({ holds }) => holds === false)) return { applies: 'no' }
  const unknown = results.filter(({ holds }) => holds === undefined).map(({ condition }) => condition.attribute)
  if (rule.kind === 'sum' && limitOf(rule.most, facts) === undefined) unknown.push(attributeOf(rule.most) ?? '')
  return unknown.length === 0 ? { applies: 'yes' } : { applies: 'unknown', attributes: [...new Set(unknown)] }
}

/** The attributes on which a rule depends. */
export function attributesOf(rule: Rule): readonly string[] {
  const limit = rule.kind === 'sum' ? attributeOf(rule.most) : undefined
  const all = [...(rule.when ?? []).map(({ attribute }) => attribute), ...(limit === undefined ? [] : [limit])]
  return [...new Set(all)]
}

/** @returns undefined where the attribute is unknown or no number */
export function limitOf(limit: Limit, facts: Facts): number | undefined {
  if (typeof limit === 'number') return limit
  const value = factOf(facts, limit.attribute)
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function attributeOf(limit: Limit): string | undefined {
  return typeof limit === 'number' ? undefined : limit.attribute
}

function holds({ attribute, oneOf, atLeast, atMost }: Condition, facts: Facts): boolean | undefined {
  const value = factOf(facts, attribute)
  if (value === undefined) return undefined
  if (oneOf !== undefined && !oneOf.includes(value)) return false
  if (atLeast === undefined && atMost === undefined) return true
  if (typeof value !== 'number') return undefined
  return value >= (atLeast ?? Number.NEGATIVE_INFINITY) && value <= (atMost ?? Number.POSITIVE_INFINITY)
}

function factOf(facts: Facts, attribute: string): Fact | undefined {
  return Object.hasOwn(facts, attribute) ? facts[attribute] : undefined
}

import { applicability } from './facts.ts'
import type { Facts, Rule } from './model.ts'

/** Options that require each other in a circle, so that none of them can be taken without all. */
export interface RequiresCycle {
  readonly options: readonly string[]
  /** The rule from each option to the next, the last one back to the first. */
  readonly rules: readonly string[]
}

interface Step {
  readonly from: string
  readonly to: string
  readonly rule: string
}

/**
 * The shortest circle of requirements through each option that is not in one named before; only requirements that leave no choice count: one option
 * that needs another. Rules whose facts are unknown count too. Options times rules in the worst case.
 */
export function requiresCycles(rules: readonly Rule[], facts: Facts): RequiresCycle[] {
  const steps = onCircles(rules.filter((rule) => applicability(rule, facts).applies !== 'no').flatMap(stepsOf))
  const from = Map.groupBy(steps, (step) => step.from)
  const named = new Set<string>()
  const cycles: RequiresCycle[] = []
  for (const option of from.keys()) {
    if (named.has(option)) continue
    const path = shortestCircle(from, option)
    if (path === undefined) continue
    const options = path.map((step) => step.from)
    for (const member of options) named.add(member)
    cycles.push({ options, rules: path.map(({ rule }) => rule) })
  }
  return cycles
}

/** Leaves out what leads nowhere or comes from nowhere, over and over: without a circle nothing is left. Linear. */
function onCircles(steps: readonly Step[]): Step[] {
  return endless(endless(steps, 'from', 'to'), 'to', 'from')
}

/** Steps from whose end there is always a further one. */
function endless(steps: readonly Step[], start: 'from' | 'to', end: 'from' | 'to'): Step[] {
  const before = Map.groupBy(steps, (step) => step[end])
  const onward = new Map<string, number>()
  for (const step of steps) onward.set(step[start], (onward.get(step[start]) ?? 0) + 1)
  const gone = new Set<string>()
  const ends = [...before.keys()].filter((option) => !onward.has(option))
  for (const option of ends) {
    gone.add(option)
    for (const step of before.get(option) ?? []) {
      const left = (onward.get(step[start]) ?? 0) - 1
      onward.set(step[start], left)
      if (left === 0) ends.push(step[start])
    }
  }
  return steps.filter((step) => !gone.has(step[end]) && !gone.has(step[start]))
}

function stepsOf(rule: Rule): Step[] {
  if (rule.kind !== 'requires' || rule.options.length !== 1 || rule.anyOf.length !== 1) return []
  return [{ from: rule.options[0] as string, to: rule.anyOf[0] as string, rule: rule.code }]
}

function shortestCircle(from: ReadonlyMap<string, readonly Step[]>, start: string): Step[] | undefined {
  const reached = new Map<string, Step[]>([[start, []]])
  for (const [option, path] of reached)
    for (const step of from.get(option) ?? []) {
      if (step.to === start) return [...path, step]
      if (!reached.has(step.to)) reached.set(step.to, [...path, step])
    }
  return undefined
}

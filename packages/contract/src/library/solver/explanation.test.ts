import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agrees, allSolutions } from './brute-force.ts'
import { areMinimalChoices, asConfiguration, isMinimalReason, leavesNothing } from './brute-reasons.ts'
import { compileRules } from './compiled-rules.ts'
import { choicesOf, choose } from './configuration.ts'
import { explainChoice, REASON_STEPS } from './explanation.ts'
import type { Choice, RuleModel } from './model.ts'
import { quickXplain } from './quick-xplain.ts'
import { randomChoices } from './random-choices.ts'
import { randomModel } from './random-models.ts'
import { findSwaps, settleConfiguration } from './swaps.ts'

const SEED = 20261123
/** Thousands of models take a while on a busy machine, in ms. */
const LONG = 180_000
const small = randomModel({ options: 8, rules: 8 })
const dice = fc.infiniteStream(fc.nat(9_999))

describe('QuickXplain', () => {
  test(
    'finds a minimal contradiction and prefers earlier items: 2,000 random sets of contradictions',
    () => {
      const contradictions = fc.array(fc.uniqueArray(fc.nat(11), { minLength: 1, maxLength: 4 }), { maxLength: 6 })
      fc.assert(
        fc.property(contradictions, (sets) => {
          const consistent = (items: readonly number[]) => !sets.some((set) => set.every((one) => items.includes(one)))
          const items = Array.from({ length: 12 }, (_, index) => index)
          const found = quickXplain(items, consistent)
          expect(found === undefined).toBe(sets.length === 0)
          if (found === undefined) return
          expect(consistent(found)).toBe(false)
          for (const item of found) expect(consistent(found.filter((other) => other !== item))).toBe(true)
          const last = Math.min(...sets.map((set) => Math.max(...set)))
          expect(Math.max(...found)).toBe(last)
        }),
        { seed: SEED, numRuns: 2_000 },
      )
    },
    LONG,
  )
})

describe('the reason of a state', () => {
  test(
    'is a minimal set of choices, and of rules and groups: every option of 1,500 random models',
    () => {
      let explained = 0
      fc.assert(
        fc.property(small, dice, (random, numbers) => {
          const rules = compileRules(random.model, random.facts)
          const configuration = randomChoices(random.model, numbers, 3)
          for (const option of rules.variables.keys()) {
            const reason = explainChoice(rules, configuration, option)
            if (reason === undefined || reason.state === 'chosen' || reason.state === 'free') continue
            if (reason.defaults[0] === option) continue
            const goal = { option, taken: reason.state === 'excluded' }
            const choices = [...reason.choices, ...reason.defaults.map((one) => ({ option: one, taken: true }))]
            expect(areMinimalChoices(random, choices, [goal])).toBe(true)
            expect(isMinimalReason(random, reason, [...choices, goal])).toBe(true)
            expect(reason.isMinimal).toBe(true)
            explained++
          }
        }),
        { seed: SEED + 1, numRuns: 1_500 },
      )
      expect(explained).toBeGreaterThan(1_000)
    },
    LONG,
  )
})

describe('a reason whose steps do not suffice', () => {
  test('of a chain of 500 options takes no more than it may, names the chain and says that less may do', () => {
    const budget = { steps: 1_000_000, reserve: 0 }
    const rules = compileRules(chainOf(500), {}, undefined, budget)
    const reason = explainChoice(rules, { chosen: ['O0'], declined: [] }, 'O499')
    expect(reason).toMatchObject({ state: 'implied', choices: [{ option: 'O0', taken: true }], isMinimal: false })
    expect(reason?.rules).toHaveLength(499)
    expect(1_000_000 - budget.steps).toBeLessThan(2 * REASON_STEPS + 100)
    const swaps = findSwaps(rules, { chosen: [], declined: ['O499'] }, { option: 'O0', taken: true })
    expect(swaps.swaps.map(({ givesUp }) => givesUp)).toEqual([[{ option: 'O499', taken: false }]])
    expect(budget.steps).toBeGreaterThan(1_000_000 - 4 * REASON_STEPS)
    expect(budget.reserve).toBe(0)
  })

  test(
    'is true all the same: what it names leaves no other way, in 1,500 random models with 1 to 60 steps',
    () => {
      let ended = 0
      fc.assert(
        fc.property(small, dice, fc.integer({ min: 1, max: 60 }), (random, numbers, steps) => {
          const rules = compileRules(random.model, random.facts, undefined, { steps: 1_000_000, reserve: 0 })
          const configuration = randomChoices(random.model, numbers, 3)
          for (const option of rules.variables.keys()) {
            const reason = explainChoice(rules, configuration, option, steps)
            if (reason === undefined || reason.isMinimal || reason.rules.length + reason.groups.length === 0) continue
            const goal = { option, taken: reason.state === 'excluded' }
            const choices = [...reason.choices, ...reason.defaults.map((one) => ({ option: one, taken: true }))]
            expect(leavesNothing(random, reason, [...choices, goal])).toBe(true)
            ended++
          }
        }),
        { seed: SEED + 4, numRuns: 1_500 },
      )
      expect(ended).toBeGreaterThan(100)
    },
    LONG,
  )
})

describe('a swap', () => {
  test(
    'gives up as few own choices as possible and leads to a possible configuration: 2,000 random models',
    () => {
      let swapped = 0
      fc.assert(
        fc.property(small, dice, (random, numbers) => {
          const rules = compileRules(random.model, random.facts)
          const configuration = randomChoices(random.model, numbers, 4)
          const all = allSolutions(random.model, random.facts)
          for (const option of rules.variables.keys()) {
            const goal = { option, taken: true }
            const own = choicesOf(choose(rules, configuration, goal)).filter((choice) => choice.option !== option)
            const smallest = smallestSets(own, (kept) => all.some(agrees(asConfiguration([...kept, goal]))))
            const { swaps, isSmallest } = findSwaps(rules, configuration, goal, 50)
            expect(isSmallest).toBe(true)
            expect(sorted(swaps.map(({ givesUp }) => givesUp))).toEqual(sorted(smallest))
            for (const swap of swaps) {
              expect(all.some(agrees(swap.configuration))).toBe(true)
              expect(swap.configuration.chosen).toContain(option)
              swapped += swap.givesUp.length
            }
          }
        }),
        { seed: SEED + 2, numRuns: 2_000 },
      )
      expect(swapped).toBeGreaterThan(1_000)
    },
    LONG,
  )

  test(
    'settles choices that newer rules no longer allow, and names options that they no longer have',
    () => {
      fc.assert(
        fc.property(small, dice, (random, numbers) => {
          const rules = compileRules(random.model, random.facts)
          const configuration = randomChoices(random.model, numbers, 4)
          const own = choicesOf(configuration)
          const all = allSolutions(random.model, random.facts)
          const settlement = settleConfiguration(rules, {
            ...configuration,
            declined: [...configuration.declined, 'gone'],
          })
          expect(settlement.unknownOptions).toEqual(['gone'])
          const goTogether = all.some(agrees(configuration))
          if (all.length > 0) expect(settlement.choices.length === 0).toBe(goTogether)
          if (!goTogether) expect(isMinimalReason(random, settlement.reason, settlement.choices)).toBe(true)
          const smallest = smallestSets(own, (kept) => all.some(agrees(asConfiguration(kept))))
          expect(settlement.swaps.swaps.length).toBe(Math.min(3, smallest.length))
          expect(settlement.swaps.swaps[0]?.givesUp.length).toBe(smallest[0]?.length)
        }),
        { seed: SEED + 3, numRuns: 1_000 },
      )
    },
    LONG,
  )
})

/** So many options that need one another, the first one all. */
function chainOf(count: number): RuleModel {
  const codes = Array.from({ length: count }, (_, index) => `O${index}`)
  return {
    groups: codes.map((code) => ({ code: `of ${code}`, least: 0, most: 1, options: [{ code }] })),
    rules: codes.slice(1).map((code, index) => {
      return { code: `needs ${code}`, kind: 'requires', options: [`O${index}`], anyOf: [code] }
    }),
  }
}

/** All sets of the smallest size that leave the others possible. */
function smallestSets(own: readonly Choice[], possible: (kept: readonly Choice[]) => boolean): Choice[][] {
  const sets = Array.from({ length: 2 ** own.length }, (_, number) => own.filter((_, index) => (number >> index) & 1))
  const enough = sets.filter((set) => possible(own.filter((choice) => !set.includes(choice))))
  const size = Math.min(...enough.map((set) => set.length))
  return enough.filter((set) => set.length === size)
}

function sorted(sets: readonly (readonly Choice[])[]): string[] {
  return sets.map((set) => set.map(({ option }) => option).join()).sort()
}

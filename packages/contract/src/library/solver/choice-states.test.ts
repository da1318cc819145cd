import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agrees, allSolutions } from './brute-force.ts'
import { type ChoiceState, choiceStates } from './choice-states.ts'
import { compileRules } from './compiled-rules.ts'
import { choose, emptyConfiguration } from './configuration.ts'
import type { Configuration } from './model.ts'
import { randomChoices, throwDice } from './random-choices.ts'
import { type RandomModel, randomModel } from './random-models.ts'

const SEED = 20261122
/** Thousands of models take a while on a busy machine, in ms. */
const LONG = 180_000

describe('the states of all choices', () => {
  test(
    'are those of all configurations that there are, for 4,000 small random models and any own choices',
    () => {
      fc.assert(
        fc.property(randomModel({ options: 9, rules: 9 }), fc.infiniteStream(fc.nat(8)), (random, dice) => {
          const configuration = randomChoices(random.model, dice, 3)
          const { states } = choiceStates(compileRules(random.model, random.facts), configuration) ?? {}
          const expected = statesByBruteForce(random, configuration)
          expect(states === undefined ? undefined : withoutDefaults(states)).toEqual(expected)
        }),
        { seed: SEED, numRuns: 4_000 },
      )
    },
    LONG,
  )

  test(
    'never lead to a dead end, whatever is clicked that is not excluded: 1,000 walks',
    () => {
      fc.assert(
        fc.property(randomModel({ options: 24, rules: 30 }), fc.infiniteStream(fc.nat(97)), (random, dice) => {
          const rules = compileRules(random.model, random.facts)
          let configuration = emptyConfiguration
          let known = choiceStates(rules, configuration)
          for (let clicks = 0; known !== undefined && clicks < 12; clicks++) {
            const open = [...known.states].filter(([, state]) => state === 'free' || state === 'default')
            const [option, state] = open[throwDice(dice, open.length)] ?? []
            if (option === undefined) return
            const taken = state === 'free' || throwDice(dice, 2) === 0
            configuration = choose(rules, configuration, { option, taken })
            known = choiceStates(rules, configuration)
            expect(known).toBeDefined()
            expect(known?.states.get(option)).toBe(taken ? 'chosen' : 'free')
            expect(known?.undecided).toEqual([])
          }
        }),
        { seed: SEED + 1, numRuns: 1_000 },
      )
    },
    LONG,
  )

  test(
    'suggest the configuration that meets preferences best, the highest first',
    () => {
      fc.assert(
        fc.property(randomModel({ options: 9, rules: 9 }), (random) => {
          const states = choiceStates(compileRules(random.model, random.facts), emptyConfiguration)?.states
          const wanted = random.model.groups
            .flatMap(({ options }) => options)
            .filter(({ preference = 0 }) => preference > 0)
            .sort((one, other) => (other.preference ?? 0) - (one.preference ?? 0))
          const best = wanted.reduce(
            (left, { code }) => (left.some((one) => one.has(code)) ? left.filter((one) => one.has(code)) : left),
            allSolutions(random.model, random.facts),
          )
          for (const { code } of states === undefined ? [] : wanted)
            expect(['default', 'implied'].includes(states?.get(code) ?? '')).toBe(best.some((one) => one.has(code)))
        }),
        { seed: SEED + 2, numRuns: 1_000 },
      )
    },
    LONG,
  )
})

/** By definition; what is default or free differs by preferences only, and is taken together here. */
function statesByBruteForce({ model, facts }: RandomModel, configuration: Configuration) {
  const rules = compileRules(model, facts)
  const all = allSolutions(model, facts)
  const left = all.filter(agrees(configuration))
  if (left.length === 0) return undefined
  const state = (option: string): ChoiceState => {
    if (configuration.chosen.includes(option)) return 'chosen'
    if (left.every((taken) => taken.has(option))) return 'implied'
    const clicked = choose(rules, configuration, { option, taken: true })
    return all.some(agrees(clicked)) ? 'free' : 'excluded'
  }
  return Object.fromEntries(model.groups.flatMap(({ options }) => options.map(({ code }) => [code, state(code)])))
}

function withoutDefaults(states: ReadonlyMap<string, ChoiceState>) {
  return Object.fromEntries([...states].map(([option, state]) => [option, state === 'default' ? 'free' : state]))
}

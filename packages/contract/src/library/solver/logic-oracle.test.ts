import fc from 'fast-check'
import Logic from 'logic-solver'
import { describe, expect, test } from 'vitest'
import { choiceStates } from './choice-states.ts'
import { compileRules } from './compiled-rules.ts'
import { emptyConfiguration } from './configuration.ts'
import { logicOracles } from './logic-oracle.ts'
import { numberGroup, type RuleModel } from './model.ts'
import { randomChoices } from './random-choices.ts'
import { randomModel } from './random-models.ts'
import { checkRules } from './rule-check.ts'

const SEED = 20261123
/** On a busy machine, in ms. */
const LONG = 60_000

describe('the solver and logic-solver', () => {
  test(
    'agree on every option of 400 random models, too large to try all configurations, with any own choices',
    () => {
      const oracles = logicOracles()
      oracles.next()
      const seen = { possible: 0, impossible: 0, excluded: 0, implied: 0, open: 0 }
      fc.assert(
        fc.property(randomModel({ options: 20, rules: 16 }), fc.infiniteStream(fc.nat()), (random, dice) => {
          const oracle = oracles.next(random).value
          const rules = compileRules(random.model, random.facts)
          const configuration = randomChoices(random.model, dice, 3)
          const declined = configuration.declined.map((code) => Logic.not(oracle.option(code)))
          const own = [...configuration.chosen.map(oracle.option), ...declined]
          const result = choiceStates(rules, configuration)
          expect(result !== undefined).toBe(oracle.find(...own) !== null)
          seen[result === undefined ? 'impossible' : 'possible']++
          // What a click would replace is judged without it: another question than this one.
          const isReplaced = (code: string) =>
            configuration.declined.includes(code) ||
            rules.groups.get(code)?.options.some((other) => configuration.chosen.includes(other.code))
          const states = [...(result?.states ?? [])].filter(([code]) => !isReplaced(code))
          const inState = (...wanted: string[]) =>
            states.filter(([, state]) => wanted.includes(state)).map(([code]) => oracle.option(code))
          const [excluded, implied] = [inState('excluded'), inState('implied')]
          expect(oracle.find(...own, Logic.or(Logic.FALSE, ...excluded))).toBeNull()
          expect(oracle.find(...own, Logic.or(Logic.FALSE, ...implied.map(Logic.not)))).toBeNull()
          // Everything else can be taken, and can be left out: each configuration that is found settles what it has.
          for (const formulas of [inState('default', 'free'), inState('default', 'free').map(Logic.not)]) {
            for (let open = formulas; open.length > 0; ) {
              const found = oracle.find(...own, Logic.or(...open))
              expect(found).not.toBeNull()
              open = open.filter((formula) => found?.evaluate(formula) === false)
            }
          }
          seen.excluded += excluded.length
          seen.implied += implied.length
          seen.open += inState('default', 'free').length
        }),
        { seed: SEED, numRuns: 400, endOnFailure: true },
      )
      expect(Math.min(seen.possible, seen.impossible)).toBeGreaterThan(60)
      expect(Math.min(seen.excluded, seen.implied, seen.open)).toBeGreaterThan(150)
    },
    LONG,
  )
})

describe('a group of numbers', () => {
  const lanes = numberGroup('lanes', { least: 1, most: 4 })

  test('has an option for each number from the least to the most, in steps', () => {
    expect(lanes).toEqual({
      code: 'lanes',
      least: 1,
      most: 1,
      options: ['lanes=1', 'lanes=2', 'lanes=3', 'lanes=4'].map((code) => ({ code })),
    })
    const codes = (span: { least: number; most: number; step?: number }) =>
      numberGroup('n', span).options.map(({ code }) => code)
    expect(codes({ least: 10, most: 26, step: 8 })).toEqual(['n=10', 'n=18', 'n=26'])
    expect(codes({ least: 10, most: 25, step: 8 })).toEqual(['n=10', 'n=18'])
    expect(codes({ least: 3, most: 3 })).toEqual(['n=3'])
    expect(codes({ least: 4, most: 3 })).toEqual([])
  })

  test('is one choice that rules can be about', () => {
    const model: RuleModel = {
      groups: [lanes, { code: 'extras', least: 0, most: 1, options: [{ code: 'fast' }] }],
      rules: [{ code: 'R1', kind: 'requires', options: ['fast'], anyOf: ['lanes=3', 'lanes=4'] }],
    }
    const states = choiceStates(compileRules(model), { ...emptyConfiguration, chosen: ['fast', 'lanes=3'] })?.states
    expect(Object.fromEntries(states ?? [])).toEqual({
      'lanes=1': 'excluded',
      'lanes=2': 'excluded',
      'lanes=3': 'chosen',
      'lanes=4': 'free',
      fast: 'chosen',
    })
    const none = { ...model, groups: [numberGroup('lanes', { least: 2, most: 1 })], rules: [] }
    expect(checkRules(none)).toEqual([{ kind: 'impossibleGroupLimits', group: 'lanes' }])
  })
})

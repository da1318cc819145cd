import fc from 'fast-check'
import type { Combination, Facts, Limit, OptionGroup, Rule, RuleModel } from './model.ts'

/** A model with its facts. */
export interface RandomModel {
  readonly model: RuleModel
  readonly facts: Facts
}

/** Models with at most `options` options in groups of up to 4 and at most `rules` rules of every kind, with facts known and unknown. */
export function randomModel({ options, rules }: { options: number; rules: number }): fc.Arbitrary<RandomModel> {
  return randomGroups(options).chain((groups) =>
    fc.record({
      model: fc.record({
        groups: fc.constant(groups),
        rules: fc
          .array(randomRule(groups), { maxLength: rules, size: 'max' })
          .map((list) => list.map((rule, index) => ({ ...rule, code: `R${index}` }))),
      }),
      facts: fc.record(
        { type: fc.constantFrom('VFFS', 'HFFS'), power: fc.integer({ min: 0, max: 9 }) },
        { requiredKeys: [] },
      ),
    }),
  )
}

function randomGroups(options: number): fc.Arbitrary<OptionGroup[]> {
  const preference = fc.constantFrom(undefined, undefined, 1, 2)
  const group = fc.array(preference, { minLength: 1, maxLength: 4 }).chain((preferences) =>
    fc.record({
      preferences: fc.constant(preferences),
      least: fc.constantFrom(0, 0, 1, Math.min(2, preferences.length)),
      spare: fc.constantFrom(0, 0, 1, 4),
    }),
  )
  return fc
    .array(group, { minLength: 1, maxLength: Math.ceil(options / 2), size: 'max' })
    .map((groups) => {
      let number = 0
      return groups
        .map(({ preferences, least, spare }, index) => ({
          code: `G${index}`,
          least,
          most: Math.max(1, least + spare),
          options: preferences.map((preference) => ({
            code: `O${number++}`,
            ...(preference === undefined ? {} : { preference }),
          })),
        }))
        .filter((_, index) => groups.slice(0, index + 1).flatMap((one) => one.preferences).length <= options)
    })
    .filter((groups) => groups.length > 0)
}

function randomRule(groups: readonly OptionGroup[]): fc.Arbitrary<Rule> {
  const codes = groups.flatMap((group) => group.options.map(({ code }) => code))
  const some = (most: number) => fc.uniqueArray(fc.constantFrom(...codes), { minLength: 1, maxLength: most })
  const code = fc.constant('')
  const when = fc.constantFrom(
    undefined,
    undefined,
    undefined,
    [{ attribute: 'type', oneOf: ['VFFS'] }],
    [{ attribute: 'power', atLeast: 4 }],
  )
  const withConditions = (rule: fc.Arbitrary<Rule>): fc.Arbitrary<Rule> =>
    fc.tuple(rule, when).map(([one, conditions]) => (conditions === undefined ? one : { ...one, when: conditions }))
  const requires = fc.record({ code, kind: fc.constant('requires' as const), options: some(2), anyOf: some(3) })
  const excludes = some(3)
    .filter((list) => list.length > 1)
    .map(([option = '', ...others]) => ({ code: '', kind: 'excludes' as const, option, others }))
  const atMost: fc.Arbitrary<Rule> = fc.record({
    code,
    kind: fc.constant('atMost' as const),
    of: some(5),
    most: fc.integer({ min: 0, max: 3 }),
  })
  const most: fc.Arbitrary<Limit> = fc.oneof(fc.constantFrom(0.3, 1, 2.5, 4), fc.constant({ attribute: 'power' }))
  const sum: fc.Arbitrary<Rule> = fc.record({
    code,
    kind: fc.constant('sum' as const),
    amounts: fc.dictionary(fc.constantFrom(...codes), fc.constantFrom(0.1, 0.2, 0.3, 1, 2.5, -1), {
      minKeys: 1,
      maxKeys: 6,
    }),
    most,
  })
  const combinations: fc.Arbitrary<Rule> = fc.record({
    code,
    kind: fc.constant('combinations' as const),
    allowed: randomCombinations(groups),
  })
  const plain: fc.Arbitrary<Rule> = fc.record({
    code,
    kind: fc.constantFrom('included' as const, 'unavailable' as const),
    options: some(1),
  })
  return fc.oneof(
    { weight: 6, arbitrary: withConditions(requires) },
    { weight: codes.length > 1 ? 6 : 0, arbitrary: withConditions(excludes) },
    {
      weight: 2,
      arbitrary: withConditions(atMost),
    },
    { weight: 2, arbitrary: withConditions(sum) },
    { weight: 2, arbitrary: withConditions(combinations) },
    { weight: 1, arbitrary: plain },
  )
}

function randomCombinations(groups: readonly OptionGroup[]): fc.Arbitrary<Combination[]> {
  return fc.subarray([...groups], { minLength: 1, maxLength: Math.min(3, groups.length) }).chain((over) => {
    const row = fc.record(
      Object.fromEntries(over.map(({ code, options }) => [code, fc.subarray(options.map((option) => option.code))])),
    )
    return fc.array(row, { minLength: 1, maxLength: 3 })
  })
}

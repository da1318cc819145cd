import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { allSolutions } from './brute-force.ts'
import { isMinimalReason } from './brute-reasons.ts'
import { compileRules, RuleModelError } from './compiled-rules.ts'
import type { OptionGroup, Rule } from './model.ts'
import { randomModel } from './random-models.ts'
import { checkRules, preventsSaving } from './rule-check.ts'

const SEED = 20261124
/** Thousands of models take a while on a busy machine, in ms. */
const LONG = 180_000
const many = (...codes: string[]): OptionGroup => ({
  code: 'extras',
  least: 0,
  most: codes.length,
  options: codes.map((code) => ({ code })),
})
const requires = (code: string, option: string, ...anyOf: string[]): Rule => ({
  code,
  kind: 'requires',
  options: [option],
  anyOf,
})
const excludes = (code: string, option: string, ...others: string[]): Rule => ({
  code,
  kind: 'excludes',
  option,
  others,
})

describe('the check of rules', () => {
  test(
    'finds what is never possible, always implied or without any solution, with minimal reasons: 2,000 random models',
    () => {
      const kinds = new Map<string, number>()
      fc.assert(
        fc.property(randomModel({ options: 8, rules: 10 }), (random) => {
          const findings = checkRules(random.model, random.facts)
          const all = allSolutions(random.model, random.facts)
          for (const { kind } of findings) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
          expect(findings.some(({ kind }) => kind === 'noSolution')).toBe(all.length === 0)
          for (const finding of findings) {
            if (finding.kind === 'noSolution') expect(isMinimalReason(random, finding, [])).toBe(true)
            if (finding.kind !== 'neverPossible' && finding.kind !== 'alwaysImplied') continue
            const goal = { option: finding.option, taken: finding.kind === 'neverPossible' }
            expect(isMinimalReason(random, finding, [goal])).toBe(true)
          }
          if (all.length === 0) return
          const named = (kind: string) =>
            findings.flatMap((one) => (one.kind === kind && 'option' in one ? [one.option] : []))
          const said = (kind: string) =>
            random.model.rules.flatMap((rule) => (rule.kind === kind && 'options' in rule ? rule.options : []))
          for (const { code } of random.model.groups.flatMap(({ options }) => options)) {
            const never = !all.some((taken) => taken.has(code))
            const always = all.every((taken) => taken.has(code))
            if (!said('unavailable').includes(code)) expect(named('neverPossible').includes(code)).toBe(never)
            if (!said('included').includes(code)) expect(named('alwaysImplied').includes(code)).toBe(always)
          }
        }),
        { seed: SEED, numRuns: 2_000 },
      )
      for (const kind of ['noSolution', 'neverPossible', 'alwaysImplied', 'requiresCycle'])
        expect(kinds.get(kind)).toBeGreaterThan(50)
    },
    LONG,
  )

  test('names the rules that contradict each other about an option', () => {
    const rules = [requires('R1', 'splice', 'reel'), requires('R2', 'print', 'reel'), excludes('R3', 'splice', 'reel')]
    expect(checkRules({ groups: [many('splice', 'reel', 'print')], rules })).toEqual([
      { kind: 'neverPossible', option: 'splice', rules: ['R1', 'R3'], groups: [], facts: [] },
    ])
  })

  test('names every contradiction that leaves no configuration, where they share no rule', () => {
    const included = (code: string, ...options: string[]): Rule => ({ code, kind: 'included', options })
    const unavailable = (code: string, ...options: string[]): Rule => ({ code, kind: 'unavailable', options })
    const rules = [
      included('I1', 'a'),
      unavailable('U1', 'a'),
      included('I2', 'b'),
      unavailable('U2', 'b'),
      included('I3', 'c'),
    ]
    expect(checkRules({ groups: [many('a', 'b', 'c')], rules })).toEqual([
      { kind: 'noSolution', rules: ['I1', 'U1'], groups: [], facts: [] },
      { kind: 'noSolution', rules: ['I2', 'U2'], groups: [], facts: [] },
    ])
  })

  test('names a circle of requirements in the order in which they lead back', () => {
    const rules = [
      requires('R1', 'a', 'b'),
      requires('R2', 'b', 'c'),
      requires('R3', 'c', 'a'),
      requires('R4', 'd', 'a', 'b'),
    ]
    const findings = checkRules({ groups: [many('a', 'b', 'c', 'd')], rules })
    expect(findings).toEqual([{ kind: 'requiresCycle', options: ['a', 'b', 'c'], rules: ['R1', 'R2', 'R3'] }])
    expect(findings.every(preventsSaving)).toBe(true)
  })

  test('says nothing where a rule plainly says that an option is always or never part of the machine', () => {
    const rules: Rule[] = [
      { code: 'R1', kind: 'included', options: ['a'] },
      { code: 'R2', kind: 'unavailable', options: ['b'] },
    ]
    expect(checkRules({ groups: [many('a', 'b', 'c')], rules })).toEqual([])
  })

  test('an option that is implied without such a rule is named, and may be saved', () => {
    const findings = checkRules({ groups: [{ ...many('a'), code: 'sealing', least: 1, most: 1 }], rules: [] })
    expect(findings).toEqual([{ kind: 'alwaysImplied', option: 'a', rules: [], groups: ['sealing'], facts: [] }])
    expect(findings.some(preventsSaving)).toBe(false)
  })

  test('names the fact that rules depend on', () => {
    const rules: Rule[] = [
      { code: 'R1', kind: 'unavailable', options: ['a'], when: [{ attribute: 'voltage', atMost: 230 }] },
      requires('R2', 'b', 'a'),
    ]
    const model = { groups: [many('a', 'b')], rules }
    expect(checkRules(model, { voltage: 400 })).toEqual([])
    expect(checkRules(model, { voltage: 230 })).toEqual([
      { kind: 'neverPossible', option: 'b', rules: ['R1', 'R2'], groups: [], facts: ['voltage'] },
    ])
    expect(compileRules(model).unknownRules).toEqual([{ rule: 'R1', attributes: ['voltage'] }])
  })

  test('names what makes a model meaningless before anything else, and such a model is not compiled', () => {
    const model = {
      groups: [many('a', 'b', 'a'), { code: 'extras', least: 3, most: 2, options: [{ code: 'c' }] }],
      rules: [
        requires('R1', 'a', 'x'),
        requires('R1', 'a'),
        excludes('R2', 'b', 'b'),
        { code: 'R3', kind: 'sum', amounts: { a: 0.1234567, b: Number.NaN }, most: Number.POSITIVE_INFINITY },
        { code: 'R4', kind: 'atMost', of: ['a'], most: -1 },
        { code: 'R5', kind: 'combinations', allowed: [{ extras: ['a'], nowhere: ['b'] }] },
        { code: 'R6', kind: 'included', options: ['b'], when: [{ attribute: 'power', atLeast: 5, atMost: 4 }] },
      ] satisfies Rule[],
    }
    expect(checkRules(model).map(({ kind }) => kind)).toEqual([
      'duplicateGroup',
      'duplicateOption',
      'impossibleGroupLimits',
      'duplicateRule',
      'unknownOption',
      'emptyRule',
      'excludesItself',
      'badAmount',
      'badAmount',
      'badLimit',
      'badLimit',
      'unknownGroup',
      'impossibleCondition',
    ])
    expect(() => compileRules(model)).toThrow(RuleModelError)
  })
})

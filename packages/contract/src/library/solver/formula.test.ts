import { describe, expect, test } from 'vitest'
import { choiceStates } from './choice-states.ts'
import { type CompiledRules, compileRules } from './compiled-rules.ts'
import { choose } from './configuration.ts'
import { explainChoice } from './explanation.ts'
import { formulaClauses, type NameFinder } from './formula.ts'
import type { Configuration, OptionGroup, RuleModel } from './model.ts'
import { MOST_SPANS, numberCode, numberOf, separateValues } from './number-spans.ts'
import { checkRules } from './rule-check.ts'
import { findSwaps } from './swaps.ts'

const SEED = 20261128
/** Some thousand states on a busy machine, in ms. */
const LONG = 120_000

/** The numbers and rules of the public 'Configurator challenge' (cpq.se, 2019), as they stand there. */
const ranges = { A: 5, B: 5, C: 5, D: 5, E: 3, F: 9999, G: 9999, H: 20 }
type Name = keyof typeof ranges
const names = Object.keys(ranges) as Name[]
const challenge = [
  'A=2 requires D=4',
  'B=1 requires (A=1 and E=1) or (A=2 and E=1)',
  'C=1 requires (A=3 and B=2) or (A=4 and B=2)',
  'C=2 requires (A=3 and B=2) or (A=4 and B=2)',
  'C=3 requires (A=2 and B=1) or (A=3 and B=2)',
  'C=4 requires B!=4',
  'C=5 requires D=3 or D=4 or D=5',
  'A=2 requires G=1 or G=2',
  'D=3 requires F=3 or G=4',
  'A >= F',
  'E >= F + G',
  'H = A * B',
]

type Numbers = Readonly<Record<Name, number>>

/** Every configuration there is, by trying; written from the rules alone. F and G are at least 1, and E is at most 3. */
const all: Numbers[] = []
const upTo = (most: number) => Array.from({ length: most }, (_, index) => index + 1)
for (const A of upTo(5))
  for (const B of upTo(5))
    for (const C of upTo(5))
      for (const D of upTo(5))
        for (const E of upTo(3))
          for (const F of upTo(E))
            for (const G of upTo(E - F)) {
              const H = A * B
              const obeys =
                H <= 20 &&
                F <= A &&
                (A !== 2 || D === 4) &&
                (B !== 1 || (A <= 2 && E === 1)) &&
                ((C !== 1 && C !== 2) || ((A === 3 || A === 4) && B === 2)) &&
                (C !== 3 || (A === 2 && B === 1) || (A === 3 && B === 2)) &&
                (C !== 4 || B !== 4) &&
                (C !== 5 || (D >= 3 && D <= 5)) &&
                (A !== 2 || G === 1 || G === 2) &&
                (D !== 3 || F === 3 || G === 4)
              if (obeys) all.push({ A, B, C, D, E, F, G, H })
            }

const numbers: NameFinder = (name) => ({ kind: 'number', group: name })

function modelOf(groups: Readonly<Record<string, number>>, texts: readonly string[]): RuleModel {
  return {
    groups: Object.entries(groups).map(([code, to]) => freeNumber(code, 1, to)),
    rules: texts.map((text, index) => ({
      code: `${index + 1}`,
      kind: 'formula',
      clauses: formulaClauses(text, numbers),
    })),
  }
}

function freeNumber(code: string, from: number, to: number, step = 1): OptionGroup {
  return { code, least: 1, most: 1, options: [{ code, values: { from, to, step } }] }
}

/** The numbers of a name that can be had. */
function canBe(rules: CompiledRules, configuration: Configuration, name: string): number[] {
  const states = choiceStates(rules, configuration)?.states
  return (rules.spans.get(name) ?? []).flatMap(({ code, values: { from, to, step } }) =>
    states === undefined || states.get(code) === 'excluded'
      ? []
      : Array.from({ length: (to - from) / step + 1 }, (_, at) => from + at * step),
  )
}

const ascending = (values: Iterable<number>) => [...new Set(values)].sort((one, other) => one - other)

/** A stream of numbers below one that is the same each time. */
function dice(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state / 2 ** 32
  }
}

describe('the public configurator challenge', () => {
  const rules = compileRules(modelOf(ranges, challenge))

  test(
    'leaves after any choices the numbers that trying every configuration leaves, one at a time and all together',
    () => {
      const random = dice(SEED)
      let walks = 0
      for (let walk = 0; walk < 40; walk++) {
        let own: Configuration = { chosen: [], declined: [] }
        let left = all
        for (;;) {
          const chosen = new Set(own.chosen.map((code) => numberOf(code).code))
          const open: Name[] = []
          for (const name of names) {
            // The number of a name is judged without the own choice of that name, which it would replace.
            const others = own.chosen.map(numberOf).filter(({ code }) => code !== name)
            const beside = all.filter((one) => others.every(({ code, value }) => one[code as Name] === value))
            expect(canBe(rules, own, name), `${name} after ${own.chosen.join()}`).toEqual(
              ascending(beside.map((one) => one[name])),
            )
            if (!chosen.has(name)) open.push(name)
          }
          if (open.length === 0) break
          const name = open[Math.floor(random() * open.length)] as Name
          const picked = left[Math.floor(random() * left.length)] as Numbers
          own = choose(rules, own, { option: numberCode(name, picked[name]), taken: true })
          left = left.filter((one) => one[name] === picked[name])
          walks++
        }
        expect(left).toHaveLength(1)
      }
      expect(walks).toBe(40 * names.length)
    },
    LONG,
  )

  test('has no number that is a fault, and says why one cannot be had and what to give up for it', () => {
    expect(checkRules(modelOf(ranges, challenge))).toEqual([])
    const own: Configuration = { chosen: ['A=2', 'F=1'], declined: [] }
    expect(explainChoice(rules, own, 'D=5')).toMatchObject({
      state: 'excluded',
      choices: [{ option: 'A=2', taken: true }],
      rules: ['1'],
      groups: [],
    })
    // D = 3 can never be had: of F = 3 and G = 4 neither is left by rule 11.
    expect(new Set(explainChoice(rules, { chosen: [], declined: [] }, 'D=3')?.rules)).toEqual(new Set(['9', '11']))
    const { swaps } = findSwaps(rules, own, { option: 'H=9', taken: true })
    expect(swaps.map(({ givesUp }) => givesUp)).toEqual([[{ option: 'A=2', taken: true }]])
    expect(swaps[0]?.configuration.chosen).toEqual(['F=1', 'H=9'])
  })
})

test('formulas of numbers with steps, below zero and multiplied leave what trying every configuration leaves, for 300 random models', () => {
  const random = dice(SEED)
  const below = (most: number) => Math.floor(random() * most)
  for (let round = 0; round < 300; round++) {
    const groups = ['x', 'y', 'z'].map((code) => {
      const [from, step] = [below(7) - 3, 1 + below(3)]
      return freeNumber(code, from, from + step * (1 + below(6)), step)
    })
    const term = () => ['x', 'y', 'z', 'x * y', 'y * z', '2 * x', 'z * z', `${below(9)}`][below(8)] as string
    const sum = () => (random() < 0.5 ? term() : `${term()} ${random() < 0.5 ? '+' : '-'} ${term()}`)
    const comparisons = Array.from({ length: 3 }, () => {
      return { left: sum(), sign: ['=', '!=', '<', '<=', '>', '>='][below(6)] as string, right: sum() }
    })
    const words = comparisons.map(({ left, sign, right }) => `${left} ${sign} ${right}`)
    const [one, two, three] = words as [string, string, string]
    const text = [`${one} requires ${two} or ${three}`, `not (${one} and ${two}) or ${three}`, `${one} or ${two}`][
      below(3)
    ]
    const rules = compileRules({
      groups,
      rules: [{ code: 'r', kind: 'formula', clauses: formulaClauses(text as string, numbers) }],
    })
    const valuesOf = (index: number) => {
      const { from, to, step } = groups[index]?.options[0]?.values ?? { from: 0, to: -1, step: 1 }
      return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => from + at * step)
    }
    const holds = javascript(text as string)
    const found = valuesOf(0).flatMap((x) =>
      valuesOf(1).flatMap((y) => valuesOf(2).flatMap((z) => (holds(x, y, z) ? [{ x, y, z }] : []))),
    )
    for (const name of ['x', 'y', 'z'] as const) {
      const values = canBe(rules, { chosen: [], declined: [] }, name)
      expect(values, `${name} of ${text}`).toEqual(ascending(found.map((row) => row[name])))
    }
  }
})

/** The formula as JavaScript reads it. */
function javascript(text: string): (x: number, y: number, z: number) => boolean {
  const script = text
    .replaceAll(/(?<![<>!])=/g, '===')
    .replaceAll('!=', '!==')
    .replaceAll(' and ', ' && ')
    .replaceAll(' or ', ' || ')
    .replaceAll('not (', '!(')
  const [condition, consequence] = script.split(' requires ')
  const body = consequence === undefined ? script : `!(${condition}) || (${consequence})`
  return new Function('x', 'y', 'z', `return ${body}`) as (x: number, y: number, z: number) => boolean
}

describe('a formula', () => {
  const find: NameFinder = (name) =>
    ({
      gas: { kind: 'yesNo', option: 'o-gas' } as const,
      'cold-seal': { kind: 'yesNo', option: 'o-seal' } as const,
      colour: { kind: 'choice', options: new Map([['signal red', 'o-red']]) } as const,
      lanes: { kind: 'number', group: 'g-lanes' } as const,
    })[name]

  test('names options, choices and numbers, with or in what is required', () => {
    expect(formulaClauses('gas requires cold-seal or colour = "Signal Red" and not gas', find)).toEqual([
      [
        { option: 'o-gas', taken: false },
        { option: 'o-seal', taken: true },
        { option: 'o-red', taken: true },
      ],
      [
        { option: 'o-gas', taken: false },
        { option: 'o-seal', taken: true },
        { option: 'o-gas', taken: false },
      ],
    ])
    expect(formulaClauses('lanes > 3', find)).toEqual([
      [{ terms: [{ factor: 1, of: ['g-lanes'] }], relation: 'atMost', bound: 3, holds: false }],
    ])
  })

  test.each([
    ['gas requires', 'unreadable', ''],
    ['lanes = = 3', 'unreadable', '='],
    ['lanes + 3', 'unreadable', ''],
    ['lanes = 3 ; gas', 'unreadable', ';'],
    ['tray', 'unknownName', 'tray'],
    ['colour = blue', 'unknownName', 'blue'],
    ['gas * 2 = 4', 'noNumber', 'gas'],
  ])('that cannot be used names the word at fault: %s', (text, kind, word) => {
    let fault: unknown
    try {
      formulaClauses(text, find)
    } catch (error) {
      fault = error
    }
    expect(fault).toMatchObject({ kind, word })
  })

  test('that tells too many numbers apart is a fault that names the number, and one with few spans is accepted', () => {
    expect(checkRules(modelOf({ F: 5000, G: 5000 }, ['F + G <= 7000']))).toEqual([
      { kind: 'tooManyValues', rule: '1', group: 'F' },
    ])
    expect(checkRules(modelOf({ F: 5000, G: 5000 }, ['F >= 4000 requires G <= 17']))).toEqual([])
  })

  test('with more comparisons than a model may have is refused before all spans are computed', () => {
    const sums = upTo(40).map((n) => `F * F - 99 * F * G + H >= ${n * 977}`)
    const model = modelOf({ F: 9999, G: 9999, H: 9999 }, sums)
    expect(checkRules(model)).toContainEqual({ kind: 'tooManyValues', rule: '1', group: 'F' })
    const sizes = separateValues(model).groups.map(({ options }) => options.length)
    expect(sizes).toEqual([MOST_SPANS + 1, MOST_SPANS + 1, MOST_SPANS + 1])
    // 100 numbers are within the limit of each comparison; thousands of comparisons of two of them are not.
    const products = upTo(100).map((n) => `F * G = ${n}`)
    expect(checkRules(modelOf({ F: 100, G: 100 }, products)).map(({ kind }) => kind)).toContain('tooManyValues')
  })
})

import {
  type CompiledRules,
  choiceStates,
  choose,
  compileRules,
  explainChoice,
  groupOf,
} from '@packhouse/contract/configurator'
import type { Random } from '../driver/random.ts'
import { createRandom } from '../driver/random.ts'
import { challengeModel } from './configurator-challenge.ts'
import { makeModel, nothingChosen, pick } from './configurator-model.ts'

/** Times of one walk in ms, each list in the order in which they were taken. */
export interface WalkTimes {
  compile: number
  states: number[]
  reasons: number[]
  /** States of all numbers of the public configurator challenge after each click. */
  challenge: number[]
  /** What the walk has seen, so that runs can be compared: how often each state, and the options that were clicked. */
  seen: Record<string, number>
  clicked: string[]
  undecided: number
}

export interface WalkOptions {
  seed: number
  clicks: number
  /** How many reasons are asked for. */
  reasons: number
}

/** Clicks its way through a configuration and asks for the state of every option after each, and for some reasons. In page and Node alike. */
export function walk({ seed, clicks, reasons }: WalkOptions): WalkTimes {
  const model = makeModel(createRandom(seed))
  const random = createRandom(seed + 1)
  const times: WalkTimes = {
    compile: 0,
    states: [],
    reasons: [],
    challenge: walkChallenge(createRandom(seed + 2)),
    seen: {},
    clicked: [],
    undecided: 0,
  }
  const rules = timed(
    () => compileRules(model),
    (ms) => {
      times.compile = ms
    },
  )
  let configuration = nothingChosen
  for (let click = 0; click < clicks; click++) {
    const known = timed(
      () => choiceStates(rules, configuration),
      (ms) => times.states.push(ms),
    )
    if (known === undefined) throw new Error('The walk has led to a dead end.')
    times.undecided += known.undecided.length
    for (const state of known.states.values()) times.seen[state] = (times.seen[state] ?? 0) + 1
    const open = [...known.states].filter(([, state]) => state === 'free' || state === 'default')
    if (open.length === 0) break
    const [option] = pick(open, random)
    const forced = [...known.states].filter(([, state]) => state === 'excluded' || state === 'implied')
    if (forced.length > 0 && times.reasons.length < reasons)
      askWhy(rules, configuration, pick(forced, random)[0], times)
    configuration = choose(rules, configuration, { option, taken: true })
    times.clicked.push(option)
  }
  return times
}

/** Chooses one number after the other until none is open, ten times. */
function walkChallenge(random: Random): number[] {
  const rules = compileRules(challengeModel())
  const times: number[] = []
  for (let walk = 0; walk < 10; walk++) {
    let configuration = nothingChosen
    for (;;) {
      const known = timed(
        () => choiceStates(rules, configuration),
        (ms) => times.push(ms),
      )
      if (known === undefined) throw new Error('The walk has led to a dead end.')
      const answered = new Set(configuration.chosen.map((option) => groupOf(rules, option)))
      const open = [...known.states.keys()].filter(
        (option) => known.states.get(option) !== 'excluded' && !answered.has(groupOf(rules, option)),
      )
      if (open.length === 0) break
      configuration = choose(rules, configuration, { option: pick(open, random), taken: true })
    }
  }
  return times
}

function askWhy(rules: CompiledRules, configuration: typeof nothingChosen, option: string, times: WalkTimes): void {
  timed(
    () => explainChoice(rules, configuration, option),
    (ms) => times.reasons.push(ms),
  )
}

function timed<Result>(work: () => Result, report: (ms: number) => unknown): Result {
  const start = performance.now()
  const result = work()
  report(performance.now() - start)
  return result
}

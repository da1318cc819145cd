import { compileRules } from './compiled-rules.ts'
import { choose, emptyConfiguration } from './configuration.ts'
import type { Configuration, RuleModel } from './model.ts'

/** Up to `most` own choices, each replacing the one before in its group as clicks do, whatever the rules say. */
export function randomChoices(model: RuleModel, dice: Iterator<number>, most: number): Configuration {
  const rules = compileRules({ ...model, rules: [] })
  const options = model.groups.flatMap((group) => group.options.map(({ code }) => code))
  let configuration = emptyConfiguration
  for (let count = throwDice(dice, most + 1); count > 0; count--) {
    const option = options[throwDice(dice, options.length)] as string
    configuration = choose(rules, configuration, { option, taken: throwDice(dice, 3) > 0 })
  }
  return configuration
}

/** @returns a whole number from 0 and under `sides` */
export function throwDice(dice: Iterator<number>, sides: number): number {
  return dice.next().value % sides
}

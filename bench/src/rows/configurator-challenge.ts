import { type FormulaRule, formulaClauses, type OptionGroup, type RuleModel } from '@packhouse/contract/configurator'

const RANGES = { A: 5, B: 5, C: 5, D: 5, E: 3, F: 9999, G: 9999, H: 20 }
const FORMULAS = [
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

/** The public 'Configurator challenge' (cpq.se, 2019): eight free numbers and twelve rules. */
export function challengeModel(): RuleModel {
  const groups = Object.entries(RANGES).map(([code, to]): OptionGroup => {
    return { code, least: 1, most: 1, options: [{ code, values: { from: 1, to, step: 1 } }] }
  })
  const rules = FORMULAS.map((text, index): FormulaRule => {
    const clauses = formulaClauses(text, (group) => ({ kind: 'number', group }))
    return { code: String(index + 1), kind: 'formula', clauses }
  })
  return { groups, rules }
}

import { machineFacts, type OptionRuleKind } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ResourceView } from '../../../resource/view.ts'
import { FormulaControl } from './formula-control.tsx'

/** Rules are of a machine, and so are the options they name. */
const OPTIONS_OF_MACHINE = '/v1/machine-library/machines/{parentId}/options'

const whereKind = (...is: OptionRuleKind[]) => ({ field: 'kind', is })
const withFact = { field: 'whenFact', is: machineFacts }

/** A rule between options; the form asks for what its kind needs, and for nothing else. */
export const ruleView: ResourceView = {
  // Its options and combinations are no words that a list could show.
  columns: ['machineId', 'kind', 'reason', 'updatedAt'],
  sections: [
    {
      fields: [
        'machineId',
        'kind',
        'formula',
        'options',
        'combinations',
        'most',
        'sumMost',
        'sumMostFact',
        'unit',
        'name',
        'reason',
      ],
    },
    { title: t('library.whereRuleCounts'), fields: ['styleId', 'whenFact', 'whenAtLeast', 'whenAtMost'] },
  ],
  shownWhen: {
    formula: whereKind('formula'),
    options: whereKind('atMost', 'sum', 'included', 'unavailable'),
    combinations: whereKind('combinations'),
    most: whereKind('atMost'),
    sumMost: whereKind('sum'),
    sumMostFact: whereKind('sum'),
    unit: whereKind('sum'),
    whenAtLeast: withFact,
    whenAtMost: withFact,
  },
  controls: { formula: FormulaControl },
  within: {
    'options.optionId': { field: 'machineId', path: OPTIONS_OF_MACHINE },
    'combinations.options': { field: 'machineId', path: OPTIONS_OF_MACHINE },
  },
}

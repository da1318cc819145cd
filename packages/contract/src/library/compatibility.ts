import { field } from '../engine/field.ts'
import type { Relation } from '../engine/relation-calls.ts'
import { defineResource } from '../engine/resource.ts'
import { compatibilityResults, EVIDENCE_MONTHS, evidenceKinds } from './compatibility-answers.ts'
import { compatibilityMaterials, MAX_CELL_MATERIALS } from './compatibility-materials.ts'
import { dimensionRules, dimensions, partOf, spanOrder } from './shared-fields.ts'

const options = (table: string, noun: readonly [string, string]): Relation => ({
  to: 'machineOption',
  table,
  column: 'compatibility_id',
  otherColumn: 'option_id',
  noun,
  rules: {
    [`${table}_same_machine`]: { code: 'rule', fields: ['ids'], message: 'must be options of the same machine' },
    [`${table}_not_both`]: {
      code: 'rule',
      fields: ['ids'],
      message: 'must not be required and excluded at the same time',
    },
  },
})

/** Cells of the matrix of library machines and packaging styles. A pair without a cell is unknown, which is not no. */
export const compatibilities = defineResource({
  name: 'compatibility',
  table: 'compatibility',
  area: 'Library',
  noun: ['compatibility', 'compatibilities'],
  fields: {
    machineId: partOf('libraryMachine', 'Library machine'),
    styleId: partOf('packagingStyle', 'Packaging style'),
    result: field.choice(compatibilityResults, { label: 'Answer', required: true, filter: true, sort: true }),
    speedMin: field.number({ label: 'Smallest speed', unit: 'per min', min: 0, max: 100_000 }),
    speedMax: field.number({ label: 'Largest speed', unit: 'per min', min: 0, max: 100_000 }),
    ...dimensions(),
    toolingCost: field.decimal({ label: 'Tooling cost', decimalPlaces: 4 }),
    evidence: field.choice(evidenceKinds, { label: 'Evidence', filter: true }),
    documentId: field.reference('machineDocument', { label: 'Document', filter: true }),
    verifiedById: field.reference('user', { label: 'Verified by', filter: true }),
    verifiedOn: field.date({ label: 'Verified on', sort: true }),
    notes: field.multiline({ label: 'Notes' }),
    stale: field.boolean({
      label: 'Stale',
      help: `Verified more than ${EVIDENCE_MONTHS} months ago`,
      fallback: false,
      readOnly: true,
      derived: true,
      filter: true,
    }),
  },
  mounts: [{ path: '/v1/machine-library/compatibility' }],
  label: 'result',
  defaultSort: 'createdAt',
  rules: {
    compatibility_once: {
      code: 'duplicate',
      fields: ['styleId'],
      key: ['machineId', 'styleId'],
      message: 'has an answer for this machine already: change that one',
    },
    compatibility_has_condition: {
      code: 'rule',
      fields: ['result'],
      message: 'must not be conditional without a condition: a speed, a size, a material, a tooling cost or an option',
    },
    compatibility_speed_order: spanOrder('speedMax'),
    ...dimensionRules('compatibility'),
  },
  traits: {
    csv: true,
    children: {
      materials: { resource: compatibilityMaterials, by: 'compatibilityId', max: MAX_CELL_MATERIALS },
    },
    relations: {
      'required-options': options('compatibility_required_option', ['required option', 'required options']),
      'excluded-options': options('compatibility_excluded_option', ['excluded option', 'excluded options']),
    },
  },
})

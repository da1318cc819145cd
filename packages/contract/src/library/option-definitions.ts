import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

export const optionInputKinds = ['yesNo', 'choice', 'number', 'range'] as const

/** Options as they are defined once, for machines to have them at a price of their own. */
export const optionDefinitions = defineResource({
  name: 'optionDefinition',
  table: 'option_definition',
  area: 'Library',
  noun: ['option definition', 'option definitions'],
  fields: {
    code: field.text({ label: 'Code', required: true, max: 32, search: true, sort: true }),
    name: field.text({ label: 'Name', required: true, search: true, sort: true }),
    category: field.text({ label: 'Category', max: 100, filter: true, sort: true, search: true }),
    inputKind: field.choice(optionInputKinds, {
      label: 'Kind of choice',
      required: true,
      fallback: 'yesNo',
      filter: true,
    }),
    choices: field.list({ label: 'Choices', help: 'What can be chosen from, for the kind choice' }),
    unit: field.text({ label: 'Unit', max: 20 }),
    notes: field.multiline({ label: 'Notes' }),
  },
  mounts: [{ path: '/v1/machine-library/option-definitions' }],
  label: 'name',
  sublabel: 'code',
  defaultSort: 'name',
  rules: {
    option_definition_code_taken: {
      code: 'duplicate',
      fields: ['code'],
      message: 'is used by another option definition',
    },
    option_definition_choices_of_choice: {
      code: 'rule',
      fields: ['choices'],
      message: 'must have at least one entry for the kind choice',
    },
    option_definition_fits_options: {
      code: 'rule',
      fields: ['choices'],
      message: 'must include every choice that an option of a machine has, and the kind of choice must stay as it is',
    },
  },
  traits: { dropdown: true, options: true, softDelete: true, csv: true },
})

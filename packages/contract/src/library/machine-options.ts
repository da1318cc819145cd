import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { field } from '../engine/field.ts'
import { wholeListQuerySchema } from '../engine/list-query.ts'
import type { Relation } from '../engine/relation-calls.ts'
import { defineResource, type Rule } from '../engine/resource.ts'
import { facetSchema } from './facets.ts'
import { ownCost, partOf } from './shared-fields.ts'

export const optionAvailabilities = ['standard', 'optional'] as const

const relation = (table: string, noun: readonly [string, string], rules: Relation['rules'] = {}): Relation => ({
  to: 'machineOption',
  table,
  column: 'option_id',
  otherColumn: 'other_id',
  noun,
  rules,
})
const refusal = (message: string): Rule => ({ code: 'rule', fields: ['ids'], message })

/**
 * An option that a library machine can have. Those of one definition form a group: of yes or no one can be taken, of a choice or a number exactly one
 * is; one of the kind range stands for all its numbers, of which one is chosen. A standard option is taken where nobody chooses otherwise.
 */
export const machineOptions = defineResource({
  name: 'machineOption',
  table: 'machine_option',
  area: 'Library',
  noun: ['machine option', 'machine options'],
  fields: {
    machineId: partOf('libraryMachine', 'Library machine'),
    definitionId: partOf('optionDefinition', 'Option'),
    choice: field.text({
      label: 'Choice',
      help: 'For the kind choice one of the choices of the definition, for the kind number a number, for the kind range its least and largest whole number such as 500..6000 or, in steps of 100, 500..6000/100, for yes or no nothing',
      max: 100,
      frozen: true,
    }),
    name: field.text({ label: 'Name', required: true, search: true, sort: true }),
    availability: field.choice(optionAvailabilities, {
      label: 'Availability',
      required: true,
      fallback: 'optional',
      filter: true,
    }),
    price: field.decimal({ label: 'Price', decimalPlaces: 4 }),
    cost: ownCost('Cost'),
    leadDays: field.integer({ label: 'Adds to the lead time', unit: 'days', min: 0, max: 1_000, sort: true }),
    grantsVoltage: field.integer({ label: 'Gives the machine the voltage', unit: 'V', min: 1, max: 100_000 }),
    grantsPhases: field.integer({ label: 'Gives the machine the phases', min: 1, max: 3 }),
    grantsIpRating: field.text({
      label: 'Gives the machine the IP rating',
      example: 'IP69K',
      max: 6,
      pattern: [/^IP[0-6X][0-9X]K?$/, 'must be a rating such as IP65'],
    }),
    notes: field.multiline({ label: 'Notes' }),
  },
  mounts: [
    { path: '/v1/machine-library/machine-options' },
    { path: '/v1/machine-library/machines/{parentId}/options', parent: 'machineId' },
  ],
  label: 'name',
  defaultSort: 'name',
  rules: {
    machine_option_once: {
      code: 'duplicate',
      fields: ['definitionId'],
      key: ['machineId', 'definitionId', 'choice'],
      emptyIsValue: true,
      message: 'is an option of this machine already',
    },
    machine_option_choice_fits: {
      code: 'rule',
      fields: ['choice'],
      message:
        'must be one of the choices of the definition for the kind choice, a number such as 2.5 for the kind number, a range of up to 10,000 whole numbers such as 500..6000/100 for the kind range, and empty for yes or no',
    },
    machine_option_price_whole: {
      code: 'rule',
      fields: ['price'],
      message: 'must have no decimals: the currency has none',
    },
    machine_option_most_of_machine: {
      code: 'rule',
      fields: ['definitionId'],
      message: 'must not be added: the machine has 1,000 options, which is as many as it can have',
    },
  },
  traits: {
    csv: true,
    relations: {
      requires: relation('machine_option_requires', ['required option', 'required options'], {
        machine_option_requires_same_machine: refusal('must be other options of the same machine'),
      }),
      excludes: relation('machine_option_excludes', ['excluded option', 'excluded options'], {
        machine_option_excludes_same_machine: refusal('must be other options of the same machine'),
      }),
    },
  },
})

export const machineOptionFilters = defineCall({
  area: 'Library',
  method: 'GET',
  path: '/v1/machine-library/machine-options/filters',
  summary: 'What machine options can be filtered by, with counts',
  description: 'Takes the filters of the list. The counts of a filter respect all others, and not the filter itself.',
  access: 'machineOption.read',
  query: wholeListQuerySchema(machineOptions),
  result: z.object({
    total: z.int(),
    machineId: facetSchema,
    definitionId: facetSchema,
    availability: facetSchema,
  }),
})

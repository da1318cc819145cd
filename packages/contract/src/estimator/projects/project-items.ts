import { z } from 'zod'
import { field } from '../../engine/field.ts'
import { defineResource } from '../../engine/resource.ts'
import { plain } from '../../engine/text-schemas.ts'
import { cost, line, ofProject, percent, place, price, soldFields, whole } from './priced-fields.ts'

/** Longest query of the configurator's address that a line has. */
export const MAX_CONFIGURATOR_QUERY = 16_000
/** Most options that a configured machine names. */
const MAX_CHOICES = 300

/** What was chosen of a machine when it was added, frozen with the words and prices of that moment. */
export const configuredChoices = z
  .array(
    z.strictObject({
      optionId: z.uuid(),
      name: plain(200, false),
      price: z
        .string()
        .regex(/^\d{1,12}(\.\d{1,6})?$/, 'must be a number with at most 6 decimals, not negative')
        .meta({ examples: ['1250.5'] })
        // Not known in the currency of the project: 0 would be a price.
        .nullable(),
    }),
  )
  .max(MAX_CHOICES)
  .refine(
    (choices) => new Set(choices.map(({ optionId }) => optionId)).size === choices.length,
    'must name each option once',
  )

/** A line of a machine of the library is for so many at most, since each becomes an ordered machine of its own. */
export const MAX_MACHINES_OF_LINE = 500
/** All of them are entered in one transaction. */
export const MAX_MACHINES_OF_QUOTE = 2_000

/** The lines of a quote, section by section. An alternative stands with the line that it may replace, and is in no total. */
export const projectItems = defineResource({
  name: 'projectItem',
  table: 'project_item',
  area: 'Estimator',
  noun: ['quote line', 'quote lines'],
  fields: {
    projectId: ofProject(),
    lineId: line(),
    section: field.text({ label: 'Section', required: true, example: 'Machines', max: 100 }),
    libraryMachineId: field.reference('libraryMachine', { label: 'Machine of the library' }),
    styleId: field.reference('packagingStyle', {
      label: 'Packaging style',
      help: 'For which the machine is sold: whether it can make it is looked up',
    }),
    promisedSpeed: field.number({
      label: 'Promised speed',
      help: 'Of the machine as configured. The quote shows it to the customer; empty: no speed is promised',
      unit: 'cycles/min',
      min: 0,
      max: 100_000,
    }),
    ...soldFields(),
    quantity: field.decimal({ label: 'Quantity', decimalPlaces: 4, positive: true, required: true, fallback: '1' }),
    unitPrice: price('Unit price'),
    unitCost: cost('Unit cost'),
    discountPercent: percent('Discount'),
    alternativeToId: field.reference('projectItem', { label: 'Alternative to' }),
    leadDays: field.integer({ label: 'Lead time', unit: 'days', min: 0, max: 1_000 }),
    configuration: field.objects(configuredChoices, {
      label: 'Chosen options',
      parts: {
        optionId: field.reference('machineOption', { label: 'Option', required: true }),
        name: field.text({ label: 'Name', required: true }),
        price: field.decimal({
          label: 'Price',
          help: 'Empty where none was known in the currency of the project',
          decimalPlaces: 6,
        }),
      },
    }),
    ruleRevision: field.integer({
      label: 'Revision of the rules',
      help: 'Of the options of the machine, when they were chosen',
      min: 1,
      max: 1_000_000_000,
    }),
    configuratorQuery: field.text({
      label: 'Answers in the configurator',
      help: 'The query of its address with the answers and choices the line was made of',
      max: MAX_CONFIGURATOR_QUERY,
      pattern: [/^[\w.,:%=&~-]*$/, 'must be the query of an address'],
      example: 'style=0198f0aa-0000-7000-8000-000000000001&output=90',
    }),
    notes: field.multiline({ label: 'Notes', help: 'Not in the quote', max: 2_000 }),
    sort: place(),
  },
  mounts: [{ path: '/v1/estimator/project-items' }],
  label: 'description',
  defaultSort: 'createdAt',
  rules: {
    ...whole('unitPrice', 'project_item_unit_price_whole'),
    project_item_machines_most: {
      code: 'rule',
      fields: ['quantity'],
      message: 'must not be more than 500 of a machine: write several lines',
    },
    project_item_alternative: {
      code: 'rule',
      fields: ['alternativeToId'],
      message: 'must be a line of the same project that is not an alternative itself and not this line',
    },
  },
  traits: { sortOrder: 'sort', files: true, editLock: 'projectId' },
})

import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { RECIPE_LENGTH } from '../library/recipe-styles.ts'

/** What a promise is about. The first three are measured by the product, anything else by people at acceptance tests alone. */
export const promiseKinds = ['speed', 'availability', 'rejectRate', 'other'] as const
export type PromiseKind = (typeof promiseKinds)[number]

/** Which way is better. */
export const promiseDirections = ['atLeast', 'atMost'] as const
export type PromiseDirection = (typeof promiseDirections)[number]

/** Where a promise is written. */
export const promiseSources = ['quote', 'acceptanceCriteria', 'serviceContract', 'declaration'] as const
export type PromiseSource = (typeof promiseSources)[number]

/** So many promises a machine has at most. */
export const MAX_PROMISES = 100

/** Nobody promises a pack that takes more than a thousand cycles. */
const LEAST_PACKS = 0.001

const limit = (label: string) => field.number({ label, min: -1_000_000_000, max: 1_000_000_000 })

/** What the maker promised of a machine: a figure with its unit, the conditions it holds under, and where that is written. */
export const promises = defineResource({
  name: 'promise',
  table: 'promise',
  area: 'Promises',
  noun: ['promise', 'promises'],
  fields: {
    machineId: field.reference('machine', { label: 'Machine', required: true, frozen: true, filter: true }),
    name: field.text({ label: 'Promise', required: true, example: 'Speed, MAP tray', search: true, sort: true }),
    kind: field.choice(promiseKinds, {
      label: 'Measured as',
      help: 'Speed is the median while running; availability and rejects are percentages. Anything else is measured at acceptance tests only',
      required: true,
      fallback: 'speed',
      filter: true,
    }),
    direction: field.choice(promiseDirections, { label: 'Kept if', required: true, fallback: 'atLeast' }),
    figure: field.number({ label: 'Figure', required: true, min: 0, max: 1_000_000_000 }),
    unit: field.text({
      label: 'Unit',
      help: 'A speed is compared in cycles per minute, or in packs per minute with the field below; availability and rejects in %. With another unit there is no result',
      required: true,
      max: 30,
      example: 'cycles/min',
    }),
    packsPerCycle: field.number({
      label: 'Packs a cycle',
      help: 'Of a speed in packs, trays or bags per minute: how many of them a cycle makes. Empty: such a speed has no result',
      min: LEAST_PACKS,
      max: 1_000_000,
    }),
    styleId: field.reference('packagingStyle', {
      label: 'Packaging style',
      help: 'What is measured counts only while the machine has a recipe of this style. Empty: all of the time',
      filter: true,
    }),
    recipe: field.text({
      label: 'Recipe',
      help: 'What is measured counts only while the machine has this recipe. Empty: all of the time',
      max: RECIPE_LENGTH,
    }),
    tag: field.text({
      label: 'Tag of the condition',
      help: 'What is measured counts only while this tag has the value below and lies between the two limits. A value holds for 24 hours',
      max: 128,
      example: 'filmThickness',
    }),
    tagValue: field.text({ label: 'Value of the tag', max: 200 }),
    tagLeast: limit('Tag at least'),
    tagMost: limit('Tag at most'),
    conditions: field.text({
      label: 'Conditions',
      help: 'In words: the product does not check these',
      max: 500,
      example: 'At most 60 s between lots',
    }),
    source: field.choice(promiseSources, { label: 'Written in', required: true, fallback: 'quote', filter: true }),
    reference: field.text({ label: 'Place', example: 'Q-2026-0207 v4, section 1', search: true }),
    promisedOn: field.date({ label: 'Promised on', sort: true }),
  },
  mounts: [{ path: '/v1/promises' }, { path: '/v1/machines/{parentId}/promises', parent: 'machineId' }],
  label: 'name',
  defaultSort: 'createdAt',
  rules: {
    promise_most: {
      code: 'rule',
      fields: ['machineId'],
      message: 'has as many promises as it may have: delete one first',
    },
    promise_of_quote_stays: {
      code: 'rule',
      fields: ['figure'],
      message: 'was accepted with the quote and stays: add what was agreed later as another promise',
    },
    promise_tag_whole: {
      code: 'rule',
      fields: ['tag', 'tagValue', 'tagLeast', 'tagMost'],
      message: 'must name a tag together with its value or limits',
    },
    promise_tag_limits: {
      code: 'rule',
      fields: ['tagLeast', 'tagMost'],
      message: 'must have a lower limit that is not above the upper one',
    },
  },
  traits: { dropdown: true, softDelete: true },
})

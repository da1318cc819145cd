import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { sortOrderSchema } from '../engine/trait-calls.ts'
import { countOf } from './shared-fields.ts'

export const fieldKinds = ['number', 'text', 'boolean', 'enum', 'range'] as const
export type FieldSpecKind = (typeof fieldKinds)[number]

/** So many fields a machine type has at most; the database holds it. */
export const MAX_FIELDS = 200

/** Largest number that a machine can have as a value. */
const LARGEST = 1_000_000_000

/** The fields that the machines of a type have values of. Key and kind stay as they are once a machine has a value. */
export const fieldSpecs = defineResource({
  name: 'fieldSpec',
  table: 'field_spec',
  area: 'Library',
  noun: ['field of a machine type', 'fields of machine types'],
  fields: {
    typeId: field.reference('machineType', { label: 'Machine type', required: true, frozen: true, filter: true }),
    key: field.text({
      label: 'Key',
      help: 'Names the field in filters and files',
      example: 'filmWidth',
      required: true,
      max: 40,
      pattern: [/^[a-z][A-Za-z0-9]{0,39}$/, 'must be letters and digits that begin with a small letter'],
      search: true,
      sort: true,
    }),
    label: field.text({ label: 'Label', required: true, max: 100, search: true, sort: true }),
    kind: field.choice(fieldKinds, { label: 'Kind', required: true, filter: true }),
    unit: field.text({ label: 'Unit', max: 20 }),
    min: field.number({ label: 'Smallest value', min: -LARGEST, max: LARGEST }),
    max: field.number({ label: 'Largest value', min: -LARGEST, max: LARGEST }),
    options: field.list({ label: 'Options', help: 'What can be chosen from, for the kind enum' }),
    required: field.boolean({
      label: 'Required',
      help: 'A machine without a value stays a draft',
      fallback: false,
      filter: true,
    }),
    filterable: field.boolean({ label: 'Filter by it', fallback: true, filter: true }),
    inQuote: field.boolean({ label: 'Show in quotes', fallback: false, filter: true }),
    usedCount: countOf('Used', 'Machines that have a value'),
    sort: field.integer({ label: 'Order', required: true, min: 0, max: 10_000, fallback: 0, sort: true }),
  },
  mounts: [
    { path: '/v1/machine-library/field-specs' },
    { path: '/v1/machine-library/machine-types/{parentId}/field-specs', parent: 'typeId' },
  ],
  label: 'label',
  sublabel: 'key',
  defaultSort: 'sort,label',
  rules: {
    field_spec_key_taken: {
      code: 'duplicate',
      fields: ['key'],
      key: ['typeId', 'key'],
      message: 'is used by another field of this machine type',
    },
    field_spec_most_of_type: {
      code: 'rule',
      fields: ['key'],
      message: 'must not be added: the machine type has 200 fields, which is as many as it can have',
    },
    field_spec_options_of_enum: {
      code: 'rule',
      fields: ['options'],
      message: 'must have at least one entry for the kind enum',
    },
    field_spec_min_not_over_max: { code: 'rule', fields: ['max'], message: 'must not be less than the smallest value' },
    field_spec_key_frozen: { code: 'rule', fields: ['key'], message: 'must stay as it is: machines have values of it' },
    field_spec_kind_frozen: {
      code: 'rule',
      fields: ['kind'],
      message: 'must stay as it is: machines have values of this kind',
    },
    field_spec_limits_of_values: {
      code: 'rule',
      fields: ['min'],
      message: 'machines have values outside of these limits: change these first',
    },
    field_spec_options_of_values: {
      code: 'rule',
      fields: ['options'],
      message: 'must include every option that a machine has',
    },
  },
  traits: { sortOrder: 'sort', csv: true },
})

export const reorderFieldSpecs = defineCall({
  area: 'Library',
  method: 'PUT',
  path: '/v1/machine-library/machine-types/{parentId}/field-specs/reorder',
  summary: 'Put the fields of a machine type in an order',
  description: 'Those that are not named follow in the order they had.',
  access: 'fieldSpec.update',
  params: z.object({ parentId: z.uuid() }),
  body: sortOrderSchema,
})

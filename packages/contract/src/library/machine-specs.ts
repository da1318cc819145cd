import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { plain } from '../engine/text-schemas.ts'
import { fieldKinds, MAX_FIELDS } from './field-specs.ts'

/** A stretch of numbers, both ends included. */
export const specRangeSchema = z.strictObject({ from: z.number(), to: z.number() })

/** A value by the kind of its field: a number, a text or an option, true or false, a range. */
export const specValueSchema = z.union([z.number(), z.boolean(), plain(500, false), specRangeSchema])
export type SpecValue = z.infer<typeof specValueSchema>

export const machineSpecsSchema = z.object({
  rowVersion: z.int().describe('Of the machine, to send with a change'),
  specs: z.array(
    z.object({
      fieldSpecId: z.uuid(),
      key: z.string(),
      label: z.string(),
      kind: z.enum(fieldKinds),
      unit: z.string().nullable(),
      required: z.boolean(),
      value: specValueSchema.nullable().describe('Null where the machine has none'),
    }),
  ),
})
export type MachineSpecs = z.infer<typeof machineSpecsSchema>

const params = z.object({ id: z.uuid() })

export const getMachineSpecs = defineCall({
  area: 'Library',
  method: 'GET',
  path: '/v1/machine-library/machines/{id}/specs',
  summary: 'The fields of a library machine with their values',
  description: 'Every field of its type, in the order of the type.',
  access: 'libraryMachine.read',
  params,
  result: machineSpecsSchema,
})

export const setMachineSpecs = defineCall({
  area: 'Library',
  method: 'PUT',
  path: '/v1/machine-library/machines/{id}/specs',
  summary: 'Set values of a library machine',
  description: 'By the key of the field. Fields that are not named stay as they are; null removes a value.',
  access: 'libraryMachine.update',
  params,
  body: z.strictObject({
    rowVersion: z.int().min(1).describe('The rowVersion of the machine'),
    values: z
      .record(z.string().max(40), specValueSchema.nullable())
      .refine((values) => Object.keys(values).length <= MAX_FIELDS, `must not have more than ${MAX_FIELDS} values`),
  }),
  result: machineSpecsSchema,
  problems: ['stale'],
})

import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { dimensionRules, dimensions } from './shared-fields.ts'

export const packagingFamilies = ['bag', 'pouch', 'tray', 'carton', 'case'] as const

/** What a machine makes of film, board or trays. Dimensions are inside length, width and height, as FEFCO has them. */
export const packagingStyles = defineResource({
  name: 'packagingStyle',
  table: 'packaging_style',
  area: 'Library',
  noun: ['packaging style', 'packaging styles'],
  fields: {
    code: field.text({ label: 'Code', required: true, max: 32, search: true, sort: true }),
    name: field.text({ label: 'Name', required: true, search: true, sort: true }),
    family: field.choice(packagingFamilies, { label: 'Family', required: true, filter: true, sort: true }),
    standardRef: field.text({
      label: 'Standard',
      help: 'FEFCO or ECMA code',
      example: 'FEFCO 0201',
      max: 32,
      search: true,
      sort: true,
    }),
    ...dimensions(),
    swapLengthWidth: field.boolean({
      label: 'Length and width may swap',
      fallback: false,
    }),
    materials: field.list({ label: 'Materials', filter: true }),
    notes: field.multiline({ label: 'Notes' }),
  },
  mounts: [{ path: '/v1/machine-library/packaging-styles' }],
  label: 'name',
  sublabel: 'code',
  defaultSort: 'name',
  rules: {
    packaging_style_code_taken: { code: 'duplicate', fields: ['code'], message: 'is used by another packaging style' },
    ...dimensionRules('packaging_style'),
  },
  traits: { dropdown: true, options: true, softDelete: true, csv: true, files: true, bulk: ['family'] },
})

const pair = z.object({ id: z.uuid(), machineId: z.uuid() })

export const attachStyleMachine = defineCall({
  area: 'Library',
  method: 'POST',
  path: '/v1/machine-library/packaging-styles/{id}/machines/{machineId}',
  summary: 'Attach a library machine to a packaging style',
  description: 'Makes a cell of the matrix whose answer is unknown. A cell that is there stays as it is.',
  access: 'compatibility.create',
  params: pair,
})

export const detachStyleMachine = defineCall({
  area: 'Library',
  method: 'DELETE',
  path: '/v1/machine-library/packaging-styles/{id}/machines/{machineId}',
  summary: 'Detach a library machine from a packaging style',
  description: 'Removes the cell of the matrix; its history stays. A pair without a cell is passed over.',
  access: 'compatibility.delete',
  params: pair,
})

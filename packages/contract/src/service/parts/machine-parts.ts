import { field } from '../../engine/field.ts'
import { defineResource } from '../../engine/resource.ts'
import { drawing, neededQuantity, part, position } from './part-fields.ts'

/** Most parts of one machine. */
export const MAX_MACHINE_PARTS = 2_000

/** The spare parts of a machine as it was built. Parts are items of the catalogue. A part that another one took the place of ends on a day. */
export const machineParts = defineResource({
  name: 'machinePart',
  table: 'machine_part',
  area: 'Service',
  noun: ['part of a machine', 'parts of machines'],
  fields: {
    machineId: field.reference('machine', { label: 'Machine', required: true, frozen: true, filter: true }),
    position: position(),
    itemId: part(),
    quantity: neededQuantity(),
    documentId: drawing(),
    validFrom: field.date({ label: 'Fitted from', sort: true }),
    validUntil: field.date({
      label: 'Fitted until',
      help: 'After this day the part at the same position takes its place',
      sort: true,
    }),
  },
  mounts: [
    { path: '/v1/machine-parts' },
    { path: '/v1/machines/{parentId}/parts', parent: 'machineId' },
    { path: '/v1/estimator/item-masters/{parentId}/machine-parts', parent: 'itemId' },
  ],
  label: 'position',
  defaultSort: 'position',
  rules: {
    machine_part_once: {
      code: 'duplicate',
      fields: ['itemId'],
      key: ['itemId', 'machineId', 'position', 'validFrom'],
      message: 'is at this position of the machine already',
    },
    machine_part_days: { code: 'rule', fields: ['validUntil'], message: 'must not be before the day it was fitted' },
    machine_part_most: {
      code: 'rule',
      fields: ['machineId'],
      message: `has ${MAX_MACHINE_PARTS} parts already; remove some first`,
    },
    machine_part_drawing: {
      code: 'rule',
      fields: ['documentId'],
      message: 'must be a document of the machine or of its model',
    },
  },
  traits: { csv: true },
})

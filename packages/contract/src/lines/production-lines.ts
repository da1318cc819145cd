import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

/** Machines that hand their packs on to each other, at one site. */
export const productionLines = defineResource({
  name: 'productionLine',
  table: 'production_line',
  area: 'Production lines',
  noun: ['production line', 'production lines'],
  fields: {
    locationId: field.reference('location', { label: 'Location', required: true, frozen: true, filter: true }),
    name: field.text({ label: 'Name', required: true, example: 'Line 3', search: true, sort: true }),
  },
  mounts: [
    { path: '/v1/production-lines' },
    { path: '/v1/locations/{parentId}/production-lines', parent: 'locationId' },
  ],
  label: 'name',
  defaultSort: 'name',
  traits: { dropdown: true, softDelete: true },
})

/** A machine in a line. Packs go from the lowest place to the highest. */
export const lineMachines = defineResource({
  name: 'lineMachine',
  table: 'line_machine',
  area: 'Production lines',
  noun: ['machine of a line', 'machines of a line'],
  fields: {
    lineId: field.reference('productionLine', { label: 'Line', required: true, frozen: true, filter: true }),
    machineId: field.reference('machine', { label: 'Machine', required: true, frozen: true, filter: true }),
    place: field.integer({
      label: 'Place',
      help: 'Packs go from the lowest place to the highest',
      required: true,
      min: 1,
      max: 1_000,
      sort: true,
    }),
  },
  mounts: [{ path: '/v1/line-machines' }, { path: '/v1/production-lines/{parentId}/machines', parent: 'lineId' }],
  label: 'place',
  defaultSort: 'place',
  rules: {
    line_machine_once: { code: 'duplicate', fields: ['machineId'], message: 'is in a line already' },
  },
})

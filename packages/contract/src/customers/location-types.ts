import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

/** Kinds of locations: plant, warehouse, office. */
export const locationTypes = defineResource({
  name: 'locationType',
  table: 'location_type',
  area: 'Reference data',
  noun: ['location type', 'location types'],
  fields: {
    code: field.text({ label: 'Code', required: true, max: 32, search: true, sort: true }),
    name: field.text({ label: 'Name', required: true, search: true, sort: true }),
    sort: field.integer({ label: 'Order', required: true, min: 0, max: 10_000, fallback: 0, sort: true }),
    active: field.boolean({ label: 'Active', fallback: true, filter: true }),
  },
  mounts: [{ path: '/v1/location-types' }],
  label: 'name',
  sublabel: 'code',
  defaultSort: 'sort,name',
  rules: {
    location_type_code_taken: { code: 'duplicate', fields: ['code'], message: 'is used by another location type' },
  },
  traits: {
    proposes: { code: 'code', from: 'name' },
    dropdown: true,
    softDelete: true,
    sortOrder: 'sort',
    csv: true,
    bulk: ['active'],
  },
})

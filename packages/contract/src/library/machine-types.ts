import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { countOf } from './shared-fields.ts'

export const machineCategories = [
  'vffs',
  'hffs',
  'flowWrapper',
  'traySealer',
  'cartoner',
  'casePacker',
  'palletiser',
  'labeller',
  'weigher',
] as const

/** Kinds of machines. Each has fields of its own, which its machines have values of. */
export const machineTypes = defineResource({
  name: 'machineType',
  table: 'machine_type',
  area: 'Library',
  noun: ['machine type', 'machine types'],
  fields: {
    code: field.text({ label: 'Code', required: true, max: 32, search: true, sort: true }),
    name: field.text({ label: 'Name', required: true, search: true, sort: true }),
    category: field.choice(machineCategories, { label: 'Category', required: true, filter: true, sort: true }),
    notes: field.multiline({ label: 'Notes' }),
    fieldCount: countOf('Fields'),
    machineCount: countOf('Machines', 'Machines of this type in the library'),
  },
  mounts: [{ path: '/v1/machine-library/machine-types' }],
  label: 'name',
  sublabel: 'code',
  defaultSort: 'name',
  rules: {
    machine_type_code_taken: { code: 'duplicate', fields: ['code'], message: 'is used by another machine type' },
  },
  traits: { dropdown: true, softDelete: true, csv: true },
})

import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

export const materialFamilies = ['paper', 'monoPlastic', 'multilayer', 'compostable', 'other'] as const

/** What packaging is made of. The product brings the usual ones; staff add those of their own trials. */
export const packagingMaterials = defineResource({
  name: 'packagingMaterial',
  table: 'packaging_material',
  area: 'Library',
  noun: ['packaging material', 'packaging materials'],
  fields: {
    code: field.text({
      label: 'Code',
      example: 'mono-PE',
      required: true,
      max: 32,
      search: true,
      sort: true,
    }),
    name: field.text({ label: 'Name', required: true, max: 100, search: true, sort: true }),
    family: field.choice(materialFamilies, { label: 'Family', required: true, filter: true, sort: true }),
    recycledShare: field.integer({
      label: 'Recycled share',
      help: 'At least so much of the plastic is recycled from waste of consumers',
      unit: '%',
      min: 0,
      max: 100,
      sort: true,
    }),
    notes: field.multiline({ label: 'Notes' }),
  },
  mounts: [{ path: '/v1/machine-library/materials' }],
  label: 'name',
  sublabel: 'code',
  defaultSort: 'name',
  rules: {
    packaging_material_code_taken: {
      code: 'duplicate',
      fields: ['code'],
      message: 'is used by another packaging material',
    },
  },
  traits: { dropdown: true, options: true, softDelete: true, csv: true, bulk: ['family'] },
})

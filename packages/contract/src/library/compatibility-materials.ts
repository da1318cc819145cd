import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { compatibilityResults, evidenceKinds } from './compatibility-answers.ts'
import { partOf } from './shared-fields.ts'

/** So many materials of a cell have an answer of their own. */
export const MAX_CELL_MATERIALS = 100

/**
 * The answer of a cell for one material, with its trial. A cell that has any lists its materials: for others nobody has answered.
 * They are parts of their cell, whose version rises with every change of theirs.
 */
export const compatibilityMaterials = defineResource({
  name: 'compatibilityMaterial',
  table: 'compatibility_material',
  area: 'Library',
  noun: ['answer for a material', 'answers for materials'],
  fields: {
    compatibilityId: partOf('compatibility', 'Compatibility'),
    materialId: partOf('packagingMaterial', 'Packaging material'),
    result: field.choice(compatibilityResults, { label: 'Answer', required: true, filter: true, sort: true }),
    evidence: field.choice(evidenceKinds, { label: 'Evidence', filter: true }),
    trialOn: field.date({ label: 'Trial on', sort: true }),
    documentId: field.reference('machineDocument', { label: 'Document', filter: true }),
    notes: field.multiline({ label: 'Notes', help: 'Conditions of this material' }),
  },
  mounts: [
    { path: '/v1/machine-library/compatibility-materials' },
    { path: '/v1/machine-library/compatibility/{parentId}/materials', parent: 'compatibilityId' },
  ],
  label: 'result',
  defaultSort: 'createdAt',
  rules: {
    compatibility_material_once: {
      code: 'duplicate',
      fields: ['materialId'],
      key: ['compatibilityId', 'materialId'],
      message: 'has an answer in this cell already: change that one',
    },
    compatibility_material_has_condition: {
      code: 'rule',
      fields: ['notes'],
      message: 'must say under which conditions, where the answer is conditional',
    },
  },
})

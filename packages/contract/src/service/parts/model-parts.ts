import { field } from '../../engine/field.ts'
import { defineResource } from '../../engine/resource.ts'
import { MAX_MACHINE_PARTS } from './machine-parts.ts'
import { drawing, neededQuantity, part, position } from './part-fields.ts'

/** The spare parts of a model. A machine that was built as it gets a copy. */
export const modelParts = defineResource({
  name: 'modelPart',
  table: 'model_part',
  area: 'Service',
  noun: ['part of a model', 'parts of models'],
  fields: {
    libraryMachineId: field.reference('libraryMachine', {
      label: 'Library machine',
      required: true,
      frozen: true,
      filter: true,
    }),
    position: position(),
    itemId: part(),
    quantity: neededQuantity(),
    documentId: drawing(),
  },
  mounts: [
    { path: '/v1/model-parts' },
    { path: '/v1/machine-library/machines/{parentId}/parts', parent: 'libraryMachineId' },
  ],
  label: 'position',
  defaultSort: 'position',
  rules: {
    model_part_once: {
      code: 'duplicate',
      fields: ['itemId'],
      key: ['itemId', 'libraryMachineId', 'position'],
      message: 'is at this position of the model already',
    },
    model_part_most: {
      code: 'rule',
      fields: ['libraryMachineId'],
      message: `has ${MAX_MACHINE_PARTS} parts already; remove some first`,
    },
    model_part_drawing: { code: 'rule', fields: ['documentId'], message: 'must be a document of the model' },
  },
  traits: { csv: true },
})

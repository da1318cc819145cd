import { field } from '../../engine/field.ts'
import { defineResource } from '../../engine/resource.ts'
import { cost, line, ofProject, percent, place, price, soldFields, whole } from './priced-fields.ts'

/** What a customer can have in addition. It is in no total until it is selected. */
export const projectOptionalExtras = defineResource({
  name: 'projectOptionalExtra',
  table: 'project_optional_extra',
  area: 'Estimator',
  noun: ['optional extra', 'optional extras'],
  fields: {
    projectId: ofProject(),
    lineId: line(),
    ...soldFields(),
    quantity: field.decimal({ label: 'Quantity', decimalPlaces: 4, required: true, fallback: '0' }),
    unitPrice: price('Unit price'),
    unitCost: cost('Unit cost'),
    discountPercent: percent('Discount'),
    selected: field.boolean({ label: 'Selected', fallback: false }),
    recommended: field.boolean({ label: 'Recommended', fallback: false }),
    customerSelectable: field.boolean({
      label: 'The customer may choose it',
      help: 'On the page of the quote',
      fallback: true,
    }),
    dependsOnItemId: field.reference('projectItem', { label: 'Only with the line' }),
    dependsOnExtraId: field.reference('projectOptionalExtra', { label: 'Only with the extra' }),
    notes: field.multiline({ label: 'Notes', help: 'Not in the quote', max: 2_000 }),
    sort: place(),
  },
  mounts: [{ path: '/v1/estimator/project-optional-extras' }],
  label: 'description',
  defaultSort: 'createdAt',
  rules: {
    ...whole('unitPrice', 'project_optional_extra_unit_price_whole'),
    project_optional_extra_item: {
      code: 'rule',
      fields: ['dependsOnItemId'],
      message: 'must be a line of the same project',
    },
    project_optional_extra_acyclic: {
      code: 'rule',
      fields: ['dependsOnExtraId'],
      message: 'must be an extra of the same project that does not depend on this one itself',
    },
  },
  traits: { sortOrder: 'sort', files: true, editLock: 'projectId' },
})

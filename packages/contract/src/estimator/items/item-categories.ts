import { field } from '../../engine/field.ts'
import { defineResource } from '../../engine/resource.ts'

/** What items of the catalogue are sorted into: a tree. */
export const itemCategories = defineResource({
  name: 'itemCategory',
  table: 'item_category',
  area: 'Estimator',
  noun: ['item category', 'item categories'],
  fields: {
    name: field.text({ label: 'Name', required: true, search: true, sort: true }),
    parentId: field.reference('itemCategory', { label: 'Part of', filter: true }),
    sort: field.integer({ label: 'Place', required: true, min: 0, max: 10_000, fallback: 0, sort: true }),
  },
  mounts: [{ path: '/v1/estimator/item-categories' }],
  label: 'name',
  defaultSort: 'sort',
  rules: {
    item_category_name_taken: { code: 'duplicate', fields: ['name'], message: 'is used by another category' },
    item_category_acyclic: { code: 'rule', fields: ['parentId'], message: 'must not lie below this category' },
  },
  traits: { dropdown: true, csv: true },
})

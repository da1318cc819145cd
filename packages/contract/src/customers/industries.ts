import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

/** Industries of customers, as a tree. */
export const industries = defineResource({
  name: 'industry',
  table: 'industry',
  area: 'Reference data',
  noun: ['industry', 'industries'],
  fields: {
    code: field.text({ label: 'Code', required: true, max: 32, search: true, sort: true }),
    name: field.text({ label: 'Name', required: true, search: true, sort: true }),
    parentId: field.reference('industry', { label: 'Part of', filter: true }),
    sort: field.integer({ label: 'Order', required: true, min: 0, max: 10_000, fallback: 0, sort: true }),
    active: field.boolean({ label: 'Active', fallback: true, filter: true }),
  },
  mounts: [{ path: '/v1/industries' }],
  label: 'name',
  sublabel: 'code',
  defaultSort: 'sort,name',
  rules: {
    industry_code_taken: { code: 'duplicate', fields: ['code'], message: 'is used by another industry' },
    industry_parent_acyclic: {
      code: 'rule',
      fields: ['parentId'],
      message: 'must not be the industry itself or a part of it',
    },
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

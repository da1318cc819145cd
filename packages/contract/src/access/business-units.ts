import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

/** Parts of the own company, as a tree. */
export const businessUnits = defineResource({
  name: 'businessUnit',
  table: 'business_unit',
  area: 'Access',
  noun: ['business unit', 'business units'],
  fields: {
    code: field.text({ label: 'Code', required: true, max: 32, search: true, sort: true }),
    name: field.text({ label: 'Name', required: true, search: true, sort: true }),
    parentId: field.reference('businessUnit', { label: 'Part of', filter: true }),
    currency: field.text({
      label: 'Currency',
      codeOf: 'currency',
      help: 'ISO 4217',
      example: 'EUR',
      pattern: [/^[A-Z]{3}$/, 'must be the code of a currency, such as EUR'],
      filter: true,
    }),
    timezone: field.timeZone({ label: 'Time zone' }),
  },
  mounts: [{ path: '/v1/auth/business-units' }],
  label: 'name',
  sublabel: 'code',
  defaultSort: 'name',
  rules: {
    business_unit_code_taken: { code: 'duplicate', fields: ['code'], message: 'is used by another business unit' },
    business_unit_parent_acyclic: {
      code: 'rule',
      fields: ['parentId'],
      message: 'must not be the business unit itself or a part of it',
    },
    business_unit_currency_fkey: {
      code: 'rule',
      fields: ['currency'],
      message: 'must be the code of a known currency',
    },
  },
  traits: { options: true, softDelete: true, csv: true },
})

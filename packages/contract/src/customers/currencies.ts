import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

/** Currencies of ISO 4217; shipped filled. Exactly one is the base, in which totals over currencies are reported. */
export const currencies = defineResource({
  name: 'currency',
  table: 'currency',
  area: 'Reference data',
  noun: ['currency', 'currencies'],
  fields: {
    code: field.text({
      label: 'Code',
      help: 'ISO 4217',
      example: 'NOK',
      required: true,
      pattern: [/^[A-Z]{3}$/, 'must be three capital letters'],
      search: true,
      sort: true,
    }),
    name: field.text({ label: 'Name', required: true, search: true, sort: true }),
    symbol: field.text({ label: 'Symbol', max: 8 }),
    minorUnits: field.integer({ label: 'Decimals', required: true, min: 0, max: 4, fallback: 2 }),
    rounding: field.decimal({ label: 'Rounding step', decimalPlaces: 4, positive: true }),
    isBase: field.boolean({ label: 'Base currency', fallback: false, readOnly: true, filter: true }),
    active: field.boolean({ label: 'Active', fallback: true, filter: true }),
  },
  mounts: [{ path: '/v1/currencies' }],
  label: 'name',
  sublabel: 'code',
  defaultSort: 'name',
  rules: {
    currency_code_taken: { code: 'duplicate', fields: ['code'], message: 'is used by another currency' },
    currency_base_active: { code: 'rule', fields: ['active'], message: 'the base currency must stay active' },
  },
  traits: { dropdown: true, setPrimary: { flag: 'isBase', within: [] }, csv: true, bulk: ['active'] },
})

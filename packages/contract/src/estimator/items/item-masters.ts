import { field } from '../../engine/field.ts'
import { defineResource } from '../../engine/resource.ts'
import { cost, whole } from '../projects/priced-fields.ts'

/**
 * The catalogue of what is sold beside the machines of the library. Price and cost are those that apply today: setting one makes an entry that applies
 * from today on, and what applied before stays as it was.
 */
export const itemMasters = defineResource({
  name: 'itemMaster',
  table: 'item_master',
  area: 'Estimator',
  noun: ['catalogue item', 'catalogue items'],
  fields: {
    code: field.text({ label: 'Code', required: true, max: 64, search: true, sort: true, filter: true }),
    description: field.text({ label: 'Description', required: true, max: 500, search: true, sort: true }),
    categoryId: field.reference('itemCategory', { label: 'Category', filter: true }),
    unit: field.text({ label: 'Unit', required: true, example: 'pcs', max: 20 }),
    currency: field.text({
      label: 'Currency',
      codeOf: 'currency',
      help: 'ISO 4217',
      required: true,
      example: 'EUR',
      pattern: [/^[A-Z]{3}$/, 'must be the code of a currency, such as EUR'],
      filter: true,
    }),
    price: field.decimal({ label: 'Price', decimalPlaces: 6 }),
    cost: cost('Cost'),
    effectiveFrom: field.date({ label: 'Prices apply from', readOnly: true }),
    nextPrice: field.decimal({ label: 'Next price', decimalPlaces: 6, readOnly: true }),
    nextCost: field.decimal({ label: 'Next cost', decimalPlaces: 6, confidential: true, readOnly: true }),
    nextFrom: field.date({ label: 'Next prices apply from', readOnly: true }),
    supplierId: field.reference('supplier', { label: 'Supplier', filter: true }),
    leadDays: field.integer({ label: 'Lead time', unit: 'days', min: 0, max: 1_000, sort: true }),
    active: field.boolean({ label: 'Active', fallback: true, filter: true }),
    notes: field.multiline({ label: 'Notes' }),
  },
  mounts: [{ path: '/v1/estimator/item-masters' }],
  label: 'description',
  sublabel: 'code',
  defaultSort: 'code',
  rules: {
    item_master_code_taken: { code: 'duplicate', fields: ['code'], message: 'is used by another item' },
    item_master_currency_fkey: { code: 'rule', fields: ['currency'], message: 'must be the code of a known currency' },
    ...whole('price', 'item_master_amount_whole'),
  },
  traits: { options: true, softDelete: true, csv: true, bulk: ['categoryId', 'supplierId', 'active'] },
})

import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { companyFields, companyTraits } from './company-fields.ts'

export const supplierStatuses = ['prospect', 'active', 'hold', 'inactive'] as const
/** Incoterms 2020. */
export const incoterms = ['EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP', 'FAS', 'FOB', 'CFR', 'CIF'] as const

/** The companies that parts and machines are bought from. */
export const suppliers = defineResource({
  name: 'supplier',
  table: 'supplier',
  area: 'Suppliers',
  noun: ['supplier', 'suppliers'],
  fields: {
    ...companyFields,
    status: field.choice(supplierStatuses, {
      label: 'Status',
      required: true,
      fallback: 'active',
      filter: true,
      sort: true,
    }),
    parentId: field.reference('supplier', { label: 'Part of', filter: true }),
    leadDays: field.integer({ label: 'Lead time', unit: 'days', min: 0, max: 1_000, sort: true }),
    incoterm: field.choice(incoterms, { label: 'Incoterm', filter: true }),
    rating: field.integer({ label: 'Rating', help: '1 to 5, 5 is best', min: 1, max: 5, filter: true, sort: true }),
    preferred: field.boolean({ label: 'Preferred', fallback: false, filter: true, sort: true }),
    minOrder: field.decimal({ label: 'Minimum order', decimalPlaces: 4 }),
  },
  mounts: [{ path: '/v1/suppliers' }],
  label: 'name',
  sublabel: 'code',
  defaultSort: 'name',
  rules: {
    supplier_code_taken: { code: 'duplicate', fields: ['code'], message: 'is used by another supplier' },
    supplier_parent_acyclic: {
      code: 'rule',
      fields: ['parentId'],
      message: 'must not be the supplier itself or a part of it',
    },
    supplier_currency_fkey: { code: 'rule', fields: ['currency'], message: 'must be the code of a known currency' },
    supplier_country_code_fkey: {
      code: 'rule',
      fields: ['countryCode'],
      message: 'must be the code of a known country',
    },
    supplier_owner_of_staff: {
      code: 'rule',
      fields: ['ownerId'],
      message: 'must be a colleague, not a user of a customer',
    },
  },
  traits: {
    ...companyTraits,
    dropdown: true,
    options: true,
    softDelete: true,
    csv: true,
    files: true,
    parts: { contact: 'supplierId', location: 'supplierId' },
    bulk: ['status', 'industryId', 'ownerId', 'preferred'],
  },
})

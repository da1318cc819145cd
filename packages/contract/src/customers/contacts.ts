import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

export const contactRoles = ['commercial', 'technical', 'quality', 'billing'] as const

/** People at a customer or a supplier. */
export const contacts = defineResource({
  name: 'contact',
  table: 'contact',
  area: 'Contacts',
  noun: ['contact', 'contacts'],
  fields: {
    customerId: field.reference('customer', { label: 'Customer', frozen: true, filter: true }),
    supplierId: field.reference('supplier', { label: 'Supplier', frozen: true, filter: true, example: null }),
    firstName: field.text({ label: 'First name', required: true, max: 100, search: true, sort: true }),
    lastName: field.text({ label: 'Last name', max: 100, search: true, sort: true }),
    jobTitle: field.text({ label: 'Job title', search: true }),
    email: field.email({ label: 'Email', search: true, sort: true }),
    phone: field.text({
      label: 'Phone',
      example: '+47 55 50 01 20',
      max: 40,
      pattern: [/^[+0-9 ()/.-]+$/, 'must be digits, with + ( ) / . - and spaces between them'],
    }),
    role: field.choice(contactRoles, { label: 'Role', filter: true, sort: true }),
    isPrimary: field.boolean({ label: 'Primary', fallback: false, readOnly: true, filter: true }),
    userId: field.reference('user', { label: 'User' }),
    consentAt: field.time({ label: 'Consent given' }),
  },
  mounts: [
    { path: '/v1/contacts' },
    { path: '/v1/customers/{parentId}/contacts', parent: 'customerId' },
    { path: '/v1/suppliers/{parentId}/contacts', parent: 'supplierId' },
  ],
  label: 'firstName',
  labelRest: 'lastName',
  sublabel: 'email',
  defaultSort: 'lastName,firstName',
  rules: {
    contact_of_customer_or_supplier: {
      code: 'rule',
      fields: ['customerId', 'supplierId'],
      message: 'either a customer or a supplier must be given, not both',
    },
    contact_user_taken: { code: 'duplicate', fields: ['userId'], message: 'is already linked to another contact' },
  },
  traits: {
    options: true,
    softDelete: true,
    setPrimary: { flag: 'isPrimary', within: ['customerId', 'supplierId'] },
    csv: true,
    bulk: ['role'],
  },
})

import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

export const licenceStatuses = ['pending', 'valid', 'expired', 'terminated'] as const

/** So many days before its end a licence counts as ending soon. */
export const LICENCE_NOTICE_DAYS = 30

/** Software licences of customers. */
export const licences = defineResource({
  name: 'licence',
  table: 'licence',
  area: 'Customers',
  noun: ['licence', 'licences'],
  fields: {
    customerId: field.reference('customer', { label: 'Customer', required: true, frozen: true, filter: true }),
    name: field.text({ label: 'Name', required: true, search: true, sort: true }),
    product: field.text({ label: 'Product', search: true, sort: true }),
    keyMasked: field.text({ label: 'Key', help: 'Only its last characters, at most 8', max: 8 }),
    seats: field.integer({ label: 'Seats', required: true, min: 1, max: 1_000_000, fallback: 1, sort: true }),
    validFrom: field.date({ label: 'Valid from', sort: true }),
    expiresAt: field.date({ label: 'Expires', sort: true }),
    terminatedAt: field.date({ label: 'Terminated', sort: true }),
    features: field.list({ label: 'Features' }),
    endsSoon: field.boolean({
      label: 'Ends soon',
      help: `Valid, and for ${LICENCE_NOTICE_DAYS} more days at most`,
      fallback: false,
      readOnly: true,
      derived: true,
      filter: true,
    }),
    status: field.choice(licenceStatuses, { label: 'Status', required: true, readOnly: true, filter: true }),
  },
  mounts: [{ path: '/v1/licences' }],
  label: 'name',
  sublabel: 'product',
  defaultSort: 'expiresAt,name',
  rules: {
    licence_expires_after_start: {
      code: 'rule',
      fields: ['expiresAt'],
      message: 'must not be before the day it becomes valid',
    },
  },
  traits: { softDelete: true, csv: true },
})

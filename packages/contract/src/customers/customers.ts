import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { KEEP_HOURS_DAYS, KEEP_MINUTES_DAYS, KEEP_RECORDS_DAYS } from '../monitoring/constants.ts'
import { companyFields, companyTraits } from './company-fields.ts'

export const customerStatuses = ['prospect', 'active', 'hold', 'inactive'] as const

/** The companies that run machines. */
export const customers = defineResource({
  name: 'customer',
  table: 'customer',
  area: 'Customers',
  noun: ['customer', 'customers'],
  fields: {
    ...companyFields,
    status: field.choice(customerStatuses, {
      label: 'Status',
      required: true,
      fallback: 'active',
      filter: true,
      sort: true,
    }),
    parentId: field.reference('customer', { label: 'Part of', filter: true }),
    keepRecordsDays: field.integer({
      label: 'Keep records',
      unit: 'days',
      help: `Individual machine records. Empty: ${KEEP_RECORDS_DAYS}`,
      min: 1,
      max: KEEP_RECORDS_DAYS,
    }),
    keepMinutesDays: field.integer({
      label: 'Keep minutes',
      unit: 'days',
      help: `Minute totals, kept at least as long as the records. Empty: ${KEEP_MINUTES_DAYS}`,
      min: 1,
      max: 3_650,
    }),
    keepHoursDays: field.integer({
      label: 'Keep hours',
      unit: 'days',
      help: `Hourly totals, kept at least as long as the minute totals. Empty: ${KEEP_HOURS_DAYS}`,
      min: 1,
      max: 36_500,
    }),
    locationCount: field.integer({
      label: 'Sites',
      required: true,
      readOnly: true,
      derived: true,
      min: 0,
      max: 1_000_000,
    }),
    machineCount: field.integer({
      label: 'Machines',
      required: true,
      readOnly: true,
      derived: true,
      min: 0,
      max: 1_000_000,
    }),
  },
  mounts: [{ path: '/v1/customers' }],
  label: 'name',
  sublabel: 'code',
  defaultSort: 'name',
  rules: {
    customer_code_taken: { code: 'duplicate', fields: ['code'], message: 'is used by another customer' },
    customer_parent_acyclic: {
      code: 'rule',
      fields: ['parentId'],
      message: 'must not be the customer itself or a part of it',
    },
    customer_currency_fkey: { code: 'rule', fields: ['currency'], message: 'must be the code of a known currency' },
    customer_country_code_fkey: {
      code: 'rule',
      fields: ['countryCode'],
      message: 'must be the code of a known country',
    },
    customer_owner_of_staff: {
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
    parts: { contact: 'customerId', location: 'customerId' },
    bulk: ['status', 'industryId', 'ownerId'],
  },
})

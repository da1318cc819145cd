import { field } from '../engine/field.ts'

/** What customers and suppliers have in common as companies. */
export const companyFields = {
  code: field.text({ label: 'Code', required: true, max: 32, search: true, sort: true }),
  name: field.text({ label: 'Name', required: true, search: true, sort: true }),
  legalName: field.text({ label: 'Legal name', search: true }),
  taxId: field.text({ label: 'Tax number', max: 64, search: true }),
  industryId: field.reference('industry', { label: 'Industry', filter: true }),
  website: field.url({ label: 'Website' }),
  currency: field.text({
    label: 'Currency',
    help: 'ISO 4217',
    example: 'EUR',
    required: true,
    pattern: [/^[A-Z]{3}$/, 'must be the code of a currency, such as EUR'],
    filter: true,
    sort: true,
  }),
  language: field.text({
    label: 'Language',
    help: 'BCP 47, such as nb-NO',
    example: 'nb-NO',
    pattern: [/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language such as en or nb-NO'],
    max: 35,
  }),
  timezone: field.timeZone({ label: 'Time zone' }),
  paymentTerms: field.text({ label: 'Payment terms' }),
  creditLimit: field.decimal({ label: 'Credit limit', decimalPlaces: 4 }),
  ownerId: field.reference('user', { label: 'Owner', filter: true }),
  notes: field.multiline({ label: 'Notes' }),
}

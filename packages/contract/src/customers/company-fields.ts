import { field } from '../engine/field.ts'

/** What shows that two companies are one, and how a code is made for a new one. */
export const companyTraits = {
  proposes: { code: 'code', from: 'name' },
  alike: { name: 'name', number: 'taxId', website: 'website' },
} as const

/** What customers and suppliers have in common as companies. */
export const companyFields = {
  code: field.text({ label: 'Code', required: true, max: 32, search: true, sort: true }),
  name: field.text({ label: 'Name', required: true, search: true, sort: true }),
  legalName: field.text({ label: 'Legal name', search: true }),
  taxId: field.text({ label: 'Tax number', max: 64, search: true }),
  countryCode: field.text({
    label: 'Country',
    codeOf: 'country',
    help: 'ISO 3166-1 alpha-2',
    example: 'NO',
    pattern: [/^[A-Z]{2}$/, 'must be the two capital letters of a country'],
    filter: true,
  }),
  industryId: field.reference('industry', { label: 'Industry', filter: true, createInPlace: true }),
  website: field.url({ label: 'Website' }),
  currency: field.text({
    label: 'Currency',
    codeOf: 'currency',
    help: 'ISO 4217',
    example: 'EUR',
    required: true,
    pattern: [/^[A-Z]{3}$/, 'must be the code of a currency, such as EUR'],
    filter: true,
    sort: true,
    follows: [{ field: 'countryCode', value: 'currency' }],
  }),
  language: field.text({
    label: 'Language',
    help: 'BCP 47, such as nb-NO',
    example: 'nb-NO',
    pattern: [/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language such as en or nb-NO'],
    max: 35,
  }),
  timezone: field.timeZone({ label: 'Time zone', follows: [{ field: 'countryCode', value: 'timezone' }] }),
  paymentTerms: field.text({ label: 'Payment terms' }),
  creditLimit: field.decimal({ label: 'Credit limit', decimalPlaces: 4 }),
  ownerId: field.reference('user', { label: 'Owner', filter: true }),
  notes: field.multiline({ label: 'Notes' }),
}

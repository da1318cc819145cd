import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'

/** Countries of ISO 3166-1; shipped filled. */
export const countries = defineResource({
  name: 'country',
  table: 'country',
  area: 'Reference data',
  noun: ['country', 'countries'],
  fields: {
    iso2: field.text({
      label: 'ISO code',
      help: 'ISO 3166-1 alpha-2',
      example: 'NO',
      required: true,
      pattern: [/^[A-Z]{2}$/, 'must be two capital letters'],
      search: true,
      sort: true,
    }),
    iso3: field.text({
      label: 'ISO code, three letters',
      example: 'NOR',
      required: true,
      pattern: [/^[A-Z]{3}$/, 'must be three capital letters'],
      search: true,
      sort: true,
    }),
    numeric: field.text({ label: 'ISO number', example: '578', pattern: [/^\d{3}$/, 'must be three digits'] }),
    name: field.text({ label: 'Name', required: true, search: true, sort: true }),
    dialCode: field.text({
      label: 'Dialling code',
      example: '+47',
      pattern: [/^\+\d{1,7}$/, 'must be a plus and digits'],
      max: 8,
    }),
    currency: field.text({
      label: 'Currency',
      codeOf: 'currency',
      help: 'ISO 4217',
      example: 'NOK',
      pattern: [/^[A-Z]{3}$/, 'must be three capital letters'],
      filter: true,
      sort: true,
    }),
    timezone: field.timeZone({ label: 'Time zone', help: 'Of most of its companies' }),
    active: field.boolean({ label: 'Active', fallback: true, filter: true }),
  },
  mounts: [{ path: '/v1/countries' }],
  label: 'name',
  sublabel: 'iso2',
  defaultSort: 'name',
  rules: {
    country_iso2_taken: { code: 'duplicate', fields: ['iso2'], message: 'is used by another country' },
    country_iso3_taken: { code: 'duplicate', fields: ['iso3'], message: 'is used by another country' },
    country_currency_fkey: { code: 'rule', fields: ['currency'], message: 'must be the code of a known currency' },
  },
  traits: { dropdown: true, csv: true, bulk: ['active'] },
})

import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { words } from '../engine/text-schemas.ts'

/** Places of a customer or a supplier. */
export const locations = defineResource({
  name: 'location',
  table: 'location',
  area: 'Locations',
  noun: ['location', 'locations'],
  fields: {
    customerId: field.reference('customer', { label: 'Customer', frozen: true, filter: true }),
    supplierId: field.reference('supplier', { label: 'Supplier', frozen: true, filter: true, example: null }),
    typeId: field.reference('locationType', { label: 'Type', required: true, filter: true, createInPlace: true }),
    name: field.text({ label: 'Name', required: true, search: true, sort: true }),
    addressLine1: field.text({ label: 'Address', search: true }),
    addressLine2: field.text({ label: 'Address, second line' }),
    city: field.text({ label: 'City', max: 100, search: true, sort: true }),
    region: field.text({ label: 'Region', max: 100, search: true }),
    postcode: field.text({ label: 'Postcode', max: 20, search: true, sort: true }),
    countryCode: field.text({
      label: 'Country',
      codeOf: 'country',
      help: 'ISO 3166-1 alpha-2',
      example: 'NO',
      required: true,
      pattern: [/^[A-Z]{2}$/, 'must be the two capital letters of a country'],
      filter: true,
      sort: true,
      follows: [
        { field: 'customerId', value: 'countryCode' },
        { field: 'supplierId', value: 'countryCode' },
      ],
    }),
    latitude: field.number({ label: 'Latitude', unit: '°', min: -90, max: 90 }),
    longitude: field.number({ label: 'Longitude', unit: '°', min: -180, max: 180 }),
    timezone: field.timeZone({
      label: 'Time zone',
      required: true,
      follows: [{ field: 'countryCode', value: 'timezone' }],
    }),
    isPrimary: field.boolean({ label: 'Primary', fallback: false, readOnly: true, filter: true }),
    accessNotes: field.multiline({ label: 'Access notes' }),
  },
  mounts: [
    { path: '/v1/locations' },
    { path: '/v1/customers/{parentId}/locations', parent: 'customerId' },
    { path: '/v1/suppliers/{parentId}/locations', parent: 'supplierId' },
  ],
  label: 'name',
  sublabel: 'city',
  defaultSort: 'name',
  rules: {
    location_of_customer_or_supplier: {
      code: 'rule',
      fields: ['customerId', 'supplierId'],
      message: 'either a customer or a supplier must be given, not both',
    },
    location_coordinates_both_or_neither: {
      code: 'rule',
      fields: ['latitude', 'longitude'],
      message: 'latitude and longitude must both be given, or neither',
    },
    location_country_code_fkey: {
      code: 'rule',
      fields: ['countryCode'],
      message: 'must be the code of a known country',
    },
  },
  traits: {
    options: true,
    softDelete: true,
    setPrimary: { flag: 'isPrimary', within: ['customerId', 'supplierId'] },
    csv: true,
    bulk: ['typeId'],
    relations: {
      contacts: {
        to: 'contact',
        table: 'location_contact',
        column: 'location_id',
        otherColumn: 'contact_id',
        noun: ['contact', 'contacts'],
        rules: {
          location_contact_of_one_company: {
            code: 'rule',
            fields: ['ids'],
            message: 'must be contacts of the same customer or supplier',
          },
        },
      },
    },
  },
})

const parentId = z.object({ parentId: z.uuid() })

/** A short search over the places of a customer, for a field that completes what is typed. */
export const searchLocations = defineCall({
  area: 'Locations',
  method: 'GET',
  path: '/v1/customers/{parentId}/locations/search',
  summary: 'Locations of a customer that match some words',
  access: 'location.read',
  params: parentId,
  query: z.strictObject({ q: words(200).min(1, 'must not be empty') }),
  result: z.array(locations.row),
})

export const locationsWithCoordinates = defineCall({
  area: 'Locations',
  method: 'GET',
  path: '/v1/suppliers/{parentId}/locations/with-coordinates',
  summary: 'Locations of a supplier that can be put on a map',
  access: 'location.read',
  params: parentId,
  result: z.array(locations.row),
})

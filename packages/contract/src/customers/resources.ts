import { contacts } from './contacts.ts'
import { countries } from './countries.ts'
import { currencies } from './currencies.ts'
import { customers } from './customers.ts'
import { exchangeRates } from './exchange-rates.ts'
import { industries } from './industries.ts'
import { licences } from './licences.ts'
import { locationTypes } from './location-types.ts'
import { locations } from './locations.ts'
import { suppliers } from './suppliers.ts'

/** The resources of the area. */
export const customerResources = {
  customers,
  suppliers,
  contacts,
  locations,
  licences,
  locationTypes,
  industries,
  countries,
  currencies,
  exchangeRates,
} as const

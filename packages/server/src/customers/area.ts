import { customers as declaredCustomers, exchangeRates, locations } from '@packhouse/contract'
import { defineArea } from '../engine/area.ts'
import { customersHandlers } from './customers.actions.ts'
import { computedFields } from './customers.policy.ts'
import { seedReferenceData } from './reference-data.ts'

export { computedFields as customerFields } from './customers.policy.ts'

/** Customers, suppliers, contacts, locations, and the data that they refer to. */
export const customers = defineArea({
  name: 'customers',
  computed: computedFields,
  seed: ({ database }) => seedReferenceData(database),
  create: ({ storeOf }) => ({
    provides: undefined,
    handlers: customersHandlers({
      customers: storeOf(declaredCustomers),
      locations: storeOf(locations),
      exchangeRates: storeOf(exchangeRates),
    }),
  }),
})

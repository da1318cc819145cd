export { customersHandlers } from './customers.actions.ts'
export { computedFields } from './customers.policy.ts'
export { seedReferenceData } from './reference-data.ts'

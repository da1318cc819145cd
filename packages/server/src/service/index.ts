export { serviceHandlers } from './service.actions.ts'
export { serviceComputedFields } from './service.policy.ts'
export { ServiceRounds } from './service-rounds.ts'

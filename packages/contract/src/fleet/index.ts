export * from './fleet.ts'
export * from './fleet-lanes.ts'

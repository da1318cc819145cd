export * from './claim.ts'
export * from './machine-origin.ts'
export * from './order-steps.ts'
export * from './ordered-machines.ts'

export * from './machine-shifts.ts'
export * from './production-orders.ts'

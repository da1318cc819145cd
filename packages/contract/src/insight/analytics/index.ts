export * from './calls.ts'
export * from './definitions.ts'
export * from './events.ts'
export * from './page-patterns.ts'

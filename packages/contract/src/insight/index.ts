export * from './health.ts'

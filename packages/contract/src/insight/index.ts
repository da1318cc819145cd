export * from './health.ts'
export * from './jobs.ts'

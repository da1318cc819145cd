export * from './analytics/index.ts'
export * from './health.ts'
export * from './jobs.ts'

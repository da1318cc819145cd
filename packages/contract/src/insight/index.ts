export * from './health.ts'
export * from './jobs.ts'
export * from './metrics.ts'

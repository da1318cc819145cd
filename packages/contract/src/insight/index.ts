export * from './auth-log.ts'
export * from './auth-log-metrics.ts'
export * from './health.ts'
export * from './jobs.ts'

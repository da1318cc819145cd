export * from './health.ts'
export * from './jobs.ts'
export * from './server-log/index.ts'

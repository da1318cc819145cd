export * from './log-calls.ts'
export * from './log-streams.ts'

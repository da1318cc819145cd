export * from './line-flow.ts'
export * from './production-lines.ts'

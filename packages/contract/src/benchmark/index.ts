export * from './benchmark.ts'

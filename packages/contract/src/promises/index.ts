export * from './acceptance-entries.ts'
export * from './acceptance-tests.ts'
export * from './machine-promises.ts'
export * from './promises.ts'

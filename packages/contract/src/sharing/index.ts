export * from './sharing.ts'
export * from './support-access.ts'

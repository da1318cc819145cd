export * from './changes.ts'
export * from './webhook.ts'
export * from './webhook-calls.ts'

export * from './comments.ts'
export * from './follow-ups.ts'

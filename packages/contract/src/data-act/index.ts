export * from './data-sheet.ts'
export * from './data-use-agreements.ts'
export * from './partner-access.ts'
export * from './partner-data.ts'

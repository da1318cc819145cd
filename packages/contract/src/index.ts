export * from './areas.ts'
export * from './calls.ts'
export * from './engine/index.ts'
export * from './sample/fleet.ts'

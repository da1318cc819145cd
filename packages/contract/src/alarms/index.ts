export * from './alarm.ts'
export * from './alarm-rules.ts'
export * from './alarms.ts'

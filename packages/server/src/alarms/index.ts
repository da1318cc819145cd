export { alarmComputedFields } from './alarm.actions.ts'
export { Alarms } from './alarms.ts'

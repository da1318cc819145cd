export { Caller } from './caller.ts'
export { type DatabaseServer, SAMPLE_PASSWORD, startDatabaseServer } from './databases.ts'
export { Device } from './device.ts'
export { type AccountName, emailOf, startTestApp, TestApp, type TestAppOptions } from './test-app.ts'

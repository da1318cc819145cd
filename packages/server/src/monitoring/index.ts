export { monitoringHandlers } from './ignition.actions.ts'
export { LiveStream } from './live-stream.ts'

export { monitoringHandlers } from './ignition.actions.ts'
export { LiveStream } from './live-stream.ts'
export { publishHandlers } from './publish.actions.ts'

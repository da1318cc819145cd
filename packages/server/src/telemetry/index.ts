export type { LiveMachine } from './live-machine.ts'
export type { LiveStore } from './live-store.ts'
export { HOUR_MS, MINUTE_MS, startOf } from './rollup.ts'
export { Telemetry, type TelemetryOptions } from './telemetry.ts'

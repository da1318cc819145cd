import type { LiveMachine } from '../live/index.ts'
import { clock } from '../platform/clock.ts'
import type { TelemetryRecord } from '../telemetry/index.ts'

/** What is known of a machine now, as one record; undefined while it is not online: what was then says nothing of now. */
export function newestOf({ entry, values, online }: LiveMachine): TelemetryRecord | undefined {
  if (values === undefined || online !== true) return undefined
  return {
    machineKey: entry.key,
    at: values.at,
    receivedAt: Math.min(values.at, clock.now()),
    totalCycles: values.totalCycles ?? undefined,
    totalRejects: values.totalRejects ?? undefined,
    cyclesPerMin: values.cyclesPerMin ?? undefined,
    machineState: values.machineState === 'Unknown' ? null : (values.machineState ?? undefined),
    temperature: values.temperature ?? undefined,
    humidity: values.humidity ?? undefined,
    machineData: values.machineData,
  }
}

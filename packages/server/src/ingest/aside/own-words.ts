import type { TelemetryRecord } from '../../telemetry/index.ts'

/** A record as a payload of `packhouse/<machineID>/record`: read again it is the same record. */
export function inOwnWords({ machineKey: _key, receivedAt: _arrival, at, ...fields }: TelemetryRecord): Buffer {
  return Buffer.from(JSON.stringify({ lastSeen: new Date(at).toISOString(), ...fields }))
}

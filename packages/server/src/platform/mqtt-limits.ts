import type { z } from 'zod'
import { wholeNumber } from './environment-fields.ts'

/** The variables that bound what the broker takes of clients; `docs/operations.md` explains each. */
export const mqttLimitVariables = {
  MQTT_CONNECT_TIMEOUT: wholeNumber(1, 300, 5),
  MQTT_REFUSAL_DELAY: wholeNumber(0, 30_000, 1_000),
  MQTT_MAX_CONNECTIONS: wholeNumber(1, 1_000_000, 20_000),
  MQTT_MAX_CONNECTIONS_PER_ADDRESS: wholeNumber(1, 1_000_000, 5_000),
  MQTT_MAX_UNAUTHENTICATED: wholeNumber(1, 1_000_000, 4_000),
  MQTT_MAX_UNAUTHENTICATED_PER_ADDRESS: wholeNumber(1, 1_000_000, 2_000),
  MQTT_MAX_UNAUTHENTICATED_BYTES: wholeNumber(1_024, 1_048_576, 32_768),
  MQTT_MAX_OFFLINE_SESSIONS: wholeNumber(1, 1_000_000, 10_000),
  MQTT_MAX_OFFLINE_SESSIONS_PER_OWNER: wholeNumber(1, 1_000_000, 2_000),
  MQTT_MAX_OFFLINE_SESSIONS_PER_DEVICE: wholeNumber(1, 1_000_000, 500),
}

/** What the broker bears of clients. Unauthenticated is who has not signed in (yet). */
export interface MqttLimits {
  /** Time from opening the connection to a whole CONNECT, milliseconds. */
  connectTimeoutMs: number
  /** A refusal is answered so long after its CONNECT, milliseconds. */
  refusalDelayMs: number
  connections: number
  connectionsOfAddress: number
  unauthenticated: number
  unauthenticatedOfAddress: number
  /** Bytes that the broker takes from a connection before it has signed in. */
  unauthenticatedBytes: number
  /** Sessions that are stored for clients that are away: of all, of one owner, and of one credential. */
  offlineSessions: number
  offlineSessionsOfOwner: number
  offlineSessionsOfDevice: number
}

export function mqttLimitsOf(env: z.infer<z.ZodObject<typeof mqttLimitVariables>>): MqttLimits {
  return {
    connectTimeoutMs: env.MQTT_CONNECT_TIMEOUT * 1_000,
    refusalDelayMs: env.MQTT_REFUSAL_DELAY,
    connections: env.MQTT_MAX_CONNECTIONS,
    connectionsOfAddress: env.MQTT_MAX_CONNECTIONS_PER_ADDRESS,
    unauthenticated: env.MQTT_MAX_UNAUTHENTICATED,
    unauthenticatedOfAddress: env.MQTT_MAX_UNAUTHENTICATED_PER_ADDRESS,
    unauthenticatedBytes: env.MQTT_MAX_UNAUTHENTICATED_BYTES,
    offlineSessions: env.MQTT_MAX_OFFLINE_SESSIONS,
    offlineSessionsOfOwner: env.MQTT_MAX_OFFLINE_SESSIONS_PER_OWNER,
    offlineSessionsOfDevice: env.MQTT_MAX_OFFLINE_SESSIONS_PER_DEVICE,
  }
}

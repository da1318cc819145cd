import { machines, mqttSubscribers, opcuaConnections, tagMaps } from '@packhouse/contract'
import { access } from '../access/area.ts'
import { opcuaComputedFields, opcuaHandlers, subscriberComputedFields, subscriberHandlers } from '../connect/index.ts'
import { defineArea } from '../engine/area.ts'
import { nameThePort } from '../platform/ports.ts'
import { sentence } from '../platform/sentence.ts'
import { deadLetterHandlers } from './dead-letters/dead-letter.actions.ts'
import { exportHandlers } from './export/export.actions.ts'
import { monitoringHandlers } from './ignition.actions.ts'
import { LiveStream } from './live-stream.ts'
import { logDeviceRefusals } from './log-device-refusals.ts'
import { machineComputedFields } from './machines.policy.ts'
import { publishHandlers } from './publish.actions.ts'
import { tagMapHandlers } from './tag-maps/tag-map.actions.ts'
import { Telemetry } from './telemetry.ts'
import { registerTelemetryMetrics } from './telemetry-metrics.ts'

export { readBuckets } from './counting/buckets.queries.ts'
export { type Counts, readCounts } from './counting/counts.queries.ts'
export { localBuckets } from './counting/local-buckets.ts'
export { localHours } from './counting/local-hours.ts'
export { readHistory } from './history.queries.ts'
export { findMachine, scopeOf } from './machine-access.ts'

export { intervalsIn, type ReportedInterval, readIntervals } from './states.queries.ts'
export type { Telemetry } from './telemetry.ts'

/** Where the web takes MQTT over web sockets. */
const MQTT_PATH = '/mqtt'
const SEAL_EVERY_MS = 5 * 60_000
/** A start has enough to do. */
const SEAL_AFTER_START_MS = 30_000

/** Machines: what they send, what they do now and what they did. */
export const monitoring = defineArea({
  name: 'monitoring',
  computed: { ...machineComputedFields, ...subscriberComputedFields, ...opcuaComputedFields },
  create(platform, use) {
    const { config, database, refusals, storeOf } = platform
    const { apiKeys, authenticator, deviceCertificates, deviceGuesses, passwords, refusalLog } = use(access)
    const reportRefusal = logDeviceRefusals(refusalLog)
    const telemetry = new Telemetry({
      ...platform,
      host: config.host,
      mqttPort: config.mqttPort,
      sparkplugHostId: config.sparkplugHostId,
      dataDir: config.dataDir,
      mqttLimits: config.mqttLimits,
      guesses: deviceGuesses,
      passwords,
      apiKeys,
      reportRefusal,
      deviceCertificates,
    })
    const stream = new LiveStream(telemetry.live)
    registerTelemetryMetrics(platform.metrics, telemetry, stream)
    return {
      provides: { telemetry },
      handlers: {
        ...subscriberHandlers(storeOf(mqttSubscribers), telemetry.subscribers),
        ...opcuaHandlers(storeOf(opcuaConnections), telemetry.opcua, config.dataDir),
        ...publishHandlers(telemetry.intake, reportRefusal),
        ...exportHandlers({ database, telemetry, refusals, limits: config.http.exports }),
        ...tagMapHandlers(storeOf(tagMaps), telemetry.tagMaps),
        ...deadLetterHandlers(database, telemetry),
        ...monitoringHandlers({ database, telemetry, stream, authenticate: authenticator.authenticate }),
      },
      services: [
        {
          start: () => telemetry.start().then(() => undefined, nameThePort('MQTT_PORT', config.mqttPort)),
          stop: () => telemetry.stop(),
        },
        stream,
      ],
      jobs: [
        {
          name: sentence`Seal history and remove what is old`,
          everyMs: SEAL_EVERY_MS,
          afterStartMs: SEAL_AFTER_START_MS,
          run: (signal: AbortSignal) => telemetry.retention.run(signal),
        },
      ],
      // The web waits for its connections when it closes.
      routes: async (app) => void app.addHook('preClose', async () => telemetry.broker.endWebSockets()),
      upgrades: { [MQTT_PATH]: (...arrival) => telemetry.broker.upgrade(...arrival) },
      committed: { [machines.name]: () => telemetry.refreshMachines() },
      facts: () => ({ mqttPort: telemetry.mqttPort, mqtts: telemetry.mqtts }),
    }
  },
})

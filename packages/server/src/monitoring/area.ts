import {
  countries,
  customers,
  locations,
  machines,
  mqttSubscribers,
  opcuaConnections,
  readingSettings,
  tagMaps,
} from '@packhouse/contract'
import { access } from '../access/area.ts'
import { opcuaComputedFields, opcuaHandlers, subscriberComputedFields, subscriberHandlers } from '../connect/index.ts'
import { defineArea, type Upgrade } from '../engine/area.ts'
import { nameThePort } from '../platform/ports.ts'
import { sentence } from '../platform/sentence.ts'
import { commandHandlers, sendWaiting } from './commands/command.actions.ts'
import { CommandHandover } from './commands/command-handover.ts'
import { settleCommand } from './commands/command-rows.ts'
import { CommandWatch } from './commands/command-watch.ts'
import { deadLetterHandlers } from './dead-letters/dead-letter.actions.ts'
import { exportHandlers } from './export/export.actions.ts'
import { monitoringHandlers } from './ignition.actions.ts'
import { LiveStream } from './live-stream.ts'
import { logDeviceRefusals } from './log-device-refusals.ts'
import { mayBeSeenBy } from './machine-access.ts'
import { machineComputedFields } from './machines.policy.ts'
import { publishHandlers } from './publish.actions.ts'
import { tagMapHandlers } from './tag-maps/tag-map.actions.ts'
import { Telemetry } from './telemetry.ts'
import { registerTelemetryMetrics } from './telemetry-metrics.ts'

export { readBuckets } from './counting/buckets.queries.ts'
export { type Counts, readCounts } from './counting/counts.queries.ts'
export { hoursOfRejects, measuresRejects, readSilentHours } from './counting/hours-of-rejects.ts'
export { localBuckets } from './counting/local-buckets.ts'
export { localHours } from './counting/local-hours.ts'
export { NEWEST_REJECTS } from './counting/newest.queries.ts'
export { recordFileOf } from './export/record-file.ts'
export { readHistory } from './history.queries.ts'
export { readLanes } from './lanes.queries.ts'
export { asSeenBy, findKnownMachine, findMachine, isWithheldFrom, mayBeSeenBy, scopeOf } from './machine-access.ts'
export { machineDetails } from './machine-json.ts'
export { machineDue } from './machines.policy.ts'
export { standingOf } from './standing.ts'

export { intervalsIn, type ReportedInterval, readIntervals } from './states.queries.ts'
export type { Telemetry } from './telemetry.ts'

/** Where the web takes MQTT over web sockets. */
const MQTT_PATH = '/mqtt'
const SEAL_EVERY_MS = 5 * 60_000
/** A start has enough to do. */
const SEAL_AFTER_START_MS = 30_000

/** Of what a machine shows something, such as the time zone of its location: whoever has changed it finds it in the live store from then on. */
const shownOfMachines = [machines, customers, locations, countries]

/** Machines: what they send, what they do now and what they did. */
export const monitoring = defineArea({
  name: 'monitoring',
  computed: { ...machineComputedFields, ...subscriberComputedFields, ...opcuaComputedFields },
  create(platform, use) {
    const { config, database, rates, refusals, storeOf } = platform
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
    const stream = new LiveStream(telemetry.live, telemetry.isShared)
    // At several nodes the viewers are those of others.
    telemetry.ingest.hurryWhile(() => telemetry.isShared || stream.viewers > 0)
    const watch = new CommandWatch({
      ...platform,
      ingest: telemetry.ingest,
      confirm: (id, at) => settleCommand(database.system, id, 'confirmed', at),
    })
    const handover = new CommandHandover({
      ...platform,
      reached: () => telemetry.commands.machineKeys(),
      send: (command) => sendWaiting({ telemetry, watch }, command),
    })
    registerTelemetryMetrics(platform.metrics, telemetry, stream)
    return {
      provides: { telemetry },
      handlers: {
        ...subscriberHandlers(storeOf(mqttSubscribers), telemetry.subscribers),
        ...opcuaHandlers(storeOf(opcuaConnections), telemetry.opcua, {
          dataDir: config.dataDir,
          mayBeSeen: (principal, machineID) => {
            const machine = telemetry.live.byID(machineID)
            return machine !== undefined && mayBeSeenBy(principal)(machine)
          },
        }),
        ...publishHandlers(telemetry.intake, reportRefusal),
        ...exportHandlers({ database, telemetry, refusals, limits: config.http.exports }),
        ...tagMapHandlers(storeOf(tagMaps), telemetry),
        ...deadLetterHandlers(database, telemetry),
        ...commandHandlers({ database, telemetry, watch, handover, refusals, rates }),
        ...monitoringHandlers({
          database,
          telemetry,
          stream,
          customers: storeOf(customers),
          authenticate: authenticator.authenticate,
        }),
      },
      services: [
        {
          start: () => telemetry.start().then(() => undefined, nameThePort('MQTT_PORT', config.mqttPort)),
          stop: () => telemetry.stop(),
        },
        { runsOn: ['api'], start: () => stream.start(), stop: () => stream.stop() },
        watch,
        // A process that is alone hands nothing over.
        ...(telemetry.isShared
          ? [{ runsOn: ['ingest' as const], start: () => handover.start(), stop: () => handover.stop() }]
          : []),
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
      upgrades: upgradesOf(telemetry),
      hindrances: () => ({ broker: telemetry.doorIssue(), ingest: telemetry.ingest.healthIssue() }),
      committed: {
        ...Object.fromEntries(shownOfMachines.map(({ name }) => [name, () => telemetry.refreshMachines()])),
        // In use at once here; other processes hear of a map, and ask for the settings every 10 s.
        [tagMaps.name]: () => telemetry.tagMaps.refresh(),
        [readingSettings.name]: () => telemetry.readingSettings.refresh(),
      },
      facts: () => ({ mqttPort: telemetry.mqttPort, mqtts: telemetry.mqtts }),
    }
  },
})

/** A process that has no broker leaves web sockets of machines to those that have one. */
function upgradesOf({ takesIn, broker }: Telemetry): Readonly<Record<string, Upgrade>> {
  return takesIn ? { [MQTT_PATH]: (...arrival) => broker.upgrade(...arrival) } : {}
}

import type { Metrics } from '../platform/metrics.ts'
import type { LiveStream } from './live-stream.ts'
import type { Telemetry } from './telemetry.ts'

/** Bounds of the time from a message to its acknowledgement, seconds. */
const ACKNOWLEDGED_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** What comes in from machines, and who watches. */
export function registerTelemetryMetrics(metrics: Metrics, { broker, ingest }: Telemetry, stream: LiveStream): void {
  metrics.countersBy(
    'packhouse_ingest_records_total',
    'Records by the way on which they came and by what became of them',
    ['source', 'outcome'],
    () =>
      Object.entries(ingest.countersBySource()).flatMap(([source, outcomes]) =>
        Object.entries(outcomes).map(([outcome, count]) => [{ source, outcome }, count] as const),
      ),
  )
  const acknowledged = metrics.histogram(
    'packhouse_ingest_ack_duration_seconds',
    'Time from the first message of a batch to its acknowledgement',
    ACKNOWLEDGED_SECONDS,
  )
  ingest.measure((seconds) => acknowledged.observe(seconds))
  metrics.gauge('packhouse_ingest_queue_records', 'Records that wait to be stored', () => ingest.counters().waiting)
  metrics.gauge(
    'packhouse_ingest_held_records',
    'Records that wait until the clock is right',
    () => ingest.counters().held,
  )
  metrics.gauge('packhouse_mqtt_connections', 'Devices that are connected over MQTT', () => broker.connections)
  metrics.gauge('packhouse_live_streams', 'Open streams of live machines', () => stream.viewers)
}

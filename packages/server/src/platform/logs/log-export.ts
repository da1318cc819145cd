import { createHash } from 'node:crypto'
import { ROOT_CONTEXT, SeverityNumber, TraceFlags, trace } from '@opentelemetry/api'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { clock } from '../clock.ts'
import { toEntry } from './log-entry.ts'
import { LEVELS, type LogLine, type LogOutput } from './log-output.ts'

const severities = [
  { from: LEVELS.error, severityNumber: SeverityNumber.ERROR, severityText: 'ERROR' },
  { from: LEVELS.warn, severityNumber: SeverityNumber.WARN, severityText: 'WARN' },
  { from: LEVELS.info, severityNumber: SeverityNumber.INFO, severityText: 'INFO' },
]
/** So long the last lines may take at the end. */
const END_MS = 2_000
const DEBUG = { severityNumber: SeverityNumber.DEBUG, severityText: 'DEBUG' }

/**
 * Sends every line to the collector that the `OTEL_` variables name, by OTLP over HTTP, in batches. While the collector does not
 * take them 2,048 lines wait; further ones are dropped. The product never waits for it.
 * @returns sends what still waits, and ends it
 */
export function startLogExport(output: LogOutput, version: string): () => Promise<void> {
  const provider = new LoggerProvider({
    processors: [new BatchLogRecordProcessor({ exporter: new OTLPLogExporter() })],
  })
  const logger = provider.getLogger('packhouse', version)
  const unlisten = output.listen((line) => logger.emit(recordOf(line)))
  return async () => {
    unlisten()
    // A collector that is away must not hold up the end; what waits for it is in the files.
    const ending = clock.sleep(END_MS, { ref: false })
    await Promise.race([provider.shutdown().catch(() => undefined), ending])
  }
}

function recordOf({ level, time, text }: LogLine) {
  const { message, part, fields } = toEntry(text, 0)
  const { trace_id: traceId, ...attributes } = fields
  const { severityNumber, severityText } = severities.find(({ from }) => level >= from) ?? DEBUG
  return {
    timestamp: time,
    severityNumber,
    severityText,
    body: message,
    attributes: { part, ...flat(attributes) },
    ...(typeof traceId === 'string' && { context: contextOf(traceId, fields.request_id) }),
  }
}

/** The span of a request is named by its id: the protocol has no trace without a span. */
function contextOf(traceId: string, requestId: unknown) {
  const spanId = createHash('sha256').update(String(requestId)).digest('hex').slice(0, 16)
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: TraceFlags.SAMPLED })
}

/** Attributes are plain values; what is nested is sent as its JSON. */
function flat(fields: Record<string, unknown>): Record<string, string | number | boolean> {
  const isPlain = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isPlain(value) ? value : JSON.stringify(value)]),
  ) as Record<string, string | number | boolean>
}

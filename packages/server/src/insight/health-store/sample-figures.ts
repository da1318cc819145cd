import type { MetricSamples } from '../../platform/metric-samples.ts'
import type { Figures } from './figures.ts'
import { type Buckets, quantileOf, sinceThen } from './quantile.ts'

const REQUESTS = 'http_server_request_duration_seconds'
const ACKNOWLEDGED = 'packhouse_ingest_ack_duration_seconds'
const RENDERED = 'packhouse_pdf_render_duration_seconds'

/** What the figures of a stretch of time are worked out from. */
export interface Counted {
  requests: number
  errors: number
  records: number
  requestBuckets: Buckets
  ackBuckets: Buckets
  pdfBuckets: Buckets
}

/** At the start of the process nothing was counted yet: what came before the first look is not lost. */
export const nothingCounted: Counted = {
  requests: 0,
  errors: 0,
  records: 0,
  requestBuckets: new Map(),
  ackBuckets: new Map(),
  pdfBuckets: new Map(),
}

export function countedIn(samples: MetricSamples): Counted {
  return {
    requests: samples.sum(`${REQUESTS}_count`) ?? 0,
    errors: samples.sum(`${REQUESTS}_count`, { status: '5xx' }) ?? 0,
    records: samples.sum('packhouse_ingest_records_total', { outcome: 'stored' }) ?? 0,
    requestBuckets: samples.buckets(REQUESTS),
    ackBuckets: samples.buckets(ACKNOWLEDGED),
    pdfBuckets: samples.buckets(RENDERED),
  }
}

/** What is known beside the metrics. */
export interface Beside {
  disk: { usedBytes: number; totalBytes: number } | undefined
  databaseSeconds: number | undefined
  jobWaitSeconds: number | undefined
  mailsWaiting: number | undefined
}

/** @param seconds between the two looks */
export function figuresOf(
  samples: MetricSamples,
  before: Counted,
  now: Counted,
  seconds: number,
  beside: Beside,
): Figures {
  const rate = (of: 'requests' | 'errors' | 'records') => Math.max(0, now[of] - before[of]) / seconds
  const quantile = (of: 'requestBuckets' | 'ackBuckets' | 'pdfBuckets', share: number) =>
    quantileOf(sinceThen(before[of], now[of]), share) ?? null
  const value = (name: string, labels?: Record<string, string>) => samples.sum(name, labels) ?? null
  // The table is read whole: a state that no job is in has no sample.
  const hasJobs = beside.jobWaitSeconds !== undefined
  const jobs = (state: string) => (hasJobs ? (samples.sum('packhouse_jobs', { state }) ?? 0) : null)
  return {
    requestsPerSecond: rate('requests'),
    errorsPerSecond: rate('errors'),
    requestP95Seconds: quantile('requestBuckets', 0.95),
    recordsPerSecond: rate('records'),
    ackP99Seconds: quantile('ackBuckets', 0.99),
    queueRecords: value('packhouse_ingest_queue_records'),
    mqttConnections: value('packhouse_mqtt_connections'),
    databaseSeconds: beside.databaseSeconds ?? null,
    databaseConnections: value('packhouse_db_pool_connections', { state: 'used' }),
    diskUsedBytes: beside.disk?.usedBytes ?? null,
    diskTotalBytes: beside.disk?.totalBytes ?? null,
    memoryBytes: value('process_resident_memory_bytes'),
    eventLoopP99Seconds: value('nodejs_eventloop_lag_p99_seconds'),
    pdfP95Seconds: quantile('pdfBuckets', 0.95),
    pdfWaiting: value('packhouse_pdf_waiting'),
    jobsWaiting: jobs('waiting'),
    jobsDead: jobs('dead'),
    jobWaitSeconds: beside.jobWaitSeconds ?? null,
    mailsWaiting: beside.mailsWaiting ?? null,
  }
}

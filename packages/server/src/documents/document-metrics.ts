import type { DocumentTypeName } from '@packhouse/contract'
import type { Metrics } from '../platform/metrics.ts'
import type { RenderPool } from './render/render-pool.ts'

/** Bounds of the time that a document takes, waiting included, seconds. */
const RENDER_SECONDS = [0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** @returns what hears how long each document took */
export function registerDocumentMetrics(
  metrics: Metrics,
  pool: Pick<RenderPool, 'load'>,
): (type: DocumentTypeName, seconds: number) => void {
  metrics.gauge('packhouse_pdf_waiting', 'Documents that wait to be rendered', () => pool.load.waiting)
  const durations = metrics.histogram(
    'packhouse_pdf_render_duration_seconds',
    'Time from the order of a document until it is rendered',
    RENDER_SECONDS,
    ['type'],
  )
  return (type, seconds) => durations.observe({ type }, seconds)
}

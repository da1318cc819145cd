import { answered, type HandlersOf } from '../../engine/handlers.ts'
import type { Metrics } from '../../platform/metrics.ts'

export function metricsHandlers(metrics: Metrics): HandlersOf<'prometheusMetrics'> {
  return {
    async prometheusMetrics({ reply }): Promise<typeof answered> {
      const text = await metrics.text()
      reply.header('cache-control', 'no-store').type(metrics.contentType).send(text)
      return answered
    },
  }
}

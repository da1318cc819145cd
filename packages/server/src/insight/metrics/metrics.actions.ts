import { t } from '@packhouse/messages'
import { answered, type HandlersOf } from '../../engine/handlers.ts'
import { assertThat } from '../../engine/problem-error.ts'
import type { Metrics } from '../../platform/metrics.ts'

export function metricsHandlers(metrics: Metrics): HandlersOf<'prometheusMetrics'> {
  return {
    async prometheusMetrics({ principal, reply }): Promise<typeof answered> {
      assertThat(principal.customerId === null, 'permission_missing', t('health.forStaffOnly'))
      const text = await metrics.text()
      reply.header('cache-control', 'no-store').type(metrics.contentType).send(text)
      return answered
    },
  }
}

import { t } from '@packhouse/messages'
import type { HandlersOf } from '../engine/handlers.ts'
import { assertThat } from '../engine/problem-error.ts'
import type { RenderPool } from './render/render-pool.ts'
import type { RenderStatistics } from './render-statistics.ts'

interface HealthParts {
  pool: RenderPool
  statistics: RenderStatistics
}

export function healthHandlers({ pool, statistics }: HealthParts): HandlersOf<'pdfHealth'> {
  return {
    pdfHealth({ principal }) {
      assertThat(principal.customerId === null, 'permission_missing', t('health.forStaffOnly'))
      const { rendered, failed, p95Ms, lastError, isLastGood } = statistics
      return { status: isLastGood ? 'ok' : 'degraded', ...pool.load, rendered, failed, p95Ms, lastError }
    },
  }
}

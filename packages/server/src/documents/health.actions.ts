import type { HandlersOf } from '../engine/handlers.ts'
import type { RenderPool } from './render/render-pool.ts'
import type { RenderStatistics } from './render-statistics.ts'

interface HealthParts {
  pool: RenderPool
  statistics: RenderStatistics
}

export function healthHandlers({ pool, statistics }: HealthParts): HandlersOf<'pdfHealth'> {
  return {
    pdfHealth() {
      const { rendered, failed, p95Ms, lastError, isLastGood } = statistics
      return { status: isLastGood ? 'ok' : 'degraded', ...pool.load, rendered, failed, p95Ms, lastError }
    },
  }
}

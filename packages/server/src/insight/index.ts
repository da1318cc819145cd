import type { Health } from '@packhouse/contract'
import type { HandlersOf } from '../engine/handlers.ts'
import type { DatabaseProbe } from '../platform/database-probe.ts'
import type { Refusals } from '../platform/refusals.ts'
import type { Telemetry } from '../telemetry/index.ts'

type Part = Health['database']

export interface InsightParts {
  database: DatabaseProbe
  telemetry: Telemetry
  refusals: Refusals
}

export function insightHandlers({
  database,
  telemetry,
  refusals,
}: InsightParts): HandlersOf<'health' | 'refusalCounts'> {
  return {
    refusalCounts: ({ reply }) => {
      reply.header('cache-control', 'no-store')
      return { refused: refusals.snapshot() }
    },
    async health({ reply }) {
      const parts = {
        database: part(await database.findFault()),
        broker: part(telemetry.broker.listening ? undefined : 'The MQTT broker is not listening.'),
        ingest: part(telemetry.ingest.trouble()),
      }
      const works = Object.values(parts).every((state) => state.status === 'ok')
      reply.code(works ? 200 : 503).header('cache-control', 'no-store')
      return { status: works ? 'ok' : 'degraded', ...parts }
    },
  }
}

function part(trouble: string | undefined): Part {
  return trouble === undefined ? { status: 'ok' } : { status: 'away', detail: trouble }
}

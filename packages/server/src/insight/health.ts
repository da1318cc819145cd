import type { Health } from '@packhouse/contract'
import type { HandlersOf } from '../engine/handlers.ts'
import type { Database } from '../platform/database.ts'
import type { Refusals } from '../platform/refusals.ts'
import type { Telemetry } from '../telemetry/index.ts'

const PATIENCE_MS = 2_000

type Part = Health['database']
type Notice = Health['clock']

export interface InsightParts {
  database: Database
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
        database: await checkDatabase(database),
        broker: part(telemetry.broker.listening ? undefined : 'The MQTT broker is not listening.'),
        ingest: part(telemetry.ingest.trouble()),
      }
      const notices = {
        clock: notice(telemetry.clock.doubt?.words),
        senders: notice(telemetry.recentSenders.issue()),
      }
      const works = Object.values(parts).every((state) => state.status === 'ok')
      const isWell = works && Object.values(notices).every((state) => state.status === 'ok')
      reply.code(works ? 200 : 503).header('cache-control', 'no-store')
      return { status: isWell ? 'ok' : 'degraded', ...parts, ...notices }
    },
  }
}

function part(trouble: string | undefined): Part {
  return trouble === undefined ? { status: 'ok' } : { status: 'away', detail: trouble }
}

function notice(issue: string | undefined): Notice {
  return issue === undefined ? { status: 'ok' } : { status: 'attention', detail: issue }
}

async function checkDatabase(database: Database): Promise<Part> {
  const late = new Promise<Part>((resolve) => {
    setTimeout(resolve, PATIENCE_MS, part('The database does not answer within 2 s.')).unref()
  })
  // Given up with its connection, or a network that loses answers would have taken every connection after some calls.
  const question = { text: 'SELECT 1', query_timeout: PATIENCE_MS }
  const asked = database.pool.query(question).then(
    () => part(undefined),
    () => part('The database cannot be reached.'),
  )
  return await Promise.race([asked, late])
}

import type { Health } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import type { HandlersOf } from '../engine/handlers.ts'
import { assertThat } from '../engine/problem-error.ts'
import type { Telemetry } from '../monitoring/area.ts'
import type { DatabaseFaults } from '../platform/database-faults.ts'
import type { DatabaseProbe } from '../platform/database-probe.ts'
import type { FileCheck } from '../platform/file-check/file-check.ts'
import type { FileFolder } from '../platform/file-folder.ts'
import type { Refusals } from '../platform/refusals.ts'

type Part = Health['ingest']
type Notice = Health['clock']

export interface InsightParts {
  database: DatabaseProbe
  faults: DatabaseFaults
  telemetry: Telemetry
  refusals: Refusals
  fileCheck: FileCheck
  files: FileFolder
  /** What is stored behind requests and records. */
  writers: readonly { healthIssue: () => string | undefined }[]
}

export function insightHandlers({
  database,
  faults,
  telemetry,
  refusals,
  fileCheck,
  files,
  writers,
}: InsightParts): HandlersOf<'health' | 'refusalCounts'> {
  return {
    refusalCounts: ({ principal, reply }) => {
      assertThat(principal.customerId === null, 'permission_missing', t('health.forStaffOnly'))
      reply.header('cache-control', 'no-store')
      return { refused: refusals.snapshot() }
    },
    async health({ reply }) {
      const parts = {
        database: databasePart(part(await database.findFault()), faults),
        broker: part(telemetry.doorIssue()),
        ingest: part(telemetry.ingest.healthIssue()),
      }
      const notices = {
        clock: notice(telemetry.clock.doubt?.words),
        senders: notice(telemetry.recentSenders.issue()),
        scanner: notice(await fileCheck.scanner?.findFault()),
        logs: notice(firstIssue(writers)),
        files: notice(await files.findFault()),
      }
      const works = Object.values(parts).every((state) => state.status === 'ok')
      const isWell = works && Object.values(notices).every((state) => state.status === 'ok')
      reply.code(works ? 200 : 503).header('cache-control', 'no-store')
      return { status: isWell ? 'ok' : 'degraded', ...parts, ...notices }
    },
  }
}

function firstIssue(writers: InsightParts['writers']): string | undefined {
  return writers.map((writer) => writer.healthIssue()).find((issue) => issue !== undefined)
}

function part(issue: string | undefined): Part {
  return issue === undefined ? { status: 'ok' } : { status: 'away', detail: declared(issue) }
}

function notice(issue: string | undefined): Notice {
  return issue === undefined ? { status: 'ok' } : { status: 'attention', detail: declared(issue) }
}

/** What is wrong with its disk or its data says more than that it does not answer, and is reported as well while it answers. */
function databasePart(answer: Part, faults: DatabaseFaults): Health['database'] {
  const full = faults.disk.healthIssue()
  if (full !== undefined) return part(full)
  const damage = faults.damage()
  if (answer.status !== 'ok' || damage === undefined) return answer
  return { status: 'damaged', detail: damage }
}

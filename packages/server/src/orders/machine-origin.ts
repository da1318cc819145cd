import { type MachineOrigin, type StepDates, stepsOf } from '@packhouse/contract'
import { sql } from 'kysely'
import type { HandlersOf } from '../engine/handlers.ts'
import type { Principal } from '../engine/principal.ts'
import { sentTo } from '../estimator/area.ts'
import { findKnownMachine, scopeOf, type Telemetry } from '../monitoring/area.ts'
import type { Database } from '../platform/database.ts'

interface OriginParts {
  database: Database
  telemetry: Telemetry
}

interface OrderRow extends StepDates {
  id: string
  number: string
  model: string
  options: string[]
  serial: string | null
  claimedAt: Date | null
  projectId: string | null
  version: number | null
}

/** Where a machine comes from, on its page. */
export function originHandlers({ database, telemetry }: OriginParts): HandlersOf<'machineOrigin'> {
  return {
    async machineOrigin({ principal, params }) {
      const { entry } = findKnownMachine(telemetry, principal, params.id)
      // Customers see what they have ordered themselves, and not what a machine of others was once ordered with.
      const row = await database.inScope(scopeOf(principal), async (db) => {
        const { rows } = await sql<OrderRow>`
          SELECT id, number, model, options, serial, claimed_at AS "claimedAt", project_id AS "projectId", version,
            factory_test_planned::text AS "factoryTestPlanned", factory_test_done::text AS "factoryTestDone",
            delivery_planned::text AS "deliveryPlanned", delivery_done::text AS "deliveryDone",
            installation_planned::text AS "installationPlanned", installation_done::text AS "installationDone",
            site_test_planned::text AS "siteTestPlanned", site_test_done::text AS "siteTestDone",
            training_planned::text AS "trainingPlanned", training_done::text AS "trainingDone"
          FROM ordered_machine WHERE machine_id = ${entry.id} AND deleted_at IS NULL
        `.execute(db)
        return rows[0]
      })
      if (row === undefined) return { machineID: entry.machineID, order: null }
      const { id, number, model, options, serial, claimedAt } = row
      const quote = await findQuote(database, principal, row)
      const shown = { id, number, model, options, serial, claimedAt: claimedAt?.toISOString() ?? null }
      return { machineID: entry.machineID, order: { ...shown, steps: stepsOf(row), quote } }
    },
  }
}

/** The quote where the reader may open it: staff by their permissions, users of a customer where it was sent to them. */
async function findQuote(
  database: Database,
  principal: Principal,
  { projectId, version }: OrderRow,
): Promise<NonNullable<MachineOrigin['order']>['quote']> {
  if (projectId === null || version === null) return null
  if (principal.customerId !== null) {
    const [sent] = await sentTo(database, principal, projectId)
    return sent === undefined ? null : { projectId, version, number: sent.content.number, title: sent.content.title }
  }
  if (!principal.permissions.has('project.read')) return null
  const { rows } = await sql<{ number: string; title: string }>`
    SELECT CASE WHEN revision = 1 THEN number ELSE number || '-R' || revision END AS number, title FROM project
    WHERE id = ${projectId} AND deleted_at IS NULL
  `.execute(database.system)
  return rows[0] === undefined ? null : { projectId, version, ...rows[0] }
}

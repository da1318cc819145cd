import { machines, type ProjectQuotes, type QuoteChoices, type QuoteContent, takenOf } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Principal } from '../../engine/principal.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Db, Transaction } from '../../platform/database.ts'

/** A line of so many machines is a typing error, or spare machines that nobody waits for one by one. */
const MOST_OF_LINE = 50
const MODEL_LENGTH = 50

interface OrderedLine {
  itemId: string
  model: string
  description: string
  quantity: number
  designSpeed: number | null
  promisedSpeed: number | null
  customerId: string
  locationId: string | null
}

/**
 * Registers the machines that a customer has ordered, so that quote, machine and its live data are one thread. What is sold in fractions, and what is no
 * machine of the library, is none.
 * @param principal in whose name they are registered
 */
export async function registerOrderedMachines(
  db: Transaction,
  store: ResourceStore,
  principal: Principal,
  { projectId, content, choices }: { projectId: string; content: QuoteContent; choices: QuoteChoices },
): Promise<void> {
  const taken = takenOf(content, choices)
  const due = content.deliveries.map(({ arrivesOn }) => arrivesOn).filter((day) => day !== null)
  const deliveryDue = due.toSorted().at(-1) ?? null
  for (const line of await readLines(db, projectId)) {
    if (!taken.has(line.itemId)) continue
    for (const machineID of await freeIds(db, line.model, Math.min(line.quantity, MOST_OF_LINE))) {
      const { description, model, designSpeed, promisedSpeed, customerId, locationId } = line
      const draft = machines.draft.parse({
        ...{ machineID, description, customerId, locationId, configurationId: model, deliveryDue },
        ...{ designSpeed, promisedSpeed },
      })
      await store.createIn(db, principal, { ...draft, projectItemId: line.itemId })
    }
  }
}

async function readLines(db: Db, projectId: string): Promise<OrderedLine[]> {
  const { rows } = await sql<OrderedLine>`
    SELECT i.id AS "itemId", left(m.model, ${MODEL_LENGTH}) AS model, left(split_part(i.description, E'\n', 1), 200) AS description,
      floor(i.quantity)::int AS quantity, m.design_speed AS "designSpeed",
      coalesce(i.promised_speed, m.design_speed) AS "promisedSpeed", p.customer_id AS "customerId", p.location_id AS "locationId"
    FROM project_item i JOIN project p ON p.id = i.project_id JOIN library_machine m ON m.id = i.library_machine_id
    WHERE i.project_id = ${projectId} AND i.quantity >= 1 ORDER BY i.sort, i.id
  `.execute(db)
  return rows
}

/** Machine IDs that nobody has, such as `VFFS-320-7`. Two who ask at once follow each other. */
async function freeIds(db: Transaction, model: string, count: number): Promise<string[]> {
  const stem = model.replaceAll(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '') || 'M'
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`machine ${stem}`}))`.execute(db)
  const { rows } = await sql<{ id: string }>`
    SELECT ${stem} || '-' || number AS id FROM generate_series(1, 100000) number
    WHERE NOT EXISTS (SELECT FROM machine WHERE machine_id = ${stem} || '-' || number) ORDER BY number LIMIT ${count}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** The machines that were ordered with a project. */
export async function orderedMachines(db: Db, projectId: string): Promise<ProjectQuotes['machines']> {
  const { rows } = await sql<ProjectQuotes['machines'][number]>`
    SELECT m.id, m.machine_id AS "machineID", m.promised_speed AS "promisedSpeed",
      CASE WHEN m.promised_speed IS NULL THEN NULL WHEN i.promised_speed IS NULL THEN 'library' ELSE 'quote' END AS "speedFrom", m.configuration_id AS model, m.delivery_due::text AS "deliveryDue",
      m.commissioned_at IS NOT NULL OR EXISTS (SELECT FROM latest WHERE machine_key = m.key) AS "isDelivered"
    FROM machine m JOIN project_item i ON i.id = m.project_item_id
    WHERE i.project_id = ${projectId} AND m.deleted_at IS NULL ORDER BY m.machine_id
  `.execute(db)
  return rows
}

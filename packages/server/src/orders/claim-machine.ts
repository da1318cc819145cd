import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import { hashToken } from '../estimator/area.ts'
import { designSpeedPerMinute } from '../library/area.ts'
import { clock } from '../platform/clock.ts'
import type { Database, Transaction } from '../platform/database.ts'
import { joinOrderTests, type Promised, promisedColumns, promisedSpeedOf, promisedTables } from '../promises/area.ts'
import { enterPromises } from './claim-promises.ts'

export interface ClaimStores {
  database: Database
  ordered: ResourceStore
  machines: ResourceStore
  promises: ResourceStore
  /** Of acceptance tests. */
  tests: ResourceStore
}

/** What somebody claims at the machine. */
export interface Claim {
  token: string
  machineID: string
  serial?: string | null | undefined
}

interface Ordered extends Promised {
  rowVersion: number
  description: string
  customerId: string
  locationId: string | null
  model: string
  serial: string | null
  plannedMachineID: string | null
  deliveryPlanned: string | null
  machineID: string | null
  designSpeed: number | null
}

interface Claimable {
  id: string
  customerId: string | null
  isGone: boolean
  isOrdered: boolean
}

/**
 * Makes a machine ID the machine of an ordered machine: it belongs to the customer from then on, with site, model, serial number and what the quote
 * promises, and its tests at the factory. Runs as the system, in the name of who claims: customers register no machines otherwise.
 * @throws ProblemError `not_found` where the label has ended meanwhile, `not_usable` where the order has another machine, the reader may not choose this
 *   one or it has too many promises already, `duplicate` where the machine ID is somebody else's
 * @returns whether it was that machine before: then nothing has changed
 */
export async function claimOrdered(
  stores: ClaimStores,
  principal: Principal,
  claim: Claim,
): Promise<{ wasClaimed: boolean }> {
  return await stores.database.system.transaction().execute(async (db) => {
    const ordered = await lockOrdered(db, claim.token)
    if (ordered.machineID === claim.machineID) return { wasClaimed: true }
    const { machineID: own, plannedMachineID: planned } = ordered
    assertThat(own === null, 'not_usable', t('claim.claimedAs', { machineID: own ?? '' }))
    // Machines that report under guessed names are other customers'.
    const mayClaim = principal.customerId === null || claim.machineID === planned
    assertThat(
      mayClaim,
      'not_usable',
      planned === null ? t('claim.nothingPlanned') : t('claim.notPlanned', { planned }),
    )
    const machineId = await takeMachine(db, stores, principal, ordered, claim)
    const { rowVersion, serial } = ordered
    await stores.ordered.updateIn(db, principal, ordered.id, {
      ...{ rowVersion, machineId, serial: claim.serial === undefined ? serial : claim.serial },
      claimedAt: new Date(clock.now()).toISOString(),
    })
    await enterPromises(db, stores.promises, principal, { machineId, machineID: claim.machineID }, ordered)
    await joinOrderTests(db, stores.tests, principal, { orderedMachineId: ordered.id, machineId })
    return { wasClaimed: false }
  })
}

async function lockOrdered(db: Transaction, token: string): Promise<Ordered> {
  const hash = hashToken(token) ?? null
  // First the lock alone: a join beside it would still see no machine where the same claim was made while it waited.
  await sql`
    SELECT FROM ordered_machine o JOIN ordered_machine_label t ON t.ordered_machine_id = o.id WHERE t.token_hash = ${hash} FOR NO KEY UPDATE OF o
  `.execute(db)
  const { rows } = await sql<Ordered>`
    SELECT ${promisedColumns}, o.row_version AS "rowVersion", o.description, o.customer_id AS "customerId", o.location_id AS "locationId", o.model, o.serial,
      o.planned_machine_id AS "plannedMachineID", o.delivery_planned::text AS "deliveryPlanned",
      m.machine_id AS "machineID", ${designSpeedPerMinute('l')} AS "designSpeed"
    FROM ${promisedTables} JOIN ordered_machine_label t ON t.ordered_machine_id = o.id LEFT JOIN library_machine l ON l.id = i.library_machine_id
    WHERE t.token_hash = ${hash} AND o.deleted_at IS NULL
  `.execute(db)
  assertThat(rows[0], 'not_found', t('claim.labelInvalid'))
  return rows[0]
}

/** The machine of that ID as the customer's. One that nobody has and that has not reported yet is registered. @returns its id */
async function takeMachine(
  db: Transaction,
  { machines }: ClaimStores,
  principal: Principal,
  ordered: Ordered,
  { machineID, serial }: Claim,
): Promise<string> {
  await sql`INSERT INTO machine (machine_id) VALUES (${machineID}) ON CONFLICT (machine_id) DO NOTHING`.execute(db)
  // What is asked after the lock sees what others have done until then.
  await sql`SELECT FROM machine WHERE machine_id = ${machineID} FOR NO KEY UPDATE`.execute(db)
  const { rows } = await sql<Claimable>`
    SELECT id, customer_id AS "customerId", deleted_at IS NOT NULL AS "isGone",
      EXISTS (SELECT FROM ordered_machine o WHERE o.machine_id = machine.id) AS "isOrdered"
    FROM machine WHERE machine_id = ${machineID}
  `.execute(db)
  const [machine] = rows
  assertThat(machine, 'internal')
  const { customerId, locationId, model, description, deliveryPlanned, projectItemId, designSpeed } = ordered
  const isFree = machine.customerId === null || machine.customerId === customerId
  assertThat(isFree && !machine.isGone && !machine.isOrdered, 'duplicate', t('claim.taken', { machineID }))
  const { rowVersion } = await machines.rows.lock(db, machine.id, {})
  await machines.updateIn(db, principal, machine.id, {
    ...{ rowVersion, customerId, locationId, description, projectItemId, configurationId: model },
    ...{ serial: serial === undefined ? ordered.serial : serial, deliveryDue: deliveryPlanned },
    ...(projectItemId === null ? {} : { designSpeed, promisedSpeed: promisedSpeedOf(ordered) }),
  })
  return machine.id
}

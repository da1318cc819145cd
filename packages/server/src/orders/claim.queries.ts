import { type MachineToClaim, MOST_OFFERED, OFFERED_HOURS } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'

/** The ordered machine of a label. */
export interface Labelled extends Omit<MachineToClaim, 'claimedByYou' | 'mayChoose' | 'offered'> {
  id: string
  customerId: string
  claimedById: string | null
}

/** @param hash of the secret of the label */
export async function findByLabel(db: Db, hash: Buffer): Promise<Labelled | undefined> {
  const { rows } = await sql<Labelled>`
    SELECT o.id, o.customer_id AS "customerId", o.number, o.description, o.model, c.name AS customer, l.name AS site, o.options, o.serial,
      o.planned_machine_id AS "plannedMachineID", m.machine_id AS "machineID", (SELECT w.claimed_by FROM ordered_machine_claimant w WHERE w.ordered_machine_id = o.id) AS "claimedById"
    FROM ordered_machine_label t JOIN ordered_machine o ON o.id = t.ordered_machine_id
      JOIN customer c ON c.id = o.customer_id LEFT JOIN location l ON l.id = o.location_id
      LEFT JOIN machine m ON m.id = o.machine_id
    WHERE t.token_hash = ${hash} AND o.deleted_at IS NULL AND c.deleted_at IS NULL
  `.execute(db)
  return rows[0]
}

/** Machines without a customer that have reported lately, the newest first. */
export async function machinesToOffer(db: Db): Promise<MachineToClaim['offered']> {
  const { rows } = await sql<{ machineID: string; at: Date }>`
    SELECT m.machine_id AS "machineID", l.at FROM machine m JOIN latest l ON l.machine_key = m.key
    WHERE m.customer_id IS NULL AND m.deleted_at IS NULL AND l.at > now() - make_interval(hours => ${OFFERED_HOURS})
    ORDER BY l.at DESC, m.machine_id LIMIT ${MOST_OFFERED}
  `.execute(db)
  return rows.map(({ machineID, at }) => ({ machineID, lastSeen: at.toISOString() }))
}

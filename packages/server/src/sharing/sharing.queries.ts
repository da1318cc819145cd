import {
  SHARING_DECISIONS_SHOWN,
  type Shared,
  type SharedMachine,
  type SharingHistory,
  type SharingPurpose,
} from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'

interface Row {
  machineID: string
  description: string | null
  location: string | null
  support: boolean
  supportUntil: Date | null
  supportAt: Date | null
  supportBy: string | null
  benchmark: boolean
  benchmarkUntil: Date | null
  benchmarkAt: Date | null
  benchmarkBy: string | null
}

/** Every machine that the scope sees with what is shared of it now, in the order of their names. */
export async function readSharing(db: Transaction): Promise<SharedMachine[]> {
  const { rows } = await sql<Row>`
    WITH newest AS MATERIALIZED (
      SELECT DISTINCT ON (d.machine_id, d.purpose) d.machine_id, d.purpose, d.decided_at, nullif(concat_ws(' ', u.first_name, u.last_name), '') AS name
      FROM sharing_decision d LEFT JOIN user_account u ON u.id = d.decided_by ORDER BY d.machine_id, d.purpose, d.id DESC
    )
    SELECT m.machine_id AS "machineID", m.description, coalesce(m.location, nullif(concat_ws(', ', l.name, l.city), '')) AS location,
      coalesce(s.support AND coalesce(s.support_until > now(), true), true) AS support, s.support_until AS "supportUntil",
      support.decided_at AS "supportAt", support.name AS "supportBy",
      coalesce(s.benchmark_customer_id = m.customer_id AND coalesce(s.benchmark_until > now(), true), false) AS benchmark,
      CASE WHEN s.benchmark_customer_id = m.customer_id THEN s.benchmark_until END AS "benchmarkUntil",
      benchmark.decided_at AS "benchmarkAt", benchmark.name AS "benchmarkBy"
    FROM machine m LEFT JOIN machine_sharing s ON s.machine_key = m.key LEFT JOIN location l ON l.id = m.location_id
      LEFT JOIN newest support ON support.machine_id = m.id AND support.purpose = 'support'
      LEFT JOIN newest benchmark ON benchmark.machine_id = m.id AND benchmark.purpose = 'benchmark'
    WHERE m.deleted_at IS NULL ORDER BY m.machine_id
  `.execute(db)
  return rows.map(({ machineID, description, location, ...row }) => ({
    machineID,
    description,
    location,
    support: sharedOf(row.support, row.supportUntil, row.supportAt, row.supportBy),
    benchmark: sharedOf(row.benchmark, row.benchmarkUntil, row.benchmarkAt, row.benchmarkBy),
  }))
}

function sharedOf(shared: boolean, until: Date | null, at: Date | null, by: string | null): Shared {
  return { shared, until: isoOf(until), decidedAt: isoOf(at), decidedBy: by }
}

export interface Decision {
  customerId: string
  names: readonly string[]
  purpose: SharingPurpose
  shared: boolean
  until: string | null
}

/** Stores a decision about each machine that is there. A trigger makes it what applies. */
export async function insertDecisions(
  db: Transaction,
  userId: string,
  { customerId, names, purpose, shared, until }: Decision,
): Promise<{ id: string; machineID: string }[]> {
  const { rows } = await sql<{ id: string; machineID: string }>`
    WITH made AS (
      INSERT INTO sharing_decision (machine_id, customer_id, purpose, shared, until_at, decided_by)
      SELECT id, ${customerId}, ${purpose}, ${shared}, ${until}, ${userId} FROM machine
      WHERE machine_id = ANY (${[...names]}::text[]) AND deleted_at IS NULL
      RETURNING id, machine_id
    ) SELECT made.id, m.machine_id AS "machineID" FROM made JOIN machine m ON m.id = made.machine_id
  `.execute(db)
  return rows
}

type DecisionRow = Omit<SharingHistory['decisions'][number], 'until' | 'decidedAt'> & { until: Date | null; at: Date }

/** The newest decisions first. @param machineID of all machines where it is null */
export async function readDecisions(db: Transaction, machineID: string | null): Promise<SharingHistory['decisions']> {
  const { rows } = await sql<DecisionRow>`
    SELECT d.id, m.machine_id AS "machineID", d.purpose, d.shared, d.until_at AS until, d.decided_at AS at,
      nullif(concat_ws(' ', u.first_name, u.last_name), '') AS "decidedBy"
    FROM sharing_decision d JOIN machine m ON m.id = d.machine_id LEFT JOIN user_account u ON u.id = d.decided_by
    WHERE m.machine_id = coalesce(${machineID}, m.machine_id) ORDER BY d.id DESC LIMIT ${SHARING_DECISIONS_SHOWN}
  `.execute(db)
  return rows.map(({ until, at, ...row }) => ({ ...row, until: isoOf(until), decidedAt: at.toISOString() }))
}

/** @returns null for no time */
function isoOf(time: Date | null): string | null {
  return time === null ? null : time.toISOString()
}

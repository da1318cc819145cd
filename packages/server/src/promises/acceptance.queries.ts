import {
  ACCEPTANCE_TESTS_SHOWN,
  type AcceptanceTestKind,
  pictureTypes,
  type ShownAcceptanceTest,
  type SignatureDrawing,
} from '@packhouse/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../platform/database.ts'
import { isChanged, signedResults } from './signed-test.ts'
import { witnessOf } from './test-people.ts'

type Signature = NonNullable<ShownAcceptanceTest['signature']>

interface TestRow extends Omit<ShownAcceptanceTest, 'recordedAt' | 'signature'> {
  recordedAt: Date
  signer: string | null
  drawing: SignatureDrawing | null
  signed: string | null
  signedAt: Date | null
  receivedAt: Date | null
}

/** The tests of a machine that were recorded last, the newest first. */
export async function readAcceptanceTests(db: Transaction, machineKey: number): Promise<ShownAcceptanceTest[]> {
  return await readTests(
    db,
    sql`a.machine_id = (SELECT id FROM machine WHERE key = ${machineKey})`,
    ACCEPTANCE_TESTS_SHOWN,
  )
}

/** The tests of an ordered machine that were recorded last, the newest first. */
export async function readOrderTests(db: Transaction, orderedMachineId: string): Promise<ShownAcceptanceTest[]> {
  return await readTests(db, sql`a.ordered_machine_id = ${orderedMachineId}`, ACCEPTANCE_TESTS_SHOWN)
}

/** What is tested: a machine, or an ordered machine. */
type Tested = { machineId: string | null } | { orderedMachineId: string }

/** The test of a kind that was recorded last of it. */
export async function readNewest(
  db: Transaction,
  tested: Tested,
  kind: AcceptanceTestKind,
): Promise<ShownAcceptanceTest | undefined> {
  const isOfIt =
    'machineId' in tested
      ? sql`a.machine_id = ${tested.machineId}`
      : sql`a.ordered_machine_id = ${tested.orderedMachineId}`
  const [newest] = await readTests(db, sql`${isOfIt} AND a.kind = ${kind}`, 1)
  return newest
}

/** @returns undefined for a test that the transaction does not see */
export async function readTest(db: Transaction, id: string): Promise<ShownAcceptanceTest | undefined> {
  const [test] = await readTests(db, sql`a.id = ${id}`, 1)
  return test
}

async function readTests(db: Transaction, which: RawBuilder<unknown>, most: number): Promise<ShownAcceptanceTest[]> {
  const { rows } = await sql<TestRow>`
    SELECT a.id, a.row_version AS "rowVersion", a.kind, a.tested_on::text AS "testedOn", a.hours, a.product, ${witnessOf('a')} AS witness, a.accepted,
      a.open_points AS "openPoints", a.open_point_list AS "openPointList", a.created_at AS "recordedAt", e.signer, e.drawing, e.signed, e.signed_at AS "signedAt", e.received_at AS "receivedAt",
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('promiseId', p.id, 'name', p.name, 'direction', p.direction, 'figure', p.figure, 'unit', p.unit, 'conditions', p.conditions, 'value', r.value) ORDER BY p.created_at, p.id)
        FROM acceptance_result r JOIN promise p ON p.id = r.promise_id WHERE r.acceptance_test_id = a.id), '[]')
      || coalesce((
        SELECT jsonb_agg(jsonb_build_object('promiseId', NULL::uuid, 'name', m.value -> 'name', 'direction', m.value -> 'direction', 'figure', m.value -> 'figure', 'unit', m.value -> 'unit', 'conditions', m.value -> 'conditions', 'value', m.value -> 'value') ORDER BY m.place)
        FROM jsonb_array_elements(a.measured) WITH ORDINALITY m (value, place)), '[]') AS results,
      coalesce((
        SELECT jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size) ORDER BY f.name, f.id) FROM attached_file f
        WHERE f.owner_table = 'acceptance_test' AND f.owner_id = a.id AND f.deleted_at IS NULL AND f.content_type = ANY (${pictureTypes})), '[]') AS photos
    FROM acceptance_test a LEFT JOIN acceptance_entry e ON e.acceptance_test_id = a.id
    WHERE ${which} AND a.deleted_at IS NULL ORDER BY a.created_at DESC, a.id DESC LIMIT ${most}
  `.execute(db)
  return rows.map(({ signer, drawing, signed, signedAt, receivedAt, recordedAt, ...row }) => {
    const test = { ...row, recordedAt: recordedAt.toISOString() }
    const signature: Signature | null =
      signer === null || signedAt === null || receivedAt === null
        ? null
        : {
            ...{ name: signer, drawing, signedAt: signedAt.toISOString(), receivedAt: receivedAt.toISOString() },
            isChanged: signed === null || isChanged(signed, test),
            results: signed === null ? null : signedResults(signed, test),
          }
    return { ...test, signature }
  })
}

/** Two devices that send at once follow each other. */
export async function lockEntries(db: Transaction, tested: Tested): Promise<void> {
  const id = 'machineId' in tested ? tested.machineId : tested.orderedMachineId
  await sql`SELECT pg_advisory_xact_lock(hashtext(${`acceptance of ${id}`}))`.execute(db)
}

/** The test that an entry has become. */
export async function findEntry(
  db: Transaction,
  entryId: string,
): Promise<{ testId: string; receivedFrom: string } | undefined> {
  const { rows } = await sql<{ testId: string; receivedFrom: string }>`
    SELECT acceptance_test_id AS "testId", received_from AS "receivedFrom" FROM acceptance_entry WHERE id = ${entryId}
  `.execute(db)
  return rows[0]
}

interface NewEntry {
  entryId: string
  testId: string
  receivedFrom: string
  signature: Pick<Signature, 'name' | 'drawing' | 'signedAt'> | null
  /** What was signed. */
  signed: string
}

export async function insertEntry(
  db: Transaction,
  { entryId, testId, receivedFrom, signature, signed }: NewEntry,
): Promise<void> {
  const drawing = signature?.drawing ? JSON.stringify(signature.drawing) : null
  await sql`
    INSERT INTO acceptance_entry (id, acceptance_test_id, signer, drawing, signed, signed_at, received_from)
    VALUES (${entryId}, ${testId}, ${signature?.name ?? null}, ${drawing}, ${signature && signed}, ${signature?.signedAt ?? null}, ${receivedFrom})
  `.execute(db)
}

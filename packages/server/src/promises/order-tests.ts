import { acceptanceTests, criterionKey, type MeasuredValue } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Principal } from '../engine/principal.ts'
import { removeChildren, saveList } from '../engine/resource/children/save-children.ts'
import { rowOf, toColumns } from '../engine/resource/columns.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import type { Transaction } from '../platform/database.ts'

type Figure = Parameters<typeof criterionKey>[0]

/**
 * Makes the tests of an ordered machine those of the machine that it has become: what was measured of a figure of the quote is a value of the promise that
 * the claim has made of it. A figure without such a promise stays in its test. What is there already stays as it is.
 */
export async function joinOrderTests(
  db: Transaction,
  tests: ResourceStore,
  principal: Principal,
  { orderedMachineId, machineId }: { orderedMachineId: string; machineId: string },
): Promise<void> {
  const promises = await readClaimed(db, orderedMachineId)
  for (const { id, isDeleted } of await testsOf(db, orderedMachineId)) {
    const before = await tests.rows.lock(db, id, {}, 'with')
    const { measured, ...test } = rowOf(acceptanceTests, before)
    const results = await readResults(db, id)
    const has = new Set(results.map(({ promiseId }) => promiseId))
    const isFree = (value: MeasuredValue) => !has.has(promises.get(criterionKey(value)) ?? '')
    // Nothing refers to a test that was deleted, and so it has no new values.
    const joining = isDeleted ? [] : measured.filter((value) => promises.has(criterionKey(value)) && isFree(value))
    if (test.machineId === machineId && joining.length === 0) continue
    const left = measured.filter((value) => !joining.includes(value))
    const pairs = toColumns({ machineId, measured: left }, acceptanceTests.fields)
    await tests.rows.change(db, principal, 'update', before, pairs, ['machineId', 'measured'])
    const made = joining.map((value) => {
      return { promiseId: promises.get(criterionKey(value)), value: value.value, note: value.note ?? null }
    })
    const given = [...results.map((result) => ({ id: result.id })), ...made]
    if (made.length > 0)
      await saveList(db, principal, tests, { parentId: id, name: 'results', given, unknownIds: 'refuse' })
  }
}

/** Undoes `joinOrderTests`: the tests stay, with all that was measured, as those of the order alone. */
export async function leaveOrderTests(
  db: Transaction,
  tests: ResourceStore,
  principal: Principal,
  orderedMachineId: string,
): Promise<void> {
  for (const { id } of await testsOf(db, orderedMachineId)) {
    const before = await tests.rows.lock(db, id, {}, 'with')
    const results = (await readResults(db, id)).map(({ id: _, promiseId: __, conditions, note, ...result }) => {
      return { ...result, ...(conditions !== null && { conditions }), ...(note !== null && { note }) }
    })
    const measured = [...results, ...rowOf(acceptanceTests, before).measured]
    const pairs = toColumns({ machineId: null, measured }, acceptanceTests.fields)
    await tests.rows.change(db, principal, 'update', before, pairs, ['machineId', 'measured'])
    await removeChildren(db, principal, tests, id)
  }
}

/** Deleted ones too: they may come back. In one order, so that two who change them do not wait for each other. */
async function testsOf(db: Transaction, orderedMachineId: string): Promise<{ id: string; isDeleted: boolean }[]> {
  const { rows } = await sql<{ id: string; isDeleted: boolean }>`
    SELECT id, deleted_at IS NOT NULL AS "isDeleted" FROM acceptance_test WHERE ordered_machine_id = ${orderedMachineId} ORDER BY id
  `.execute(db)
  return rows
}

/** The promises that the claim has made, by what a figure of the quote has in common with them. */
async function readClaimed(db: Transaction, orderedMachineId: string): Promise<Map<string, string>> {
  const { rows } = await sql<Figure & { id: string }>`
    SELECT p.id, p.name, p.kind, p.direction, p.figure, p.unit, p.conditions FROM claimed_promise c JOIN promise p ON p.id = c.promise_id
    WHERE c.ordered_machine_id = ${orderedMachineId} AND p.deleted_at IS NULL
  `.execute(db)
  return new Map(rows.map(({ id, ...figure }) => [criterionKey(figure), id]))
}

interface ResultRow extends Omit<MeasuredValue, 'conditions' | 'note'> {
  id: string
  promiseId: string
  conditions: string | null
  note: string | null
}

async function readResults(db: Transaction, testId: string): Promise<ResultRow[]> {
  const { rows } = await sql<ResultRow>`
    SELECT r.id, p.id AS "promiseId", p.name, p.kind, p.direction, p.figure, p.unit, p.conditions, r.value, r.note
    FROM acceptance_result r JOIN promise p ON p.id = r.promise_id WHERE r.acceptance_test_id = ${testId} ORDER BY p.created_at, p.id
  `.execute(db)
  return rows
}

import type { CallOutput, ChangedFigures, recordAcceptanceTest, ShownFigure, ShownFigures } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import { ProblemError } from '../engine/problem-error.ts'
import type { Transaction } from '../platform/database.ts'
import { readFigures } from './promised-by-quote.ts'

type Test = CallOutput<typeof recordAcceptanceTest>['body']['test']

/**
 * Promises may have changed while a device had no connection: a test is not recorded against others than the person has seen.
 * @throws ProblemError `stale` with those that have changed. `invalid_request` where a value has no figure
 */
export async function assertAsShown(db: Transaction, test: Test, shown: ShownFigures): Promise<void> {
  assertWhole(test, shown)
  const { machineId = null, orderedMachineId = null } = test
  const promises = await readPresent(db, machineId, shown)
  const quoted = orderedMachineId === null ? [] : await readFigures(db, orderedMachineId)
  const figures = quoted.map(({ name, figure, unit, direction, conditions = null }): ShownFigure => {
    return { name, figure, unit, direction, conditions }
  })
  const presentOf = (one: ShownFigures[number]): ShownFigure | null => {
    if (one.promiseId !== null) return promises.get(one.promiseId) ?? null
    const same = figures.find((figure) => agrees(one, figure))
    if (same !== undefined) return same
    // A figure of the quote has no id: another one of the name that no other value was measured against is what it has become.
    const free = figures.filter((figure) => !shown.some((other) => other.promiseId === null && agrees(other, figure)))
    return free.find(({ name }) => name === one.name) ?? null
  }
  const changed = shown.flatMap((one): ChangedFigures['figures'] => {
    const present = presentOf(one)
    const { promiseId, now: seen, ...figure } = one
    if (agrees(figure, present) || (seen !== undefined && agrees(seen, present))) return []
    return [{ promiseId, shown: figure, now: present }]
  })
  if (changed.length === 0) return
  const names = changed.map((one) => one.shown.name).join(', ')
  const current: ChangedFigures = { figures: changed }
  throw new ProblemError('stale', t('promises.figuresChangedMeanwhile', { names }), undefined, { current })
}

/** Every value of the test has a figure that was shown. */
function assertWhole({ results = [], measured = [] }: Test, shown: ShownFigures): void {
  const ofQuote = shown.filter(({ promiseId }) => promiseId === null)
  const isWhole =
    results.every(({ promiseId }) => shown.some((one) => one.promiseId === promiseId)) &&
    measured.every((value) => ofQuote.some((one) => agrees(one, value)))
  if (isWhole) return
  const message = t('promises.mustShowEveryValue')
  throw new ProblemError('invalid_request', `shown ${message}`, [{ path: 'body.shown', code: 'rule', message }])
}

/** Whether two figures are the same, as far as the first was shown. */
function agrees(shown: ShownFigure | null, other: ShownFigure | null): boolean {
  if (shown === null || other === null) return shown === other
  const keyOf = ({ name, figure, unit, direction, conditions = null }: ShownFigure) =>
    JSON.stringify(shown.direction === undefined ? [name, figure, unit] : [name, figure, unit, direction, conditions])
  return keyOf(shown) === keyOf(other)
}

type Promised = Required<ShownFigure>

/** The promises of the machine among those that were shown, as they are now. */
async function readPresent(
  db: Transaction,
  machineId: string | null,
  shown: ShownFigures,
): Promise<Map<string, Promised>> {
  const ids = shown.flatMap(({ promiseId }) => promiseId ?? [])
  const { rows } = await sql<Promised & { id: string }>`
    SELECT id, name, figure, unit, direction, conditions FROM promise
    WHERE id = ANY(${ids}::uuid[]) AND machine_id = ${machineId} AND deleted_at IS NULL
  `.execute(db)
  return new Map(rows.map(({ id, ...figure }) => [id, figure]))
}

/**
 * A device that does not say what it showed may have shown what was promised when it was signed.
 * @throws ProblemError `invalid_request` where a promise was changed since, as far as the history that the reader may see says so
 */
export async function assertUnchangedSince(db: Transaction, { results = [] }: Test, signedAt: string): Promise<void> {
  const ids = results.flatMap(({ promiseId }) => promiseId ?? [])
  const { rows } = await sql<{ name: string }>`
    SELECT p.name FROM promise p WHERE p.id = ANY(${ids}::uuid[]) AND EXISTS (
      SELECT FROM audit_entry a WHERE a.resource = 'promise' AND a.row_id = p.id AND a.at > ${signedAt} AND a.before IS NOT NULL AND a.after IS NOT NULL
        AND (a.before -> 'name', a.before -> 'figure', a.before -> 'unit', a.before -> 'direction', a.before -> 'conditions')
          IS DISTINCT FROM (a.after -> 'name', a.after -> 'figure', a.after -> 'unit', a.after -> 'direction', a.after -> 'conditions'))
    ORDER BY p.name
  `.execute(db)
  if (rows.length === 0) return
  const names = rows.map(({ name }) => name).join(', ')
  throw new ProblemError('invalid_request', t('promises.figuresChangedSinceSigned', { names }), [
    { path: 'body.shown', code: 'rule', message: t('promises.mustShowEveryValue') },
  ])
}

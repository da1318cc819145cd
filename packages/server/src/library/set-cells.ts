import {
  type CellBlock,
  compatibilities,
  compatibilityMaterials,
  type FieldError,
  type Resource,
} from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../engine/principal.ts'
import { ProblemError } from '../engine/problem-error.ts'
import { referenceFaults } from '../engine/resource/children/child-faults.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import type { Transaction } from '../platform/database.ts'
import {
  assertMay,
  type Block,
  type CellChange,
  lockCells,
  type Place,
  readSides,
  throwAll,
  toBlock,
} from './cell-block.ts'
import { type CellWrite, writeCells } from './write-cells.ts'

/**
 * Sets the answers of many cells in one transaction.
 * @throws ProblemError `stale` with all cells that others have changed, or `invalid_request` at every cell that cannot be so; then nothing changes
 */
export async function setCells(
  cells: ResourceStore,
  principal: Principal,
  changes: readonly CellChange[],
): Promise<CellBlock> {
  const block: Block = { material: undefined, stale: cells.computed }
  return await inOneStep(cells, principal, changes, block, async (db, places) => {
    await assertRemovable(db, places)
    const writes = places.flatMap((place): CellWrite[] => cellWrite(place))
    assertMay(principal, compatibilities, 'create', writes.filter((one) => one.before === undefined).length)
    assertMay(principal, compatibilities, 'delete', writes.filter((one) => one.values === null).length)
    await assertReferences(db, cells, compatibilities, places)
    await write(db, principal, cells, compatibilities, writes)
  })
}

/** Likewise the answers of these cells for one material; a pair without a cell gets one whose answer is unknown. */
export async function setMaterialCells(
  cells: ResourceStore,
  principal: Principal,
  material: string,
  changes: readonly CellChange[],
): Promise<CellBlock> {
  const block: Block = { material, stale: cells.computed }
  return await inOneStep(cells, principal, changes, block, async (db, places) => {
    const missing = places.filter(({ before, change }) => before.cell === undefined && change.result !== null)
    assertMay(principal, compatibilities, 'create', missing.length)
    await assertReferences(db, cells, compatibilityMaterials, places)
    const made = missing.map(({ index, change: { machineId, styleId } }): CellWrite => {
      return { index, before: undefined, values: { machineId, styleId, result: 'unknown' } }
    })
    await write(db, principal, cells, compatibilities, made)
    const now = await readSides(db, changes, block, false)
    const writes = places.flatMap((place) => materialWrite(place, material, now[place.index]?.cell?.id))
    assertMay(principal, compatibilityMaterials, 'create', writes.filter((one) => one.before === undefined).length)
    assertMay(principal, compatibilityMaterials, 'delete', writes.filter((one) => one.values === null).length)
    await write(db, principal, cells, compatibilityMaterials, writes)
    await countAsChanges(db, principal, writes, now)
  })
}

async function inOneStep(
  cells: ResourceStore,
  principal: Principal,
  changes: readonly CellChange[],
  block: Block,
  work: (db: Transaction, places: Place[]) => Promise<void>,
): Promise<CellBlock> {
  return await cells.write(principal, async (db) => {
    const places = await lockCells(db, changes, block)
    await work(db, places)
    return toBlock(places, await readSides(db, changes, block, false))
  })
}

/** Unknown is what a pair without a cell is already. */
function cellWrite({ index, before, change }: Place): CellWrite[] {
  const { machineId, styleId, result, fields } = change
  if (before.cell !== undefined) return [{ index, before: before.cell, values: result && { result, ...fields } }]
  if (result === null || (result === 'unknown' && fields === undefined)) return []
  return [{ index, before: undefined, values: { machineId, styleId, result, ...fields } }]
}

function materialWrite(
  { index, before, change }: Place,
  materialId: string,
  compatibilityId: string | undefined,
): CellWrite[] {
  const { result, fields } = change
  if (before.material !== undefined)
    return [{ index, before: before.material, values: result && { result, ...fields } }]
  if (result === null || compatibilityId === undefined) return []
  return [{ index, before: undefined, values: { compatibilityId, materialId, result, ...fields } }]
}

/** Options and answers for materials are work of their own, which goes with the cell itself only where somebody sees it. */
async function assertRemovable(db: Transaction, places: readonly Place[]): Promise<void> {
  const gone = places.filter(({ before, change }) => before.cell !== undefined && change.result === null)
  const { rows } = await sql<{ id: string }>`
    SELECT c.id FROM unnest(${gone.map(({ before }) => before.cell?.id)}::uuid[]) c (id)
    WHERE EXISTS (SELECT FROM compatibility_required_option WHERE compatibility_id = c.id)
      OR EXISTS (SELECT FROM compatibility_excluded_option WHERE compatibility_id = c.id)
      OR EXISTS (SELECT FROM compatibility_material WHERE compatibility_id = c.id)`.execute(db)
  const full = new Set(rows.map(({ id }) => id))
  throwAll(
    gone
      .filter(({ before }) => full.has(before.cell?.id ?? ''))
      .map(({ index }) => ({ path: `body.cells.${index}.result`, code: 'rule', message: t('library.cellHasParts') })),
  )
}

async function assertReferences(
  db: Transaction,
  { resources }: ResourceStore,
  resource: Resource,
  places: readonly Place[],
): Promise<void> {
  const entries = places.map(({ index, change }) => ({ index, id: '', values: change.fields ?? {}, before: undefined }))
  const errors = await referenceFaults(db, resources, 'cells', resource, entries)
  throwAll(errors.map((error) => ({ ...error, path: error.path.replace(/\.(\w+)$/, '.fields.$1') })))
}

/** @throws ProblemError `stale` where another person has made the same cell at this very moment, `invalid_request` at all other faults */
async function write(
  db: Transaction,
  principal: Principal,
  { behaviour }: ResourceStore,
  resource: Resource,
  writes: readonly CellWrite[],
): Promise<void> {
  const computed = behaviour.computed[resource.name] ?? {}
  const faults = await writeCells(db, principal, { resource, computed }, writes)
  const errors = faults.flatMap(({ index, errors: ofCell }) =>
    ofCell.map((error): FieldError => ({ ...error, path: `body.cells.${index}.${error.path}` })),
  )
  if (errors.some(({ code }) => code === 'duplicate')) throw new MadeMeanwhile()
  throwAll(errors)
}

/** Another person has made one of the cells between the reading and the writing of a block: read again, it is stale. */
export class MadeMeanwhile extends ProblemError {
  constructor() {
    super('stale', t('library.cellWasChanged'))
  }
}

/** A change of an answer for a material raises the version of its cell, so that nobody who has the cell open overwrites it unseen. */
async function countAsChanges(
  db: Transaction,
  { userId }: Principal,
  writes: readonly CellWrite[],
  now: readonly { cell: { id: string } | undefined }[],
): Promise<void> {
  const ids = writes.map(({ index }) => now[index]?.cell?.id).filter((id) => id !== undefined)
  await sql`
    UPDATE compatibility SET updated_at = now(), updated_by = ${userId}, row_version = row_version + 1
    WHERE id = ANY(${ids}::uuid[])`.execute(db)
}

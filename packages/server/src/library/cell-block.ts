import {
  type CellBlock,
  type CellConflicts,
  type CompatibilityResult,
  compatibilities,
  compatibilityMaterials,
  type FieldError,
  type Resource,
} from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../engine/principal.ts'
import { assertThat, ProblemError } from '../engine/problem-error.ts'
import { type Computed, type ResourceRow, rowOf, selectList, toRow } from '../engine/resource/columns.ts'
import type { Transaction } from '../platform/database.ts'

/** One cell of a block as it was sent. */
export interface CellChange {
  machineId: string
  styleId: string
  rowVersion: number | null
  result: CompatibilityResult | null
  fields?: Record<string, unknown> | undefined
}

/** A cell and its answer for the material of the block, where the block is about one. */
export interface Side {
  cell: ResourceRow | undefined
  material: ResourceRow | undefined
}

/** One cell of a block on its way into the database. */
export interface Place {
  /** In what was sent. */
  index: number
  change: CellChange
  before: Side
}

/** What a block is about: the cells themselves, or their answers for one material. */
export interface Block {
  material: string | undefined
  stale: Computed
}

/**
 * Locks the cells of a block in an order that all blocks share.
 * @throws ProblemError `invalid_request` at every pair whose machine or style is not there, or `stale` with all cells that others have changed
 */
export async function lockCells(db: Transaction, changes: readonly CellChange[], block: Block): Promise<Place[]> {
  await assertPairs(db, changes)
  const sides = await readSides(db, changes, block, true)
  const places = changes.map((change, index) => ({ index, change, before: sides[index] ?? NOTHING }))
  assertFresh(places)
  return places
}

const NOTHING: Side = { cell: undefined, material: undefined }

/** The machines and styles stay until the transaction ends. */
async function assertPairs(db: Transaction, changes: readonly CellChange[]): Promise<void> {
  const errors: FieldError[] = []
  for (const [field, table] of [
    ['machineId', 'library_machine'],
    ['styleId', 'packaging_style'],
  ] as const) {
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM ${sql.table(table)} WHERE id = ANY(${changes.map((change) => change[field])}::uuid[]) AND deleted_at IS NULL
      ORDER BY id FOR KEY SHARE`.execute(db)
    const found = new Set(rows.map(({ id }) => id))
    for (const [index, change] of changes.entries()) {
      if (found.has(change[field])) continue
      errors.push({
        path: `body.cells.${index}.${field}`,
        code: 'reference',
        message: t('library.noSuchPart', { field }),
      })
    }
  }
  throwAll(errors)
}

/** @param locks whether nobody else shall change them until the transaction ends */
export async function readSides(
  db: Transaction,
  changes: readonly CellChange[],
  { material, stale }: Block,
  locks: boolean,
): Promise<Side[]> {
  const machines = changes.map(({ machineId }) => machineId)
  const styles = changes.map(({ styleId }) => styleId)
  const { rows } = await sql<Record<string, unknown>>`
    SELECT ${selectList(compatibilities, stale)} FROM compatibility
    WHERE (machine_id, style_id) IN (SELECT * FROM unnest(${machines}::uuid[], ${styles}::uuid[]))
    ORDER BY id ${locks ? sql`FOR NO KEY UPDATE` : sql``}`.execute(db)
  const cells = new Map(rows.map(toRow).map((row) => [keyOf(String(row.machineId), String(row.styleId)), row]))
  const own = await readOwn(db, [...cells.values()], material)
  return changes.map(({ machineId, styleId }) => {
    const cell = cells.get(keyOf(machineId, styleId))
    return { cell, material: cell && own.get(cell.id) }
  })
}

async function readOwn(
  db: Transaction,
  cells: readonly ResourceRow[],
  material: string | undefined,
): Promise<Map<string, ResourceRow>> {
  if (material === undefined) return new Map()
  const { rows } = await sql<Record<string, unknown>>`
    SELECT ${selectList(compatibilityMaterials, {})} FROM compatibility_material
    WHERE compatibility_id = ANY(${cells.map(({ id }) => id)}::uuid[]) AND material_id = ${material}`.execute(db)
  return new Map(rows.map(toRow).map((row) => [String(row.compatibilityId), row]))
}

/** @throws ProblemError `stale` with every cell that somebody else has changed, made or removed */
function assertFresh(places: readonly Place[]): void {
  const late = places.filter(({ change, before }) => (before.cell?.rowVersion ?? null) !== change.rowVersion)
  if (late.length === 0) return
  const current: CellConflicts = {
    cells: late.map(({ change, before }) => ({
      machineId: change.machineId,
      styleId: change.styleId,
      wanted: change.result,
      current: toAnswer(before),
    })),
  }
  const errors = late.map(({ index }) => {
    return { path: `body.cells.${index}.rowVersion`, code: 'stale', message: t('library.cellWasChanged') }
  })
  throw new ProblemError('stale', t('library.cellsWereChanged', { count: late.length }), errors, { current })
}

/** The block before and after, in the order in which it was sent. */
export function toBlock(places: readonly Place[], after: readonly Side[]): CellBlock {
  return {
    cells: places.map(({ index, change: { machineId, styleId }, before }) => {
      return { machineId, styleId, before: toAnswer(before), after: toAnswer(after[index] ?? NOTHING) }
    }),
  }
}

function toAnswer({ cell, material }: Side): CellBlock['cells'][number]['before'] {
  return {
    cell: cell === undefined ? null : rowOf(compatibilities, cell),
    material: material === undefined ? null : rowOf(compatibilityMaterials, material),
  }
}

/** @throws ProblemError `permission_missing` where cells are made or removed by somebody who may only change them */
export function assertMay({ permissions }: Principal, { name, noun }: Resource, verb: string, count: number): void {
  const permission = `${name}.${verb}`
  assertThat(
    count === 0 || permissions.has(permission),
    'permission_missing',
    t('library.blockNeedsPermission', { count, noun: declared(noun[1]), permission }),
  )
}

export function throwAll(errors: readonly FieldError[]): void {
  if (errors.length === 0) return
  const detail = errors.map(({ path, message }) => `${path} ${message}`).slice(0, 10)
  throw new ProblemError('invalid_request', detail.join('; '), [...errors])
}

function keyOf(machineId: string, styleId: string): string {
  return `${machineId} ${styleId}`
}

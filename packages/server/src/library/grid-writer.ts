import { compatibilities, compatibilityMaterials, type Resource } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Principal } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import type { Transaction } from '../platform/database.ts'
import { assertMay, type Block, readSides, type Side } from './cell-block.ts'
import type { GridFaults } from './grid-file.ts'
import type { GridChange } from './grid-plan.ts'
import { type CellWrite, writeCells } from './write-cells.ts'

/** Cells that go to the database at a time. */
const PORTION = 1_000

export function* portionsOf(changes: readonly GridChange[]): Generator<readonly GridChange[]> {
  for (let from = 0; from < changes.length; from += PORTION) yield changes.slice(from, from + PORTION)
}

/** Looks at and writes the cells of one grid. */
export class GridWriter {
  readonly #db: Transaction
  readonly #cells: ResourceStore
  readonly #principal: Principal
  readonly #material: string | null

  constructor(db: Transaction, cells: ResourceStore, principal: Principal, material: string | null) {
    this.#db = db
    this.#cells = cells
    this.#principal = principal
    this.#material = material
  }

  /** Adds a fault for every answer that would be conditional without a condition. */
  async check(changes: readonly GridChange[], faults: GridFaults): Promise<{ created: number }> {
    let created = 0
    for (const portion of portionsOf(changes)) {
      const found = await this.#states(portion)
      for (const [place, { row, column, after }] of portion.entries()) {
        const { isThere = false, hasCondition = false } = found[place] ?? {}
        if (!isThere) created += 1
        if (after !== 'conditional' || hasCondition) continue
        faults.add(row, column, 'rule', this.#conditionWords())
      }
    }
    assertMay(this.#principal, this.#material === null ? compatibilities : compatibilityMaterials, 'create', created)
    return { created }
  }

  #conditionWords(): string {
    return this.#material === null ? t('library.gridNeedsCondition') : t('library.gridNeedsNotes')
  }

  async #states(changes: readonly GridChange[]): Promise<{ isThere: boolean; hasCondition: boolean }[]> {
    const given = changes.map(({ machineId, styleId }, place) => ({ place, machine_id: machineId, style_id: styleId }))
    const { rows } = await sql<{ isThere: boolean; hasCondition: boolean }>`
      SELECT CASE WHEN ${this.#material}::uuid IS NULL THEN c.id IS NOT NULL ELSE own.id IS NOT NULL END AS "isThere",
        CASE WHEN ${this.#material}::uuid IS NULL THEN c.id IS NOT NULL AND (num_nonnulls(c.speed_min, c.speed_max, c.length_min, c.length_max,
            c.width_min, c.width_max, c.height_min, c.height_max, c.tooling_cost) > 0
            OR EXISTS (SELECT FROM compatibility_required_option WHERE compatibility_id = c.id)
            OR EXISTS (SELECT FROM compatibility_excluded_option WHERE compatibility_id = c.id)
            OR EXISTS (SELECT FROM compatibility_material WHERE compatibility_id = c.id))
          ELSE own.notes IS NOT NULL END AS "hasCondition"
      FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS g (place int, machine_id uuid, style_id uuid)
        LEFT JOIN compatibility c ON c.machine_id = g.machine_id AND c.style_id = g.style_id
        LEFT JOIN compatibility_material own ON own.compatibility_id = c.id AND own.material_id = ${this.#material}::uuid
      ORDER BY g.place`.execute(this.#db)
    return rows
  }

  async write(changes: readonly GridChange[]): Promise<void> {
    const block: Block = { material: this.#material ?? undefined, stale: this.#cells.computed }
    const wanted = changes.map(({ machineId, styleId, after }) => ({
      machineId,
      styleId,
      rowVersion: null,
      result: after,
    }))
    const sides = await readSides(this.#db, wanted, block, true)
    if (this.#material === null) {
      const writes = changes.map((change, index) => this.#cellWrite(change, index, sides[index]))
      return await this.#store(compatibilities, writes)
    }
    const missing = changes.flatMap((change, index) => (sides[index]?.cell === undefined ? [{ change, index }] : []))
    assertMay(this.#principal, compatibilities, 'create', missing.length)
    await this.#store(
      compatibilities,
      missing.map(({ change: { machineId, styleId }, index }) => {
        return { index, before: undefined, values: { machineId, styleId, result: 'unknown' } }
      }),
    )
    const now = await readSides(this.#db, wanted, block, true)
    const writes = changes.map((change, index) => this.#materialWrite(change, index, now[index]))
    await this.#store(compatibilityMaterials, writes)
    await this.#countAsChanges(now)
  }

  /** @throws ProblemError `stale` where somebody has changed the answer since it was compared, a moment ago */
  #cellWrite({ machineId, styleId, before, after }: GridChange, index: number, side: Side | undefined): CellWrite {
    const cell = side?.cell
    assertThat((cell?.result ?? 'unknown') === before, 'stale', t('library.gridIsOld'))
    const own = cell === undefined ? { machineId, styleId } : {}
    return { index, before: cell, values: { ...own, result: after } }
  }

  #materialWrite({ after }: GridChange, index: number, side: Side | undefined): CellWrite {
    const { cell, material } = side ?? {}
    assertThat(cell, 'stale', t('library.gridIsOld'))
    const own = material === undefined ? { compatibilityId: cell.id, materialId: this.#material } : {}
    return { index, before: material, values: { ...own, result: after } }
  }

  async #store(resource: Resource, writes: readonly CellWrite[]): Promise<void> {
    const computed = this.#cells.behaviour.computed[resource.name] ?? {}
    const faults = await writeCells(this.#db, this.#principal, { resource, computed }, writes)
    assertThat(faults.length === 0, 'stale', t('library.gridIsOld'))
  }

  async #countAsChanges(now: readonly Side[]): Promise<void> {
    await sql`
      UPDATE compatibility SET updated_at = now(), updated_by = ${this.#principal.userId}, row_version = row_version + 1
      WHERE id = ANY(${now.flatMap(({ cell }) => cell?.id ?? [])}::uuid[])`.execute(this.#db)
  }
}

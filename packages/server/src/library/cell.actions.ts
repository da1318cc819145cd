import type { compatibilities as declared } from '@packhouse/contract'
import { sql } from 'kysely'
import type { HandlersOf, ResourceHandlers } from '../engine/handlers.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import type { Transaction } from '../platform/database.ts'
import { MadeMeanwhile, setCells, setMaterialCells } from './set-cells.ts'

export interface CellParts {
  cells: ResourceStore
  materials: ResourceStore
}

type Own = Pick<ResourceHandlers<typeof declared>, 'compatibility.create' | 'compatibility.update'>

/** Blocks of cells, and single cells with their answers for materials. */
export function cellHandlers({
  cells,
  materials,
}: CellParts): HandlersOf<'setCompatibilityCells' | 'setMaterialCells'> & Own {
  return {
    setCompatibilityCells: async ({ principal, body }) => await onceMore(() => setCells(cells, principal, body.cells)),
    async setMaterialCells({ principal, params, body }) {
      await materials.read(principal, (db) => materials.rows.find(db, params.id, {}))
      return await onceMore(() => setMaterialCells(cells, principal, params.id, body.cells))
    },
    'compatibility.create': async ({ principal, body }) =>
      await cells.write(principal, async (db) => {
        await deferConditions(db)
        return await cells.createIn(db, principal, body)
      }),
    'compatibility.update': async ({ principal, params, body }) =>
      await cells.write(principal, async (db) => {
        await deferConditions(db)
        return await cells.updateIn(db, principal, params.id, body)
      }),
  }
}

/** A cell that was made meanwhile is there now, so that reading it again finds out what it is. */
async function onceMore<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof MadeMeanwhile) return await work()
    throw error
  }
}

/** An answer may be conditional by its materials alone, which are stored after it. */
async function deferConditions(db: Transaction): Promise<void> {
  await sql`SET CONSTRAINTS compatibility_has_condition DEFERRED`.execute(db)
}

import { compatibilities } from '@packhouse/contract'
import { sql } from 'kysely'
import type { HandlersOf } from '../engine/handlers.ts'
import { rowScope } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import { removeChildren } from '../engine/resource/children/save-children.ts'
import { sendTable } from '../engine/resource/csv/send-table.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import type { Database } from '../platform/database.ts'
import { readCellHistory } from './cell-history.ts'
import { listPairs } from './compatible-pairs.ts'
import { findMaterial } from './materials.ts'
import type { MatrixCache } from './matrix-cache.ts'
import { matrixGrid } from './matrix-grid.ts'
import { sendMatrix } from './send-matrix.ts'

export interface MatrixParts {
  database: Database
  machines: ResourceStore
  styles: ResourceStore
  cells: ResourceStore
  cache: MatrixCache
}

type MatrixCalls =
  | 'attachStyleMachine'
  | 'cellHistory'
  | 'compatibilityMatrix'
  | 'compatibleMachines'
  | 'compatiblePair'
  | 'compatibleStyles'
  | 'detachStyleMachine'
  | 'exportCompatibilityMatrix'

/** The special calls of the matrix of machines and packaging styles. */
export function matrixHandlers(parts: MatrixParts): HandlersOf<MatrixCalls> {
  const { database, machines, styles, cells } = parts
  return {
    compatibilityMatrix: (asked) => sendMatrix(parts, asked),

    exportCompatibilityMatrix: ({ principal, query, reply }) =>
      sendTable(
        reply,
        { name: ['compatibility', query.material].filter(Boolean).join('-'), format: query.format },
        (write) =>
          database.inSnapshot(rowScope(principal), async (db) => {
            await write(matrixGrid(db, await findMaterial(db, query.material), query.format))
          }),
      ),

    compatibleStyles: async ({ principal, params, query }) =>
      await cells.read(principal, async (db) => {
        await machines.rows.find(db, params.id, {})
        return await listPairs(db, cells, sql`machine.id = ${params.id}`, query)
      }),

    compatibleMachines: async ({ principal, params, query }) =>
      await cells.read(principal, async (db) => {
        await styles.rows.find(db, params.id, {})
        return await listPairs(db, cells, sql`style.id = ${params.id}`, query)
      }),

    compatiblePair: async ({ principal, params, query }) =>
      await cells.read(principal, async (db) => {
        await machines.rows.find(db, params.id, {})
        await styles.rows.find(db, params.styleId, {})
        const which = sql`machine.id = ${params.id} AND style.id = ${params.styleId}`
        const { items } = await listPairs(db, cells, which, { page: 1, pageSize: 1, ...query })
        assertThat(items[0], 'not_found')
        return items[0]
      }),

    cellHistory: async ({ principal, params, query }) =>
      await cells.read(principal, async (db) => {
        await machines.rows.find(db, params.id, {}, 'with')
        await styles.rows.find(db, params.styleId, {}, 'with')
        return await readCellHistory(db, { machineId: params.id, styleId: params.styleId }, query)
      }),

    ...attachHandlers(parts),
  }
}

function attachHandlers({
  machines,
  styles,
  cells,
}: MatrixParts): HandlersOf<'attachStyleMachine' | 'detachStyleMachine'> {
  return {
    async attachStyleMachine({ principal, params: { id: styleId, machineId } }) {
      await cells.write(principal, async (db) => {
        await styles.rows.lock(db, styleId, {})
        await machines.rows.find(db, machineId, {})
        const found = await sql`
          SELECT FROM compatibility WHERE machine_id = ${machineId} AND style_id = ${styleId}`.execute(db)
        if (found.rows.length > 0) return
        const draft = compatibilities.draft.parse({ machineId, styleId, result: 'unknown' })
        await cells.createIn(db, principal, draft)
      })
      return undefined
    },

    async detachStyleMachine({ principal, params: { id: styleId, machineId } }) {
      await cells.write(principal, async (db) => {
        await styles.rows.lock(db, styleId, {})
        await machines.rows.find(db, machineId, {})
        const { rows } = await sql<{ id: string }>`
          SELECT id FROM compatibility WHERE machine_id = ${machineId} AND style_id = ${styleId} FOR UPDATE`.execute(db)
        for (const { id } of rows) {
          await removeChildren(db, principal, cells, id)
          await cells.rows.erase(db, principal, 'delete', [await cells.rows.lockToDelete(db, id, {})])
        }
      })
      return undefined
    },
  }
}

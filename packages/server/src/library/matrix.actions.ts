import { compatibilities, type Matrix } from '@packhouse/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { answered, type HandlersOf } from '../engine/handlers.ts'
import { type Principal, rowScope } from '../engine/principal.ts'
import { sendLines } from '../engine/resource/csv/send-lines.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'
import type { Database } from '../platform/database.ts'
import { readCellHistory } from './cell-history.ts'
import { listPairs } from './compatible-pairs.ts'
import { type MatrixWindow, matrixLines, readMatrix, readRevision } from './matrix.queries.ts'

export interface MatrixParts {
  database: Database
  machines: ResourceStore
  styles: ResourceStore
  cells: ResourceStore
}

type MatrixCalls =
  | 'attachStyleMachine'
  | 'cellHistory'
  | 'compatibilityMatrix'
  | 'compatibleMachines'
  | 'compatibleStyles'
  | 'detachStyleMachine'
  | 'exportCompatibilityMatrix'

/** The special calls of the matrix of machines and packaging styles. */
export function matrixHandlers(parts: MatrixParts): HandlersOf<MatrixCalls> {
  const { database, machines, styles, cells } = parts
  return {
    compatibilityMatrix: ({ principal, query, request, reply }) =>
      sendMatrix(database, principal, query, request, reply),

    exportCompatibilityMatrix: ({ principal, query, reply }) =>
      sendLines(reply, 'compatibility', (write) =>
        database.inSnapshot(rowScope(principal), (db) => write(matrixLines(db, query.material))),
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
          await cells.rows.erase(db, principal, 'delete', [await cells.rows.lockToDelete(db, id, {})])
        }
      })
      return undefined
    },
  }
}

/** Evidence grows stale over night, so that the day is part of what the answer is known by. */
async function sendMatrix(
  database: Database,
  principal: Principal,
  window: MatrixWindow,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Matrix | typeof answered> {
  return await database.inSnapshot(rowScope(principal), async (db) => {
    const { number, day } = await readRevision(db)
    const etag = `"${number}-${day}-${principal.customerId ?? 'all'}"`
    reply.header('etag', etag).header('cache-control', 'private, no-cache')
    if (request.headers['if-none-match'] === etag) {
      reply.code(304).send()
      return answered
    }
    return await readMatrix(db, window)
  })
}

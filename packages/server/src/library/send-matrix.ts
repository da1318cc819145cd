import { MATRIX_MACHINES, MATRIX_STYLES, type Matrix } from '@packhouse/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendNotModified } from '../engine/entity-tags.ts'
import { answered } from '../engine/handlers.ts'
import { type Principal, rowScope } from '../engine/principal.ts'
import type { Database } from '../platform/database.ts'
import { findMaterial } from './materials.ts'
import { type MatrixWindow, type Revision, readMatrix, readRevision } from './matrix.queries.ts'
import type { MatrixCache } from './matrix-cache.ts'
import { knownTagOf, PreparedMatrix } from './prepared-matrix.ts'

export interface MatrixRequest {
  principal: Principal
  query: MatrixWindow & { material?: string | undefined }
  request: FastifyRequest
  reply: FastifyReply
}

interface Parts {
  database: Database
  cache: MatrixCache
}

/**
 * Answers with a window of the matrix, or 304. Evidence grows stale over night, so that the day is part of what an answer is known by.
 * The whole matrix is made once for each revision and shared among staff, who all see the same.
 */
export async function sendMatrix(parts: Parts, asked: MatrixRequest): Promise<Matrix | typeof answered> {
  const { principal, query, request, reply } = asked
  const isShared = isWhole(query) && principal.customerId === null
  const found = await parts.database.inSnapshot(rowScope(principal), async (db) => {
    const material = await findMaterial(db, query.material)
    const revision = await readRevision(db)
    const tag = tagOf(principal, revision, material)
    if (isShared || knownTagOf(request, tag) !== undefined) return { material, tag, window: undefined }
    return { material, tag, window: await readMatrix(db, query, material, revision) }
  })
  reply.header('cache-control', 'no-store')
  const known = knownTagOf(request, found.tag)
  if (known !== undefined) {
    sendNotModified(reply.header('etag', known))
    return answered
  }
  if (found.window !== undefined) {
    reply.header('etag', `"${found.tag}-identity"`)
    return found.window
  }
  const made = await parts.cache.get(found.tag, () => prepare(parts, principal, found.material))
  await made.send(request, reply)
  return answered
}

async function prepare(
  { database, cache }: Parts,
  principal: Principal,
  material: string | null,
): Promise<PreparedMatrix> {
  const all = { machineFrom: 0, machineCount: MATRIX_MACHINES, styleFrom: 0, styleCount: MATRIX_STYLES }
  return await database.inSnapshot(rowScope(principal), async (db) => {
    // The matrix may have changed since its revision was read: the answer is known by the one it is of.
    const revision = await readRevision(db)
    const matrix = await readMatrix(db, all, material, revision, cache.known(material))
    cache.remember(material, { revision, matrix })
    return new PreparedMatrix(tagOf(principal, revision, material), Buffer.from(JSON.stringify(matrix)))
  })
}

function tagOf({ customerId }: Principal, { number, day }: Revision, material: string | null): string {
  return [number, day, material ?? 'any', customerId ?? 'all'].join('-')
}

function isWhole({ machineFrom, machineCount, styleFrom, styleCount }: MatrixWindow): boolean {
  return machineFrom + styleFrom === 0 && machineCount === MATRIX_MACHINES && styleCount === MATRIX_STYLES
}

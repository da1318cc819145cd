import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import { ProblemError } from '../engine/problem-error.ts'
import type { Transaction } from '../platform/database.ts'

/**
 * The material that a query names by its code, whatever its case; null where it names none.
 * @throws ProblemError `invalid_request` where there is no such material: an answer for all of them would mislead
 */
export async function findMaterial(db: Transaction, code: string | undefined): Promise<string | null> {
  if (code === undefined) return null
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM packaging_material WHERE fold_case(code) = fold_case(${code}) AND deleted_at IS NULL`.execute(db)
  const [found] = rows
  if (found !== undefined) return found.id
  const message = t('library.noSuchMaterial', { code })
  throw new ProblemError('invalid_request', message, [{ path: 'query.material', code: 'unknown', message }])
}

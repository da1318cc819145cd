import { foldCase, type Proposal, type ProposalQuery } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Principal } from '../principal.ts'
import { toColumn } from './columns.ts'
import { assertParent } from './referred.ts'
import type { ResourceStore } from './resource-store.ts'
import type { Parent } from './rows.ts'

/** So long is a proposed code at most, the number that tells it from others aside. */
const LENGTH = 24
/** So many numbers are tried. */
const TRIES = 50

/** A code that is free for a new row, made of its name: letters and digits with hyphens, and a number where it is taken. */
export async function proposeCode(
  store: ResourceStore,
  principal: Principal,
  { from }: ProposalQuery,
  parent: Parent,
): Promise<Proposal> {
  const { resource, resources } = store
  const code = resource.traits.proposes?.code
  if (code === undefined || !from) return { code: null }
  return await store.read(principal, async (db) => {
    await assertParent(db, resources, resource, parent)
    const keys = await sql<{ key: string }>`SELECT name_key(${from}) AS key`.execute(db)
    const wanted = codeOf(keys.rows[0]?.key ?? '')
    if (wanted === '') return { code: null }
    const candidates = [wanted, ...Array.from({ length: TRIES }, (_, index) => `${wanted}-${index + 2}`)]
    const alive = resource.traits.softDelete ? sql`AND deleted_at IS NULL` : sql``
    const { rows } = await sql<{ taken: string }>`
      SELECT fold_case(${sql.ref(toColumn(code))}) AS taken FROM ${sql.table(resource.table)}
      WHERE fold_case(${sql.ref(toColumn(code))}) = ANY(${candidates.map(foldCase)}::text[]) ${alive}
    `.execute(db)
    const taken = new Set(rows.map((row) => row.taken))
    return { code: candidates.find((one) => !taken.has(foldCase(one))) ?? null }
  })
}

/** As many whole words as fit; of a first word that is longer, its beginning. */
function codeOf(key: string): string {
  const words = key.toUpperCase().match(/[A-Z0-9]+/g) ?? []
  let code = words[0]?.slice(0, LENGTH) ?? ''
  for (const word of words.slice(1)) {
    if (code.length + 1 + word.length > LENGTH) break
    code += `-${word}`
  }
  return code
}

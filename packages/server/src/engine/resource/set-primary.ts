import { sql } from 'kysely'
import type { Principal } from '../principal.ts'
import { assertThat } from '../problem-error.ts'
import { type ResourceRow, toColumn } from './columns.ts'
import type { ResourceStore } from './resource-store.ts'
import type { Parent } from './rows.ts'
import { assertWanted } from './stale.ts'

/** Gives the row the flag and takes it from the one that had it. A lock makes two that come at once follow each other. */
export async function setPrimary(
  store: ResourceStore,
  principal: Principal,
  id: string,
  parent: Parent,
): Promise<ResourceRow> {
  const { resource, rows } = store
  const trait = resource.traits.setPrimary
  assertThat(trait, 'internal')
  const flag = sql.ref(toColumn(trait.flag))
  return await store.write(principal, async (db) => {
    await sql`SELECT pg_advisory_xact_lock(hashtext(${`primary:${resource.name}`}))`.execute(db)
    const before = await rows.lock(db, id, parent)
    assertWanted(principal, before)
    const same = trait.within.map((name) => sql`${sql.ref(toColumn(name))} IS NOT DISTINCT FROM ${before[name]}`)
    const others = await sql<{ id: string }>`
      SELECT id FROM ${sql.table(resource.table)}
      WHERE ${sql.join([sql`${flag}`, sql`id <> ${id}`, ...same], sql` AND `)} FOR UPDATE
    `.execute(db)
    for (const other of others.rows) {
      const had = await rows.lock(db, other.id, {}, 'with')
      await rows.change(db, principal, 'set-primary', had, [[flag, sql`false`]])
    }
    return await rows.change(db, principal, 'set-primary', before, [[flag, sql`true`]])
  })
}

/** Takes the flag from the row; no other one gets it. */
export async function clearPrimary(
  store: ResourceStore,
  principal: Principal,
  id: string,
  parent: Parent,
): Promise<ResourceRow> {
  const { resource, rows } = store
  const trait = resource.traits.setPrimary
  assertThat(trait, 'internal')
  return await store.write(principal, async (db) => {
    const before = await rows.lock(db, id, parent)
    assertWanted(principal, before)
    return await rows.change(db, principal, 'update', before, [[sql.ref(toColumn(trait.flag)), sql`false`]])
  })
}

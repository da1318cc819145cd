import { type FoundRecord, type Resource, resources } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import type { Principal } from '../engine/principal.ts'
import { assertThat } from '../engine/problem-error.ts'
import { rowsNamed } from '../engine/resource/find-rows.ts'
import type { ResourceStore } from '../engine/resource/resource-store.ts'

/** Names a record of any resource. */
export interface RecordName {
  resource: string
  recordId: string
}

const byName = new Map(resources.map((resource) => [resource.name, resource]))

/** The records that comments and follow-ups are on, as far as somebody may read them. */
export class CommentedRecords {
  readonly #storeOf: (resource: Resource) => ResourceStore

  constructor(storeOf: (resource: Resource) => ResourceStore) {
    this.#storeOf = storeOf
  }

  /** @throws ProblemError `permission_missing` where the caller may not read the resource; `not_found` for customers, too */
  async find(principal: Principal, { resource: name, recordId }: RecordName): Promise<FoundRecord> {
    assertStaff(principal)
    const resource = byName.get(name)
    assertThat(resource, 'not_found', t('comment.noSuchResource', { name }))
    const permission = permissionOf(resource)
    assertThat(
      principal.permissions.has(permission),
      'permission_missing',
      t('server.permissionNeeded', { permission }),
    )
    const store = this.#storeOf(resource)
    const [found] = await store.read(principal, (db) => rowsNamed(db, store, [recordId]))
    assertThat(found, 'not_found', t('server.noSuch', { noun: declared(resource.noun[0]) }))
    return found
  }

  /** Those of the records that the caller may read, by `keyOf`. */
  async named(principal: Principal, records: readonly RecordName[]): Promise<ReadonlyMap<string, FoundRecord>> {
    const named = new Map<string, FoundRecord>()
    for (const [name, wanted] of Map.groupBy(records, ({ resource }) => resource)) {
      const resource = byName.get(name)
      if (resource === undefined || !principal.permissions.has(permissionOf(resource))) continue
      const store = this.#storeOf(resource)
      const ids = [...new Set(wanted.map(({ recordId }) => recordId))]
      const rows = await store.read(principal, (db) => rowsNamed(db, store, ids))
      for (const row of rows) named.set(keyOf({ resource: name, recordId: row.id }), row)
    }
    return named
  }
}

export function keyOf({ resource, recordId }: RecordName): string {
  return `${resource} ${recordId}`
}

/** What is needed to read the rows of a resource. */
export function permissionToRead(name: string): string {
  const resource = byName.get(name)
  return resource === undefined ? `${name}.read` : permissionOf(resource)
}

/** Comments are between staff: also somebody of a customer with the permission sees none. */
export function assertStaff({ customerId }: Principal): void {
  assertThat(customerId === null, 'not_found', t('comment.forStaff'))
}

function permissionOf({ calls }: Resource): string {
  return calls.list.access
}

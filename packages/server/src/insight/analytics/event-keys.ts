import type pg from 'pg'
import type { StoredEvent } from './usage-event.ts'

type Name = Pick<StoredEvent, 'kind' | 'name'>

/** All calls of the API together, and all views and actions: what is counted without a name. Every transaction may need them. */
export const ALL_CALLS: Name = { kind: 'api_call', name: '*' }
export const ALL_ACTIVITY: Name = { kind: 'action', name: '*' }
/** People beyond these are looked up again. */
const MAX_PERSONS = 50_000

export function keyOfName({ kind, name }: Name): string {
  return `${kind} ${name}`
}

/** The short keys of people and names, which stay the same for ever. */
export class EventKeys {
  #persons = new Map<string, number>()
  #names = new Map<string, number>()

  forget(): void {
    this.#persons = new Map()
    this.#names = new Map()
  }

  /** The keys of all that events name, made where they are missing. People without an account have none. */
  async of(
    client: pg.ClientBase,
    events: readonly StoredEvent[],
  ): Promise<{ persons: ReadonlyMap<string, number>; names: ReadonlyMap<string, number> }> {
    if (this.#persons.size > MAX_PERSONS) this.#persons = new Map()
    const unknown = new Map(events.filter(({ userId }) => !this.#persons.has(userId)).map((e) => [e.userId, e]))
    if (unknown.size > 0) await this.#findPersons(client, [...unknown.values()])
    const names = [ALL_CALLS, ALL_ACTIVITY, ...events].filter((name) => !this.#names.has(keyOfName(name)))
    if (names.length > 0) await this.#findNames(client, names)
    return { persons: this.#persons, names: this.#names }
  }

  async #findPersons(client: pg.ClientBase, events: readonly StoredEvent[]): Promise<void> {
    const ids = events.map(({ userId }) => userId)
    await client.query(
      `INSERT INTO event_person (user_id, customer_id) SELECT id, customer_id FROM user_account WHERE id = ANY($1::uuid[])
       ON CONFLICT DO NOTHING`,
      [ids],
    )
    const { rows } = await client.query<{ key: number; user_id: string }>(
      'SELECT key, user_id FROM event_person WHERE user_id = ANY($1::uuid[])',
      [ids],
    )
    for (const { key, user_id } of rows) this.#persons.set(user_id, key)
  }

  async #findNames(client: pg.ClientBase, names: readonly Name[]): Promise<void> {
    const { rows } = await client.query<Name & { key: number }>(
      `WITH given AS (SELECT DISTINCT kind, name FROM unnest($1::text[], $2::text[]) AS g (kind, name)),
         made AS (
           INSERT INTO event_name (kind, app, name)
           SELECT kind, CASE kind WHEN 'api_call' THEN 'api' ELSE 'web' END, name FROM given
           WHERE NOT EXISTS (SELECT FROM event_name n WHERE n.kind = given.kind AND n.name = given.name)
           RETURNING key, kind, name)
       SELECT key, kind, name FROM made
       UNION ALL SELECT n.key, n.kind, n.name FROM event_name n JOIN given USING (kind, name)`,
      [names.map(({ kind }) => kind), names.map(({ name }) => name)],
    )
    for (const row of rows) this.#names.set(keyOfName(row), row.key)
  }
}

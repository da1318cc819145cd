import { type Database, Sessions } from '@packhouse/server'

/** How many sign in at the same time. */
const AT_ONCE = 10
const CLIENT = { address: '127.0.0.1', userAgent: 'bench' }

/**
 * Makes people of customers and starts a session for each, without the passwords that would take a minute.
 * The product has to have been started before, since it brings the role along.
 * @returns their access tokens, those of one customer behind each other
 */
export async function signInPeople(database: Database, customers: readonly string[], each: number): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `WITH person AS (
       INSERT INTO user_account (email, first_name, last_name, customer_id)
       SELECT 'viewer-' || place || '-' || number || '@bench.example', 'Viewer', number::text, customer_id
       FROM unnest($1::uuid[]) WITH ORDINALITY AS given (customer_id, place), generate_series(1, $2::int) AS number
       ORDER BY place, number
       RETURNING id, customer_id
     ), granted AS (
       INSERT INTO user_role (user_id, role_id) SELECT person.id, role.id FROM person, role WHERE role.name = 'customer'
     )
     SELECT id FROM person ORDER BY array_position($1::uuid[], customer_id)`,
    [customers, each],
  )
  const sessions = new Sessions(database.system, 'bench', () => 12)
  const tokens: string[] = []
  for (let first = 0; first < rows.length; first += AT_ONCE) {
    const some = rows.slice(first, first + AT_ONCE)
    const issued = await Promise.all(some.map(({ id }) => sessions.start(id, undefined, CLIENT)))
    tokens.push(...issued.map(({ access }) => access))
  }
  return tokens
}

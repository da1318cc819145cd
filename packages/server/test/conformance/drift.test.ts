import { type Field, type Resource, resources } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { isExactDecimal, toColumn } from '../../src/engine/resource/columns.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { Catalog } from './support/catalog.ts'
import { fieldsOf } from './support/maker.ts'
import { resourceNamed } from './support/places.ts'

const app = useTestApp()
const catalog = new Catalog(app)

const STAMPS = ['id', 'created_at', 'created_by', 'updated_at', 'updated_by', 'row_version']

function typeOf(field: Field): RegExp {
  if (field.kind === 'decimal') return isExactDecimal(field) ? /^numeric\(\d+,\d+\)$/ : /^double precision$/
  const types = {
    text: /^text$/,
    multiline: /^text$/,
    email: /^text$/,
    url: /^text$/,
    choice: /^text$/,
    integer: /^integer$/,
    boolean: /^boolean$/,
    date: /^date$/,
    time: /^timestamp with time zone$/,
    list: /^text\[\]$/,
    objects: /^jsonb$/,
    reference: /^uuid$/,
  }
  return types[field.kind]
}

describe.each(resources.map((resource) => [resource.name, resource] as const))('the table of %s', (_, resource) => {
  test('has a column of the right type for every field; only what the server works out has none', async () => {
    const columns = new Map((await catalog.columns(resource.table)).map((column) => [column.name, column]))
    for (const [name, field] of Object.entries(resource.fields)) {
      const column = columns.get(toColumn(name))
      // A list named as a relation is given at creation, and is rows of the relation from then on.
      const isRelation = resource.traits.relations?.[name] !== undefined && field.frozen === true
      if (column === undefined) expect(field.readOnly || isRelation, `${name} has no column`).toBe(true)
      else expect(column.type, name).toMatch(typeOf(field))
    }
  })

  test('refuses nulls exactly where the declaration does', async () => {
    const fields = new Map(Object.entries(resource.fields).map(([name, field]) => [toColumn(name), field]))
    const declared = (await catalog.columns(resource.table)).filter(({ name }) => fields.has(name))
    const found = declared.map(({ name, notNull }) => [name, notNull])
    expect(found).toEqual(declared.map(({ name }) => [name, fields.get(name)?.required]))
  })

  test('has no undeclared column', async () => {
    const fields = Object.keys(resource.fields).map(toColumn)
    const expected = [
      ...STAMPS,
      ...fields,
      ...(resource.traits.softDelete ? ['deleted_at'] : []),
      ...(searchFields(resource).length > 0 ? ['search_text'] : []),
    ]
    const columns = (await catalog.columns(resource.table)).filter(({ identity }) => !identity).map(({ name }) => name)
    expect(columns.filter((name) => !expected.includes(name))).toEqual([])
    expect(columns).toEqual(expect.arrayContaining(expected.filter((name) => !fields.includes(name))))
  })

  test('is searched through exactly the fields that say so', async () => {
    const rows = await app.sql<{ name: string }>(
      `SELECT a.attname AS name FROM pg_attrdef d
         JOIN pg_attribute s ON s.attrelid = d.adrelid AND s.attnum = d.adnum AND s.attname = 'search_text'
         JOIN pg_depend p ON p.classid = 'pg_attrdef'::regclass AND p.objid = d.oid AND p.refobjid = d.adrelid
         JOIN pg_attribute a ON a.attrelid = p.refobjid AND a.attnum = p.refobjsubid AND a.attname <> 'search_text'
       WHERE d.adrelid = $1::regclass`,
      [resource.table],
    )
    expect(rows.map(({ name }) => name).sort()).toEqual(searchFields(resource).map(toColumn).sort())
  })

  test('is searched in the form that what is searched for takes too', async () => {
    const [made] = await app.sql<{ expression: string }>(
      `SELECT pg_get_expr(d.adbin, d.adrelid) AS expression FROM pg_attrdef d
         JOIN pg_attribute s ON s.attrelid = d.adrelid AND s.attnum = d.adnum AND s.attname = 'search_text'
       WHERE d.adrelid = $1::regclass`,
      [resource.table],
    )
    const expected = searchFields(resource).length > 0 ? /^\(' '::text \|\| search_fold\(.*\)\)$/s : /^none$/
    expect(made?.expression ?? 'none').toMatch(expected)
  })

  test('has, where searches have an index, one for each order of a column that is never empty', async () => {
    const indexes = await app.sql<{ first: string; method: string }>(
      `SELECT a.attname AS first, m.amname AS method FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
         JOIN pg_am m ON m.oid = c.relam JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
       WHERE i.indrelid = $1::regclass AND i.indisvalid
         AND coalesce(pg_get_expr(i.indpred, i.indrelid), '(deleted_at IS NULL)') = '(deleted_at IS NULL)'`,
      [resource.table],
    )
    if (!indexes.some(({ first, method }) => first === 'search_text' && method === 'gin')) return
    const sorted = Object.entries(resource.fields).flatMap(([name, field]) =>
      field.sort && field.required ? [name] : [],
    )
    const ordered = indexes.flatMap(({ first, method }) => (method === 'btree' ? [first] : []))
    expect(ordered).toEqual(expect.arrayContaining([...sorted, 'createdAt', 'updatedAt'].map(toColumn)))
  })

  test('has a constraint for every rule, and for every rule that forbids duplicates a unique index', async () => {
    const unique = new Map((await catalog.uniqueIndexes(resource.table)).map((index) => [index.name, index]))
    const names = await constraintNames(resource.table)
    for (const [name, rule] of Object.entries(resource.rules)) {
      expect(names, name).toContain(name)
      const index = unique.get(name)
      expect(index !== undefined, `${name} is a unique index`).toBe(rule.code === 'duplicate')
      if (index !== undefined) expect(fieldsOf(resource, index), name).toEqual(expect.arrayContaining(rule.fields))
    }
  })

  const relations = Object.entries(resource.traits.relations ?? {})

  test.runIf(relations.length > 0)(
    'has a table of pairs for every relation, and a constraint for its rules',
    async () => {
      for (const [name, { table, to, column, otherColumn, rules = {} }] of relations) {
        const keys = await catalog.foreignKeys(table)
        const targets = Object.fromEntries(keys.map((key) => [key.column, key.targetTable]))
        expect(targets, name).toEqual({ [column]: resource.table, [otherColumn]: resourceNamed(to)?.table })
        expect(await constraintNames(table)).toEqual(expect.arrayContaining(Object.keys(rules)))
      }
    },
  )

  test('refuses nothing that people send without a rule that says so in words', async () => {
    const flag = resource.traits.setPrimary?.flag
    const silent = (await catalog.uniqueIndexes(resource.table)).filter((index) => {
      const ofServer = flag !== undefined && index.predicate?.includes(toColumn(flag))
      return !ofServer && fieldsOf(resource, index).length > 0 && !(index.name in resource.rules)
    })
    expect(silent.map(({ name }) => name)).toEqual([])
    const checks = await app.sql<{ name: string }>(
      `SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c' AND cardinality(conkey) > 1`,
      [resource.table],
    )
    expect(checks.map(({ name }) => name).filter((name) => !(name in resource.rules))).toEqual([])
  })

  test('holds every reference by a foreign key whose refusal is reported at its field', async () => {
    const keys = new Map((await catalog.foreignKeys(resource.table)).map((key) => [key.column, key]))
    for (const [name, field] of Object.entries(resource.fields)) {
      const key = keys.get(toColumn(name))
      if (field.kind === 'reference') {
        const target = resourceNamed(field.refersTo)
        expect(key, name).toMatchObject({ targetColumn: 'id', ...(target ? { targetTable: target.table } : {}) })
        expect(key?.name, name).toBe(`${resource.table}_${toColumn(name)}_fkey`)
      } else if (key !== undefined) {
        expect(resource.rules[key.name]?.fields, `${key.name} is no rule`).toEqual([name])
      }
    }
  })

  test('is under row-level security with a policy for a role of the requests', async () => {
    const [table] = await app.sql<{ secured: boolean; policies: number }>(
      `SELECT relrowsecurity AS secured, (SELECT count(*)::int FROM pg_policy p
         WHERE polrelid = c.oid AND polroles && ARRAY['packhouse_app'::regrole::oid, 'packhouse_staff'::regrole::oid]) AS policies
       FROM pg_class c WHERE oid = $1::regclass`,
      [resource.table],
    )
    expect(table?.secured).toBe(true)
    expect(table?.policies).toBeGreaterThan(0)
  })
})

test.each(['contact', 'location', 'licence', 'machine'])(
  'users of a customer reach their rows of %s by an index',
  async (table) => {
    const connection = await app.connection()
    await connection.query(`SET enable_seqscan = off`)
    await connection.query(`SET ROLE packhouse_app`)
    const { rows } = await connection.query<{ 'QUERY PLAN': string }>(`EXPLAIN SELECT id FROM ${table}`)
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/Index Cond: \(customer_id = /)
  },
)

describe('the role of the requests', () => {
  test('has no privileges: no superuser, no bypass, no own roles or databases, no member of another', async () => {
    const [role] = await app.sql(
      `SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication,
         EXISTS (SELECT FROM pg_auth_members WHERE member = r.oid) AS member
       FROM pg_roles r WHERE rolname = 'packhouse_app'`,
    )
    expect(new Set(Object.values(role ?? { none: true }))).toEqual(new Set([false]))
  })

  test('owns nothing', async () => {
    const [owned] = await app.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM pg_shdepend WHERE refobjid = 'packhouse_app'::regrole AND deptype = 'o'`,
    )
    expect(owned?.count).toBe(0)
  })

  test('reaches no table that is not under row-level security, and nothing by way of everybody', async () => {
    const open = await app.sql<{ name: string }>(
      `SELECT oid::regclass::text AS name FROM pg_class
       WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relrowsecurity
         AND has_table_privilege('packhouse_app', oid, 'SELECT, INSERT, UPDATE, DELETE, TRUNCATE, REFERENCES, TRIGGER')`,
    )
    expect(open.map(({ name }) => name)).toEqual([])
  })

  test('cannot change or remove an entry of the audit', async () => {
    const rows = await app.sql(`SELECT FROM pg_class WHERE oid = 'audit_entry'::regclass
      AND has_table_privilege('packhouse_app', oid, 'UPDATE, DELETE, TRUNCATE')`)
    expect(rows).toEqual([])
  })
})

function searchFields(resource: Resource): string[] {
  return Object.entries(resource.fields).flatMap(([name, field]) => (field.search ? [name] : []))
}

/** Constraints, unique indexes, and triggers that refuse under their own name. */
async function constraintNames(table: string): Promise<string[]> {
  const rows = await app.sql<{ name: string }>(
    `SELECT conname AS name FROM pg_constraint WHERE conrelid = $1::regclass
     UNION SELECT indexrelid::regclass::text FROM pg_index WHERE indrelid = $1::regclass AND indisunique
     UNION SELECT tgname FROM pg_trigger WHERE tgrelid = $1::regclass AND NOT tgisinternal`,
    [table],
  )
  return rows.map(({ name }) => name)
}

import { type ProblemCode, resources, writable } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { nounOfTable } from '../../src/engine/resource/references.ts'
import { expectProblem, withoutInstance } from '../support/problem.ts'
import { ask, everyRow, must, type Row, type Verb } from './support/ask.ts'
import { asAudited, auditOf } from './support/audit.ts'
import { isOfLasting } from './support/fitting.ts'
import { fieldsOf, mainPlaceOf, withCompanions } from './support/maker.ts'
import { exemplaryPlaces, mainPlaces } from './support/places.ts'
import { type Referrer, referrersOf } from './support/referrers.ts'
import { accepts } from './support/samples.ts'
import { useMaker } from './support/use-maker.ts'

const { app, maker } = useMaker()

describe.each(mainPlaces.map((place) => [place.path, place] as const))('a row of %s', (_, place) => {
  const { resource } = place
  const { softDelete } = resource.traits

  async function make(verb: Verb, row: { id: string; rowVersion?: number }) {
    const body = verb === 'update' ? { rowVersion: row.rowVersion ?? 1 } : undefined
    return await ask(await maker.staff(), place, verb, { params: { id: row.id }, body })
  }

  async function referringTo(row: Row, referrer: Referrer): Promise<Row> {
    return await maker.create(referrer.resource, maker.referring(referrer, row))
  }

  /** Verbs that are about one row. */
  const ofOne = (['get', 'update', 'remove', 'setPrimary', 'clearPrimary', 'restore', 'force'] as const).filter(
    (verb) => place.calls[verb] !== undefined,
  )

  test('that others refer to stays, and says what refers to it, until they are gone', async () => {
    for (const referrer of await referrersOf(maker.catalog, resource)) {
      const row = await maker.create(resource)
      const referring = await referringTo(row, referrer)
      const name = `${referrer.resource.name}.${referrer.field}`
      const isOutlived = softDelete && referrer.resource.fields[referrer.field]?.outlived === true
      const refused = softDelete ? (['remove', 'force'] as const) : (['remove'] as const)
      for (const verb of isOutlived ? (['force'] as const) : refused) {
        const { references, detail } = expectProblem(await make(verb, row), 'referenced')
        expect(internalNamesIn(detail), name).toEqual([])
        const label = referring[referrer.resource.label] ?? ''
        const labels = label === '' ? [] : [String(label)]
        const refers = { resource: referrer.resource.noun[1], name: referrer.resource.name, count: 1, labels }
        expect(references, name).toMatchObject([{ ...refers, effect: 'prevents' }])
        // Parts stand in the way of who does not say that they shall go too.
        const isPart = resource.traits.parts?.[referrer.resource.name] === referrer.field
        const told = isPart ? [{ ...references?.[0], effect: 'deleted' }] : references
        if (!isOutlived) expect((await make('references', row)).body, name).toEqual(told)
      }
      const now = (await make('get', row)).body as Row
      expect(asAudited(resource, now)).toEqual(asAudited(resource, row))
      const verb = referrer.resource.traits.softDelete ? 'force' : 'remove'
      await must(await maker.staff(), mainPlaceOf(referrer.resource), verb, { params: { id: referring.id } })
      expect((await make('remove', row)).status, name).toBe(204)
    }
  })

  test.runIf(place.calls.update)('cannot lose a code by which others refer to it', async () => {
    for (const referrer of await referrersOf(maker.catalog, resource)) {
      if (referrer.target === 'id') continue
      const row = await maker.create(resource)
      await referringTo(row, referrer)
      // One that no other row has: that would be the reason then.
      const { [referrer.target]: other } = await maker.draft(resource)
      const body = { [referrer.target]: other, rowVersion: row.rowVersion }
      const params = { id: row.id }
      const { detail } = expectProblem(await ask(await maker.staff(), place, 'update', { params, body }), 'referenced')
      expect(internalNamesIn(detail)).toEqual([])
      expect(await must(await maker.staff(), place, 'get', { params })).toEqual(row)
    }
  })

  test('that deleted rows refer to can only be deleted as they were: in a way that can be undone', async () => {
    const referrers = await referrersOf(maker.catalog, resource)
    for (const referrer of referrers.filter((one) => one.resource.traits.softDelete)) {
      const row = await maker.create(resource)
      const { id } = await referringTo(row, referrer)
      await must(await maker.staff(), mainPlaceOf(referrer.resource), 'remove', { params: { id } })
      if (softDelete) expect((await make('remove', row)).status).toBe(204)
      const { references } = expectProblem(await make(softDelete ? 'force' : 'remove', row), 'referenced')
      expect(references?.map((one) => one.resource)).toEqual([referrer.resource.noun[1]])
    }
  })

  test('cannot be had twice where it must be unique, whatever the case, and is free again after a deletion', async () => {
    for (const index of await maker.catalog.uniqueIndexes(resource.table)) {
      const rule = resource.rules[index.name]
      if (rule === undefined || isOfLasting(resource, index)) continue
      const names = fieldsOf(resource, index)
      // What only the server sets cannot be sent twice.
      if (names.some((name) => resource.fields[name]?.readOnly)) continue
      const first = await maker.create(resource, {}, 'full')
      const same = Object.fromEntries(names.map((name) => [name, first[name]]))
      const folded = names.filter((name) => index.folded.length > 0 && typeof first[name] === 'string')
      const swapped = Object.fromEntries(
        folded.flatMap((name) => {
          const other = swapCase(String(first[name]))
          const field = resource.fields[name]
          return field !== undefined && accepts(field, other) ? [[name, other]] : []
        }),
      )
      const companions = withCompanions(resource, first, names)
      const expected = rule.fields.map((name) => `body.${name}`)
      for (const values of [same, { ...same, ...swapped }]) {
        const body = await maker.draft(resource, { ...companions, ...values })
        const problem = expectProblem(await ask(await maker.staff(), place, 'create', { body }), 'duplicate')
        expect(problem.errors?.map(({ path }) => path)).toEqual(expected)
        expect(problem.errors?.[0]?.message).toBe(rule.message)
      }
      const changing = Object.keys(same).filter((name) => name in writable(resource.fields, false))
      if (place.calls.update !== undefined && changing.length === names.length) {
        const second = await maker.create(resource)
        const params = { id: second.id }
        const body = { ...same, rowVersion: second.rowVersion }
        expectProblem(await ask(await maker.staff(), place, 'update', { params, body }), 'duplicate')
        expect(await must(await maker.staff(), place, 'get', { params })).toEqual(second)
        const own = { ...same, rowVersion: first.rowVersion }
        await must(await maker.staff(), place, 'update', { params: { id: first.id }, body: own })
      }
      await make('remove', first)
      const body = await maker.draft(resource, companions)
      const again = await ask(await maker.staff(), place, 'create', { body })
      const isFree = softDelete !== true || index.predicate?.includes('deleted_at')
      expect(again.status, again.text).toBe(isFree ? 201 : 409)
      if (softDelete && isFree) expectProblem(await make('restore', first), 'duplicate' satisfies ProblemCode)
    }
  })

  // What the engine does alike for all.
  if (!exemplaryPlaces.includes(place)) return

  test('that never was is not found, by whatever verb', async () => {
    for (const verb of ofOne) expectProblem(await make(verb, { id: crypto.randomUUID() }), 'not_found')
  })

  test('cannot be named by what is no id', async () => {
    const wrong = ['x', '1', '..', "' OR 1=1", 'null', `${crypto.randomUUID()}0`, 'x'.repeat(90)]
    for (const id of wrong) {
      for (const verb of ofOne) {
        const { errors } = expectProblem(await make(verb, { id }), 'invalid_request')
        expect(errors?.map(({ path }) => path)).toEqual(['params.id'])
      }
    }
  })

  test('that is deleted is gone from the list, the search and the choice, and not found by id', async () => {
    const row = await maker.create(resource)
    const deleted = await make('remove', row)
    expect([deleted.status, deleted.text]).toEqual([204, ''])
    const verbs = ofOne.filter((verb) => !['restore', 'force'].includes(verb))
    for (const verb of verbs) expectProblem(await make(verb, row), 'not_found')
    expect(withoutInstance(await make('get', row))).toBe(
      withoutInstance(await make('get', { id: crypto.randomUUID() })),
    )
    const staff = await maker.staff()
    expect((await everyRow(staff, place)).map(({ id }) => id)).not.toContain(row.id)
    if (place.calls.dropdown === undefined) return
    expect((await must<Row[]>(staff, place, 'dropdown')).map(({ id }) => id)).not.toContain(row.id)
  })

  test('that is deleted stays in the audit with what it was', async () => {
    const { user } = await (await maker.staff()).call('me')
    const row = await maker.create(resource, {}, 'full')
    await make('remove', row)
    // What a row is made with may be attached to it, which has an entry of its own.
    const [, entry, ...more] = (await auditOf(app, row.id)).filter(({ action }) => action !== 'attach')
    // What only marks the row sends no secret, and mentions none.
    const before = asAudited(resource, row, softDelete ? [] : undefined)
    expect(entry).toMatchObject({ action: 'delete', actor: user.id, before })
    expect(entry?.after === null).toBe(softDelete !== true)
    expect(more).toEqual([])
  })

  test.runIf(softDelete)('that is deleted can be seen on request, and comes back as it was', async () => {
    const { user } = await (await maker.staff()).call('me')
    const staff = await maker.staff()
    const row = await maker.create(resource, {}, 'full')
    const other = await maker.create(resource)
    await make('remove', row)
    const idsWith = async (deleted: string) => (await everyRow(staff, place, { deleted })).map(({ id }) => id)
    expect(await idsWith('only')).toContain(row.id)
    expect(await idsWith('only')).not.toContain(other.id)
    expect(await idsWith('with')).toEqual(expect.arrayContaining([row.id, other.id]))
    expect(await idsWith('without')).not.toContain(row.id)
    const restored = await must(staff, place, 'restore', { params: { id: row.id } })
    const { updatedAt, updatedBy, rowVersion, ...rest } = restored
    expect({ ...row, ...rest }).toEqual(row)
    expect(rowVersion).toBeGreaterThan(row.rowVersion)
    expect(await must(staff, place, 'get', { params: { id: row.id } })).toEqual(restored)
    expect(await idsWith('without')).toContain(row.id)
    const entries = await auditOf(app, row.id)
    expect(entries.map(({ action }) => action)).toEqual(['create', 'delete', 'restore'])
    expect(entries.at(-1)).toMatchObject({ actor: user.id, after: asAudited(resource, restored, []) })
    expectProblem(await make('restore', row), 'not_found')
  })

  test.runIf(softDelete)('can be removed for good, deleted before or not', async () => {
    for (const before of ['kept', 'deleted']) {
      const row = await maker.create(resource)
      if (before === 'deleted') await make('remove', row)
      expect((await make('force', row)).status).toBe(204)
      for (const verb of ofOne) expectProblem(await make(verb, row), 'not_found')
      expect(await app.sql(`SELECT FROM ${resource.table} WHERE id = $1`, [row.id])).toEqual([])
      expect((await auditOf(app, row.id)).at(-1)).toMatchObject({ action: 'force-delete', after: null })
    }
  })
})

function swapCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase()
}

/** Names of tables and columns, which people never see. */
function internalNamesIn(text = ''): string[] {
  return [...text.matchAll(/\b[a-z]+(_[a-z]+)+\b/g)].map(([name]) => name)
}

test('whatever refers to a row of any resource has a name that people know', async () => {
  const rows = await app.sql<{ from: string; to: string }>(
    `SELECT conrelid::regclass::text AS from, confrelid::regclass::text AS to FROM pg_constraint
     WHERE contype = 'f' AND confdeltype NOT IN ('c', 'n') AND conparentid = 0`,
  )
  const targets = new Set(resources.map(({ table }) => table))
  const tables = rows.filter(({ to }) => targets.has(to)).map(({ from }) => from)
  expect(tables).toContain('api_key_scope_of')
  for (const table of tables) {
    const [one, many] = nounOfTable(resources, table)
    expect(`${one} ${many}`, table).not.toMatch(/_/)
  }
  expect(nounOfTable(resources, 'api_key_scope_of')).toEqual(['API key', 'API keys'])
})

test('deleting a role says who has it, and takes it from them where that is meant', async () => {
  const staff = await maker.staff()
  const role = (await staff.post('/v1/auth/roles', { name: 'Night shift' })).body as Row
  const path = `/v1/auth/roles/${role.id}`
  const people = await app.sql<{ id: string }>(
    `INSERT INTO user_account (email, first_name, last_name) SELECT 'held.' || n || '@packhouse.example', 'Held', 'Person ' || n
     FROM generate_series(1, 7) n RETURNING id`,
  )
  for (const { id } of people) {
    expect((await staff.post(`/v1/users/${id}/roles/attach`, { ids: [role.id] })).status).toBe(204)
  }
  // Who was deleted is not named: nobody would find them.
  await app.sql(
    `WITH gone AS (INSERT INTO user_account (email, first_name, last_name, deleted_at)
       VALUES ('gone@packhouse.example', 'Gone', 'Person', now()) RETURNING id)
     INSERT INTO user_role (user_id, role_id) SELECT id, $1 FROM gone`,
    [role.id],
  )
  const refused = expectProblem(await staff.request(path, { method: 'DELETE' }), 'referenced')
  expect(refused.references).toMatchObject([{ resource: 'users', count: 7 }])
  expect(refused.detail).toMatch(/^Still referred to by 7 users \(.+ and 2 more\)\./)
  expect(internalNamesIn(refused.detail)).toEqual([])
  const german = await staff.request(path, { method: 'DELETE', headers: { 'accept-language': 'de' } })
  expect((german.body as { detail: string }).detail).toMatch(/von 7 Benutzer.* und 2 weitere\)/)
  expect((await staff.get(`${path}/references`)).body).toEqual(refused.references)
  const readsNoPeople = await maker.account(['role.read'])
  expect((await readsNoPeople.get(`${path}/references`)).body).toMatchObject([
    { resource: 'users', name: 'user', effect: 'released', count: 7, labels: [] },
  ])
  expect((await staff.request(`${path}/force`, { method: 'DELETE' })).status).toBe(204)
  expect(await app.sql('SELECT FROM user_role WHERE role_id = $1', [role.id])).toEqual([])
})

test('a scope that API keys have is refused with the names of the keys', async () => {
  const staff = await maker.staff()
  const scope = (await staff.post('/v1/auth/api-key-scopes', { name: 'held:scope' })).body as Row
  const key = (await staff.post('/v1/auth/api-keys', { name: 'Line 4' })).body as Row
  expect((await staff.post(`/v1/auth/api-keys/${key.id}/scopes/attach`, { ids: [scope.id] })).status).toBe(204)
  const { detail } = expectProblem(
    await staff.request(`/v1/auth/api-key-scopes/${scope.id}`, { method: 'DELETE' }),
    'referenced',
  )
  expect(detail).toBe('Still referred to by 1 API key (Line 4). Remove these first.')
})

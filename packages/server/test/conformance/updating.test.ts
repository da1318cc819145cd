import { writable } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { pathOf } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { ask, must, type Row } from './support/ask.ts'
import { asAudited, asReturned, auditCount, auditOf } from './support/audit.ts'
import { isFitted, isPassing } from './support/fitting.ts'
import { bound, companionsOf } from './support/maker.ts'
import { exemplaryPlaces, mainPlaces, type Place } from './support/places.ts'
import { faultsOf, invalid, refusalOf, shortened } from './support/refusal.ts'
import { extremesOf } from './support/samples.ts'
import { useMaker } from './support/use-maker.ts'
import { freeFields, hostileTexts, inParts, spreadOver, wrongRoundsOf } from './support/wrong.ts'

const { app, maker } = useMaker()

const changeable = mainPlaces.filter((place) => place.calls.update !== undefined)
const unchangeable = mainPlaces.filter((place) => place.calls.update === undefined)

describe.each(changeable.map((place) => [place.path, place] as const))('PUT %s/{id}', (_, place) => {
  const { resource } = place
  const fields = writable(resource.fields, false)

  async function put(row: Row, change: object) {
    const { id, rowVersion } = row
    return await ask(await maker.staff(), place, 'update', { params: { id }, body: { rowVersion, ...change } })
  }

  async function changed(row: Row, change: object): Promise<Row> {
    const { id, rowVersion } = row
    return await must(await maker.staff(), place, 'update', { params: { id }, body: { rowVersion, ...change } })
  }

  const isExemplary = exemplaryPlaces.includes(place)

  /** Fields that depend on no other and that others do not depend on. */
  const alone = Object.keys(fields).filter(
    (name) => fields[name]?.kind !== 'reference' && companionsOf(resource, name).length === 0 && !isFitted(resource),
  )

  /**
   * Fields that are changed at once: all that depend on no other, and each of the others by itself. Where it is exemplary, every second one of the first, and
   * then the rest: each is changed once, and left once while others are changed.
   */
  const halves = [0, 1].map((half) => alone.filter((_name, index) => index % 2 === half))
  const groups: string[][] = [
    ...(isExemplary ? halves : [alone]).filter(({ length }) => length > 0),
    ...Object.keys(fields).flatMap((name) => (alone.includes(name) ? [] : [[name]])),
  ]

  test('changes fields, leaves the others, and writes the values before and after to the audit', async () => {
    const { user } = await (await maker.staff()).call('me')
    // One row after the other change of it, for fields that depend on no other.
    let shared: Row | undefined
    for (const names of groups) {
      const companions = names.flatMap((name) => companionsOf(resource, name))
      const isAlone = names.every((name) => alone.includes(name))
      const fresh = async () => await maker.create(resource, await maker.complete(resource, companions))
      const before = isAlone ? (shared ?? (await fresh())) : await fresh()
      const given: Record<string, unknown> = {}
      for (const name of names) given[name] = await maker.otherValue(resource, name, before)
      const after = await changed(before, given)
      const { updatedAt, updatedBy, rowVersion, ...rest } = after
      const worked = [...names, ...Object.keys(resource.fields).filter((other) => resource.fields[other]?.readOnly)]
      const stamps = ['updatedAt', 'updatedBy', 'rowVersion']
      expect(without([...worked, ...stamps], rest), names.join()).toEqual(without([...worked, ...stamps], before))
      expect(after).toMatchObject({
        ...asReturned(resource, given),
        updatedBy: user.id,
        rowVersion: before.rowVersion + 1,
      })
      expect(updatedAt > before.updatedAt).toBe(true)
      expect(await must(await maker.staff(), place, 'get', { params: { id: before.id } })).toEqual(after)
      expect((await auditOf(app, before.id)).at(-1)).toEqual({
        action: 'update',
        actor: user.id,
        before: asAudited(resource, before, names),
        after: asAudited(resource, after, names),
      })
      let last = after
      const once = names.filter((name) => fields[name]?.once)
      for (const name of once) expectProblem(await put(after, { [name]: null }), 'invalid_request')
      const free = names.filter((name) => {
        const isTied = bound(resource, name).together.length > 0
        return !(fields[name]?.once || fields[name]?.required || isTied)
      })
      if (free.length > 0) {
        const nothing = Object.fromEntries(free.map((name) => [name, null]))
        last = await changed(after, nothing)
        expect(last).toMatchObject(nothing)
      }
      if (isAlone) shared = last
    }
  })

  // What the engine does alike for all; the schemas of the others are asked by `declarations.test.ts`.
  if (!isExemplary) return

  test('takes every valid value at the limits of a field', async () => {
    const references = await maker.references(resource)
    for (const [name, field] of Object.entries(fields)) {
      const companions = await maker.complete(resource, bound(resource, name).together)
      let row = await maker.create(resource, { ...references, ...companions })
      for (const value of extremesOf(field)) {
        if (!isPassing(resource, name, value)) continue
        row = await changed(row, { [name]: value })
        expect(row).toMatchObject(asReturned(resource, { [name]: value }))
      }
      await maker.discard(resource, row)
    }
  })

  test('takes texts as texts, whatever they would mean elsewhere', async () => {
    let row = await maker.create(resource)
    for (const texts of spreadOver(freeFields(resource, fields), hostileTexts)) {
      row = await changed(row, texts)
      expect(row).toMatchObject(asReturned(resource, texts))
    }
    expect(await must(await maker.staff(), place, 'get', { params: { id: row.id } })).toEqual(row)
    // Rows of other resources with the same texts would count as belonging to it.
    await maker.discard(resource, row)
  })

  test('refuses every wrong value at its field and changes nothing', async () => {
    const row = await maker.create(resource, {}, 'full')
    const before = await auditCount(app)
    for (const wrong of wrongRoundsOf(fields)) {
      expect(faultsOf(await put(row, wrong), wrong), shortened(wrong)).toEqual([])
    }
    expect(await auditCount(app)).toBe(before)
    expect(await must(await maker.staff(), place, 'get', { params: { id: row.id } })).toEqual(row)
  })

  test('takes a row exactly as it was read and changes nothing, whether the body or If-Match names its version', async () => {
    const staff = await maker.staff()
    const { id } = await maker.create(resource, {}, 'full')
    const path = pathOf(callOf(place), { params: { id } })
    const read = await staff.get(path)
    const known = await staff.get(path, { 'if-none-match': `"another", W/${read.headers.etag}` })
    expect([known.status, known.text]).toEqual([304, ''])
    const { rowVersion: _, ...unversioned } = read.body as Row
    const before = await auditCount(app)
    for (const [body, headers] of [
      [read.body, {}] as const,
      [unversioned, { 'if-match': read.headers.etag }] as const,
    ]) {
      const answer = await staff.request(path, { method: 'PUT', body, headers })
      expect([answer.status, answer.text]).toEqual([200, read.text])
      expect(answer.headers.etag).toBe(read.headers.etag)
    }
    expect(await auditCount(app)).toBe(before)
  })

  test('names fields that only the server sets or that are set once where they are others, and those it does not know', async () => {
    const row = await maker.create(resource)
    const fixed = Object.entries(resource.fields)
      .filter(([name, { derived, shownOnce }]) => !(name in fields) && !derived && !shownOnce)
      .map(([name]) => name)
    const names = [...fixed, 'id', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy']
    for (const some of inParts(names)) {
      const others = Object.fromEntries(some.map((name) => [name, 'another']))
      const refused = expectProblem(await put(row, others), 'invalid_request').errors
      expect(refused?.map(({ path, code }) => [path, code]).sort()).toEqual(
        some.map((name) => [`body.${name}`, 'read_only']).sort(),
      )
    }
    const { errors } = expectProblem(await put(row, { deletedAt: null, nonsense: 1 }), 'invalid_request')
    expect(errors?.map(({ path, code }) => [path, code])).toEqual([
      ['body.deletedAt', 'unknown'],
      ['body.nonsense', 'unknown'],
    ])
    expect(await ask(await maker.staff(), place, 'get', { params: { id: row.id } })).toMatchObject({ body: row })
  })

  test('is refused with 412 where If-Match names another version, and so is a DELETE', async () => {
    const staff = await maker.staff()
    const row = await maker.create(resource)
    const path = pathOf(callOf(place), { params: { id: row.id } })
    const { headers } = await staff.get(path)
    for (const named of [`"${row.rowVersion + 1}"`, `W/${headers.etag}`, '"another"']) {
      for (const method of ['PUT', 'DELETE'] as const) {
        const answer = await staff.request(path, {
          method,
          headers: { 'if-match': named },
          ...(method === 'PUT' && { body: {} }),
        })
        expect(expectProblem(answer, 'precondition_failed').current).toMatchObject({ rowVersion: row.rowVersion })
        expect(answer.headers.etag).toBe(headers.etag)
      }
    }
    expectProblem(
      await staff.request(path, { method: 'DELETE', headers: { 'if-match': 'another' } }),
      'invalid_request',
    )
    const removed = await staff.request(path, {
      method: 'DELETE',
      headers: { 'if-match': `"another", ${headers.etag}` },
    })
    expect(removed.status).toBe(204)
  })

  test('wants to know the version a change was made from', async () => {
    const row = await maker.create(resource)
    for (const rowVersion of [undefined, null, 0, -1, 1.5, '1', [1]]) {
      expect(refusalOf(await put(row, { rowVersion }), 'body.rowVersion'), `${rowVersion}`).toBe(
        invalid('body.rowVersion'),
      )
    }
  })

  test('refuses a change made from an older version, or from one that never was, and shows the row as it is', async () => {
    const old = await maker.create(resource)
    await app.sql(`UPDATE ${resource.table} SET row_version = row_version + 1 WHERE id = $1`, [old.id])
    const current = await must(await maker.staff(), place, 'get', { params: { id: old.id } })
    expect(current.rowVersion).toBe(old.rowVersion + 1)
    for (const rowVersion of [old.rowVersion, current.rowVersion + 1, 2_147_483_647, Number.MAX_SAFE_INTEGER]) {
      expect(expectProblem(await put(old, { rowVersion }), 'stale').current).toEqual(current)
    }
    expect(await must(await maker.staff(), place, 'get', { params: { id: old.id } })).toEqual(current)
  })
})

function callOf({ path, calls }: Place) {
  if (calls.get === undefined) throw new Error(`${path} has no get.`)
  return calls.get
}

/** A row without some fields, such as those that are worked out from others. */
function without(names: readonly string[], row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
}

describe.each(unchangeable.map((place) => [place.path, place] as const))('%s, whose rows never change', (_, place) => {
  test('knows no PUT and says what it knows', async () => {
    const { id } = await maker.create(place.resource)
    const answer = await (await maker.staff()).request(`${place.path}/${id}`, {
      method: 'PUT',
      body: { rowVersion: 1 },
    })
    expectProblem(answer, 'method_not_allowed')
    expect(answer.headers.allow?.split(', ').sort()).toEqual(['DELETE', 'GET'])
  })
})

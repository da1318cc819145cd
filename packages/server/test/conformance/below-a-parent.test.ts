import { describe, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { ask, everyRow, must, type Row, type Verb } from './support/ask.ts'
import { bound, mainPlaceOf } from './support/maker.ts'
import { parentPlaces, resourceNamed } from './support/places.ts'
import { invalid, refusalOf } from './support/refusal.ts'
import { useMaker } from './support/use-maker.ts'

const { maker } = useMaker()

const parented = parentPlaces.map((place) => {
  const field = place.mount.parent ?? ''
  const parent = resourceNamed(place.resource.fields[field]?.refersTo)
  if (parent === undefined) throw new Error(`${place.path} is below nothing that is declared.`)
  return [place.path, place, field, parent] as const
})

describe.each(parented)('%s', (_, place, field, parent) => {
  const { resource } = place

  /** What is sent below a parent: the path says whose it is. */
  async function bodyBelow(parentId: string) {
    const { [field]: _parent, ...body } = await maker.draft(resource, { [field]: parentId })
    return body
  }

  async function createBelow(parentId: string): Promise<Row> {
    return await must(await maker.staff(), place, 'create', { params: { parentId }, body: await bodyBelow(parentId) })
  }

  async function make(verb: Verb, row: Row, parentId: string) {
    const body = verb === 'update' ? { rowVersion: row.rowVersion } : undefined
    return await ask(await maker.staff(), place, verb, { params: { id: row.id, parentId }, body })
  }

  test('creates, lists and changes rows of the parent alone', async () => {
    const staff = await maker.staff()
    const [own, other] = [await maker.create(parent), await maker.create(parent)]
    const row = await createBelow(own.id)
    const foreign = await createBelow(other.id)
    expect(row).toMatchObject({ [field]: own.id })
    expect(await everyRow(staff, place, {}, { parentId: own.id })).toEqual([row])
    expect(await everyRow(staff, place, {}, { parentId: other.id })).toEqual([foreign])
    const everywhere = await everyRow(staff, mainPlaceOf(resource), { [field]: own.id })
    expect(everywhere).toEqual([row])
    const updated = await must(staff, place, 'update', {
      params: { id: row.id, parentId: own.id },
      body: { rowVersion: row.rowVersion },
    })
    expect(updated).toMatchObject({ [field]: own.id, rowVersion: row.rowVersion })
    if (place.calls.dropdown !== undefined) {
      const entries = await must<Row[]>(staff, place, 'dropdown', { params: { parentId: own.id } })
      expect(entries.map(({ id }) => id)).toEqual([row.id])
    }
    expect((await make('remove', updated, own.id)).status).toBe(204)
    expect(await everyRow(staff, place, {}, { parentId: own.id })).toEqual([])
  })

  test('does not find a row through another parent, by whatever verb', async () => {
    const [own, other] = [await maker.create(parent), await maker.create(parent)]
    const row = await createBelow(own.id)
    for (const verb of ['get', 'update', 'remove', 'setPrimary', 'clearPrimary', 'force'] as const) {
      if (place.calls[verb] === undefined) continue
      expectProblem(await make(verb, row, other.id), 'not_found')
    }
    expect((await make('get', row, own.id)).body).toEqual(row)
    if (place.calls.restore === undefined) return
    await make('remove', row, own.id)
    expectProblem(await make('restore', row, other.id), 'not_found')
    expect((await make('restore', row, own.id)).status).toBe(200)
  })

  test('knows nothing of a parent that never was or is deleted', async () => {
    const ids = [crypto.randomUUID(), await maker.deletedId(parent)].filter((id) => id !== undefined)
    const { id } = await maker.create(parent)
    const body = await bodyBelow(id)
    for (const parentId of ids) {
      const params = { parentId }
      const staff = await maker.staff()
      for (const verb of ['list', 'dropdown'] as const) {
        if (place.calls[verb] !== undefined) expectProblem(await ask(staff, place, verb, { params }), 'not_found')
      }
      expectProblem(await ask(staff, place, 'create', { params, body }), 'not_found')
    }
    const malformed = await ask(await maker.staff(), place, 'list', { params: { parentId: 'x' } })
    expect(refusalOf(malformed, 'params.parentId')).toBe(invalid('params.parentId'))
  })

  test('takes the parent from the path and from nowhere else', async () => {
    const { id: parentId } = await maker.create(parent)
    const body = await bodyBelow(parentId)
    for (const name of [field, ...bound(resource, field).instead]) {
      const sent = { ...body, [name]: (await maker.create(parent)).id }
      const answer = await ask(await maker.staff(), place, 'create', { params: { parentId }, body: sent })
      expect(refusalOf(answer, `body.${name}`)).toBe(invalid(`body.${name}`))
    }
    expect(await everyRow(await maker.staff(), place, {}, { parentId })).toEqual([])
  })

  test('prevents rows from being restored without their parent', async () => {
    if (place.calls.restore === undefined || parent.traits.softDelete !== true) return
    const { id: parentId } = await maker.create(parent)
    const row = await createBelow(parentId)
    await make('remove', row, parentId)
    await must(await maker.staff(), mainPlaceOf(parent), 'remove', { params: { id: parentId } })
    const main = { ...place, calls: mainPlaceOf(resource).calls }
    const answer = await ask(await maker.staff(), main, 'restore', { params: { id: row.id } })
    expect(refusalOf(answer, `body.${field}`)).toBe(invalid(`body.${field}`))
  })
})

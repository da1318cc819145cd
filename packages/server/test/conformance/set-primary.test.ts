import { describe, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { ask, everyRow, must, type Row } from './support/ask.ts'
import { auditOf } from './support/audit.ts'
import type { Draft } from './support/maker.ts'
import { mainPlaces } from './support/places.ts'
import { useMaker } from './support/use-maker.ts'

const { app, maker } = useMaker()

const withPrimary = mainPlaces.flatMap((place) => {
  const trait = place.resource.traits.setPrimary
  return trait === undefined ? [] : [[place.path, place, trait] as const]
})

describe.each(withPrimary)('the primary one of %s', (_, place, { flag, within }) => {
  const { resource } = place

  async function primary(row: Row): Promise<Row> {
    return await must(await maker.staff(), place, 'setPrimary', { params: { id: row.id } })
  }

  async function read(row: Row): Promise<Row> {
    return await must(await maker.staff(), place, 'get', { params: { id: row.id } })
  }

  /** Values by which rows belong together. */
  async function group(): Promise<Draft> {
    const row = await maker.create(resource)
    const held = within.filter((name) => row[name] !== null)
    const given = Object.fromEntries(held.map((name) => [name, row[name]]))
    await maker.discard(resource, row)
    return given
  }

  test('is one per group, and the one before steps down', async () => {
    const { user } = await (await maker.staff()).call('me')
    const given = await group()
    const [first, second] = [await maker.create(resource, given), await maker.create(resource, given)]
    expect([first[flag], second[flag]]).toEqual([false, false])
    expect(await primary(first)).toMatchObject({ [flag]: true, updatedBy: user.id })
    const chosen = await primary(second)
    expect(await read(second)).toEqual(chosen)
    const former = await read(first)
    expect(former).toMatchObject({ [flag]: false })
    expect(former.rowVersion).toBeGreaterThan(first.rowVersion + 1)
    expect((await auditOf(app, second.id)).at(-1)).toMatchObject({
      action: 'set-primary',
      actor: user.id,
      after: chosen,
    })
  })

  test('stays as it is when it is chosen again', async () => {
    const row = await maker.create(resource)
    await primary(row)
    expect(await primary(row)).toMatchObject({ [flag]: true })
  })

  test.runIf(place.calls.clearPrimary)(
    'can be none: the one that had the flag loses it, and no other gets it',
    async () => {
      const given = await group()
      const [first, second] = [await maker.create(resource, given), await maker.create(resource, given)]
      const chosen = await primary(first)
      const cleared = await must(await maker.staff(), place, 'clearPrimary', { params: { id: first.id } })
      expect(cleared).toMatchObject({ [flag]: false })
      expect(cleared.rowVersion).toBeGreaterThan(chosen.rowVersion)
      expect([await read(first), await read(second)]).toEqual([cleared, second])
      expect((await auditOf(app, first.id)).at(-1)).toMatchObject({ action: 'update', before: chosen, after: cleared })
    },
  )

  test.runIf(within.length > 0)('of another group is untouched', async () => {
    const [here, there] = [await maker.create(resource, await group()), await maker.create(resource, await group())]
    const untouched = await primary(there)
    await primary(here)
    expect(await read(there)).toEqual(untouched)
    const primaries = await everyRow(await maker.staff(), place, { [flag]: 'true' })
    expect(primaries.map(({ id }) => id)).toEqual(expect.arrayContaining([here.id, there.id]))
  })

  test.runIf(resource.traits.softDelete)(
    'cannot be a deleted row, and a deleted one that returns takes nothing away',
    async () => {
      const given = await group()
      const [first, second] = [await maker.create(resource, given), await maker.create(resource, given)]
      const params = { id: first.id }
      await primary(first)
      await must(await maker.staff(), place, 'remove', { params })
      expectProblem(await ask(await maker.staff(), place, 'setPrimary', { params }), 'not_found')
      await primary(second)
      expect(await must(await maker.staff(), place, 'restore', { params })).toMatchObject({ [flag]: false })
      expect(await read(second)).toMatchObject({ [flag]: true })
    },
  )
})

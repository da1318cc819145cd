import { type Choice, MAX_OPTIONS, rowLabel } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { must } from './support/ask.ts'
import { mainPlaces } from './support/places.ts'
import { useMaker } from './support/use-maker.ts'

const { maker } = useMaker()

const withOptions = mainPlaces.filter(({ resource }) => resource.traits.options)

test('some resource has options', () => {
  expect(withOptions).not.toEqual([])
})

describe.each(withOptions.map((place) => [place.path, place] as const))('the options of %s', (_, place) => {
  const { resource } = place

  async function options(search?: string): Promise<Choice[]> {
    return await must(await maker.staff(), place, 'options', { query: search === undefined ? {} : { search } })
  }

  test('are found by what is typed, with label and second line', async () => {
    // What is not active any more is not chosen.
    const row = await maker.create(resource, 'active' in resource.fields ? { active: true } : {}, 'full')
    const found = await options(String(row[resource.label]))
    const sublabel = resource.sublabel === undefined ? null : row[resource.sublabel]
    expect(found).toContainEqual({ id: row.id, label: rowLabel(resource, row), sublabel })
    expect(await options('nothing has this name')).toEqual([])
  })

  test('leave out what was deleted', async () => {
    const staff = await maker.staff()
    const row = await maker.create(resource)
    await staff.request(`${place.path}/${row.id}`, { method: 'DELETE' })
    expect((await options(String(row[resource.label]))).map(({ id }) => id)).not.toContain(row.id)
  })
})

test(`the options of a long list are at most ${MAX_OPTIONS}`, async () => {
  const place = withOptions[0]
  if (place === undefined) throw new Error('No resource has options.')
  const shared = await maker.references(place.resource)
  for (let made = 0; made <= MAX_OPTIONS; made++) await maker.create(place.resource, shared)
  expect(await must<Choice[]>(await maker.staff(), place, 'options')).toHaveLength(MAX_OPTIONS)
})

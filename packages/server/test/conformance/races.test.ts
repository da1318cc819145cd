import { setTimeout as sleep } from 'node:timers/promises'
import { type Resource, writable } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import type { Answer } from '../support/http-request.ts'
import { ask, everyRow, must, type Row } from './support/ask.ts'
import { isOfLasting } from './support/fitting.ts'
import { companionsOf, fieldsOf, mainPlaceOf, withCompanions } from './support/maker.ts'
import { exemplaryPlaces } from './support/places.ts'
import { referrersOf } from './support/referrers.ts'
import { useMaker } from './support/use-maker.ts'

const AT_ONCE = 20
const REPEAT_MS = 1_000
const MOST_REPEATS = 60

const { maker } = useMaker()

async function atOnce(work: (place: number) => Promise<Answer>, count = AT_ONCE): Promise<Answer[]> {
  return await Promise.all(Array.from({ length: count }, (_, place) => untilServed(() => work(place))))
}

/** A server under pressure answers that it has done nothing, and to come again: whoever races does. */
async function untilServed(work: () => Promise<Answer>): Promise<Answer> {
  for (let times = 0; ; times++) {
    const answer = await work()
    if (answer.status !== 503 || times === MOST_REPEATS) return answer
    await sleep(REPEAT_MS)
  }
}

/** How many answers there are of each kind: `{ 201: 1, duplicate: 19 }`. */
function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const kind = status < 300 ? String(status) : (body as { code: string }).code
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  return counts
}

describe.each(exemplaryPlaces.map((place) => [place.path, place] as const))('at %s', (_, place) => {
  const { resource, calls } = place
  const duplicates = Object.entries(resource.rules).filter(([, rule]) => rule.code === 'duplicate')

  test.runIf(duplicates.length > 0)('of many at once with the same code one is created', async () => {
    const staff = await maker.staff()
    for (const index of await maker.catalog.uniqueIndexes(resource.table)) {
      if (!(index.name in resource.rules) || isOfLasting(resource, index)) continue
      // What only the server sets cannot be sent twice.
      if (fieldsOf(resource, index).some((name) => resource.fields[name]?.readOnly)) continue
      const first = await maker.create(resource, {}, 'full')
      const same = withCompanions(resource, first, fieldsOf(resource, index))
      await maker.discard(resource, first)
      const bodies: object[] = []
      while (bodies.length < AT_ONCE) bodies.push(await maker.draft(resource, same))
      const answers = await atOnce((n) => ask(staff, place, 'create', { body: bodies[n] }))
      expect(tally(answers), index.name).toEqual({ 201: 1, duplicate: AT_ONCE - 1 })
    }
  })

  test.runIf(calls.update)('of many changes from the same version one is made', async () => {
    const staff = await maker.staff()
    const [name = ''] = Object.keys(writable(resource.fields, false))
    const before = await maker.create(resource, await maker.complete(resource, companionsOf(resource, name)))
    const { id, rowVersion } = before
    const body = { rowVersion, [name]: await maker.otherValue(resource, name, before) }
    const answers = await atOnce(() => ask(staff, place, 'update', { params: { id }, body }))
    expect(tally(answers)).toEqual({ 200: 1, stale: AT_ONCE - 1 })
    expect((await must(staff, place, 'get', { params: { id } })).rowVersion).toBe(rowVersion + 1)
  })

  test('of many deletions one is made', async () => {
    const staff = await maker.staff()
    const { id } = await maker.create(resource)
    const answers = await atOnce(() => ask(staff, place, 'remove', { params: { id } }))
    expect(tally(answers)).toEqual({ 204: 1, not_found: AT_ONCE - 1 })
  })

  test('a deletion and new references to the row never leave an orphan', async () => {
    const staff = await maker.staff()
    for (const referrer of await referrersOf(maker.catalog, resource)) {
      if (referrer.resource.fields[referrer.field]?.outlived) continue
      const row = await maker.create(resource)
      const given = maker.referring(referrer, row)
      const bodies: object[] = []
      while (bodies.length < 6) bodies.push(await maker.draft(referrer.resource, given))
      const creations = bodies.slice(0, 3).map((body) => create(referrer.resource, body))
      const deletion = ask(staff, place, 'remove', { params: { id: row.id } })
      creations.push(...bodies.slice(3).map((body) => create(referrer.resource, body)))
      // Where only one may refer to a row, the others are refused as taken.
      const counts = tally(await Promise.all(creations))
      const { status, text } = await deletion
      expect(
        Object.keys(counts).every((kind) => ['201', 'invalid_request', 'duplicate'].includes(kind)),
        JSON.stringify(counts),
      ).toBe(true)
      expect(status, `${referrer.resource.name}.${referrer.field} ${text}`).toBe(
        counts['201'] === undefined ? 204 : 409,
      )
    }
  })

  test.runIf(calls.setPrimary)('of many that become the primary at once one is it in the end', async () => {
    const staff = await maker.staff()
    const { flag = '', within = [] } = resource.traits.setPrimary ?? {}
    const first = await maker.create(resource)
    const shared = within.filter((name) => first[name] !== null)
    const given = Object.fromEntries(shared.map((name) => [name, first[name]]))
    const rows: Row[] = [first]
    while (rows.length < AT_ONCE) rows.push(await maker.create(resource, given))
    const answers = await atOnce((n) => ask(staff, place, 'setPrimary', { params: { id: rows[n]?.id ?? '' } }))
    expect(tally(answers)).toEqual({ 200: AT_ONCE })
    const ids = new Set(rows.map(({ id }) => id))
    const primaries = (await everyRow(staff, place, { [flag]: 'true' })).filter(({ id }) => ids.has(id))
    expect(primaries.length).toBe(1)
  })
})

async function create(resource: Resource, body: object): Promise<Answer> {
  return await ask(await maker.staff(), mainPlaceOf(resource), 'create', { body })
}

import { writable } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { ask, must } from './support/ask.ts'
import { asAudited, asReturned, auditCount, auditOf } from './support/audit.ts'
import { isFitted, isPassing } from './support/fitting.ts'
import { bound, companionsOf } from './support/maker.ts'
import { exemplaryPlaces, mainPlaces, resourceNamed } from './support/places.ts'
import { faultsOf, invalid, refusalOf, shortened } from './support/refusal.ts'
import { extremesOf } from './support/samples.ts'
import { useMaker } from './support/use-maker.ts'
import { freeFields, hostileTexts, inParts, spreadOver, wrongRoundsOf } from './support/wrong.ts'

const { app, maker } = useMaker()

describe.each(mainPlaces.map((place) => [place.path, place] as const))('POST %s', (_, place) => {
  const { resource } = place
  const settable = writable(resource.fields, true)
  // What is attached to a row names other rows, which the tests of relations are about.
  const attached = Object.keys(resource.traits.relations ?? {}).filter((name) => name in settable)
  const fields = Object.fromEntries(Object.entries(settable).filter(([name]) => !attached.includes(name)))

  test('creates a row of every field, which comes back as it was sent, stamped and audited', async () => {
    const staff = await maker.staff()
    const { user } = await staff.call('me')
    const draft = await maker.draft(resource, {}, 'full')
    const answer = await ask(staff, place, 'create', { body: draft })
    expect(answer.status, answer.text).toBe(201)
    const row = resource.whole.parse(answer.body)
    expect(row).toMatchObject(asReturned(resource, draft))
    expect(row).toMatchObject({ rowVersion: 1, createdBy: user.id, updatedBy: user.id, updatedAt: row.createdAt })
    expect(Object.keys(answer.body as object).sort()).toEqual(Object.keys(row).sort())
    expect(await must(staff, place, 'get', { params: { id: row.id } })).toEqual(row)
    const audited = await auditOf(app, row.id)
    const after = { ...asAudited(resource, row), ...Object.fromEntries(attached.map((name) => [name, []])) }
    expect(audited[0]).toEqual({ action: 'create', actor: user.id, before: null, after })
    expect(audited.slice(1).map(({ action }) => action)).toEqual(attached.map(() => 'attach'))
  })

  test('takes every valid value at the limits of a field', async () => {
    const references = await maker.references(resource)
    const extremes = Object.entries(fields).flatMap(([name, field]) => {
      const values = extremesOf(field).filter((value) => isPassing(resource, name, value))
      return values.map((value, index) => ({ name, value, index }))
    })
    // The first values of all fields that depend on no other make one row, the second ones another, and so on. An amount at its limit stands alone: what is
    // worked out of several may be beyond what a sum can be.
    const isTied = (name: string) =>
      isFitted(resource) || fields[name]?.kind === 'decimal' || companionsOf(resource, name).length > 0
    const rounds = Object.groupBy(extremes, ({ name, index }) => (isTied(name) ? `${name} ${index}` : `all ${index}`))
    for (const round of Object.values(rounds)) {
      const given = Object.fromEntries((round ?? []).map(({ name, value }) => [name, value]))
      const draft = await maker.draft(resource, { ...references, ...given })
      const answer = await ask(await maker.staff(), place, 'create', { body: draft })
      expect(answer.status, `${JSON.stringify(given).slice(0, 300)}: ${answer.text.slice(0, 300)}`).toBe(201)
      expect(answer.body).toMatchObject(asReturned(resource, given))
      await maker.discard(resource, answer.body)
    }
  })

  test('names what a reference refers to in vain: nothing, or a deleted row', async () => {
    for (const [name, field] of Object.entries(fields).filter(([, entry]) => entry.kind === 'reference')) {
      const given = await maker.complete(resource, companionsOf(resource, name))
      const ids = [crypto.randomUUID(), await maker.deletedId(resourceNamed(field.refersTo))]
      for (const id of ids.filter((candidate) => candidate !== undefined)) {
        // Set last: what else the draft refers to may have to agree with it, and cannot with nothing.
        const body = { ...(await maker.draft(resource, given)), [name]: id }
        const answer = await ask(await maker.staff(), place, 'create', { body })
        expect
          .soft(refusalOf(answer, `body.${name}`), id === ids[0] ? 'nothing' : 'deleted')
          .toBe(invalid(`body.${name}`))
      }
    }
  })

  test('names what its rules ask for beside the required fields, where that is missing', async () => {
    const draft = await maker.draft(resource)
    const chosen = Object.keys(draft).filter(
      (name) => fields[name]?.required !== true && !('fallback' in (fields[name] ?? {})),
    )
    for (const name of chosen) {
      const { [name]: _missing, ...rest } = draft
      const answer = await ask(await maker.staff(), place, 'create', { body: rest })
      const { errors } = expectProblem(answer, 'invalid_request')
      expect(errors?.map(({ path }) => path)).toEqual(
        [name, ...bound(resource, name).instead].map((other) => `body.${other}`),
      )
    }
  })

  // What the engine does alike for all; the schemas of the others are asked by `declarations.test.ts`.
  if (!exemplaryPlaces.includes(place)) return

  test('fills in what is left out', async () => {
    const draft = await maker.draft(resource)
    const row = await must(await maker.staff(), place, 'create', { body: draft })
    for (const [name, field] of Object.entries(fields)) {
      if (!(name in draft)) expect(row[name], name).toEqual(field.fallback ?? null)
    }
  })

  test('takes texts as texts, whatever they would mean elsewhere', async () => {
    const references = await maker.references(resource)
    for (const texts of spreadOver(freeFields(resource, fields), hostileTexts)) {
      const row = await must(await maker.staff(), place, 'create', {
        body: await maker.draft(resource, { ...references, ...texts }),
      })
      expect(row).toMatchObject(asReturned(resource, texts))
      expect(await must(await maker.staff(), place, 'get', { params: { id: row.id } })).toEqual(row)
      await maker.discard(resource, row)
    }
  })

  test('refuses every wrong value at its field and stores nothing', async () => {
    const draft = await maker.draft(resource, {}, 'full')
    const before = await auditCount(app)
    for (const wrong of wrongRoundsOf(fields)) {
      const answer = await ask(await maker.staff(), place, 'create', { body: { ...draft, ...wrong } })
      expect(faultsOf(answer, wrong), shortened(wrong)).toEqual([])
    }
    expect(await auditCount(app)).toBe(before)
  })

  test('names every required field that is missing', async () => {
    const draft = await maker.draft(resource)
    for (const name of Object.keys(draft)) {
      if ('fallback' in (fields[name] ?? {})) continue
      const { [name]: _missing, ...rest } = draft
      const { errors } = expectProblem(
        await ask(await maker.staff(), place, 'create', { body: rest }),
        'invalid_request',
      )
      expect(errors?.map(({ path }) => path)).toEqual(
        [name, ...bound(resource, name).instead].map((other) => `body.${other}`),
      )
    }
    const { errors } = expectProblem(await ask(await maker.staff(), place, 'create', { body: {} }), 'invalid_request')
    const required = Object.keys(fields).filter(
      (name) => fields[name]?.required && !('fallback' in (fields[name] ?? {})),
    )
    expect(errors?.map(({ path }) => path)).toEqual(required.map((name) => `body.${name}`))
  })

  test('names fields it does not know or that only the server sets', async () => {
    const draft = await maker.draft(resource)
    const ofServer = Object.keys(resource.fields).filter((name) => resource.fields[name]?.readOnly)
    const stamps = ['id', 'createdAt', 'createdBy', 'updatedAt', 'updatedBy', 'rowVersion', 'deletedAt', 'search_text']
    const names = [...new Set([...ofServer, ...stamps, 'constructor', 'nonsense', '$where', "a' OR 1=1"])]
    for (const some of inParts(names)) {
      const more = Object.fromEntries(some.map((name) => [name, null]))
      const answer = await ask(await maker.staff(), place, 'create', { body: { ...draft, ...more } })
      const { errors } = expectProblem(answer, 'invalid_request')
      const wanted = some.map((name) => ({ path: `body.${name}`, code: 'unknown', message: expect.any(String) }))
      expect(errors).toHaveLength(wanted.length)
      expect(errors).toEqual(expect.arrayContaining(wanted))
    }
  })

  test('refuses a body that is no object', async () => {
    const staff = await maker.staff()
    const headers = { 'content-type': 'application/json' }
    for (const body of ['[]', '"x"', '1', '{"a":', '{"__proto__":{"isAdmin":true}}', '', 'null']) {
      const answer = await staff.request(place.path, { method: 'POST', body, headers })
      expect(answer.status, `${body}: ${answer.text}`).toBe(400)
    }
  })
})

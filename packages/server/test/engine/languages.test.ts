import { type Problem, writable } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../conformance/support/ask.ts'
import { exemplaryPlaces, mainPlaces } from '../conformance/support/places.ts'
import { useMaker } from '../conformance/support/use-maker.ts'
import { wrongRoundsOf } from '../conformance/support/wrong.ts'
import type { Caller } from '../support/caller.ts'
import type { Answer } from '../support/http-request.ts'

const { maker } = useMaker()
const inGerman = { 'accept-language': 'de-CH, en;q=0.5' }
let staff: Caller
let germanStaff: Caller

beforeAll(async () => {
  staff = await maker.staff()
  germanStaff = staff.with(inGerman)
})

function expectGerman({ headers }: Answer): void {
  expect(headers['content-language']).toBe('de')
  expect(headers.vary).toContain('accept-language')
}

describe('a problem', () => {
  test('is said in the language that is accepted, under the same code', async () => {
    const path = '/v1/customers/00000000-0000-4000-8000-000000000000'
    const english = await staff.get(path)
    const translated = await germanStaff.get(path)
    expect(english.body).toMatchObject({ code: 'not_found', title: 'Not found.', detail: 'There is no such customer.' })
    expect(english.headers['content-language']).toBe('en')
    expect(translated.body).toMatchObject({
      code: 'not_found',
      title: 'Nicht gefunden.',
      detail: 'Nicht gefunden: Kunde.',
    })
    expectGerman(translated)
  })

  test('of an address that cannot be read is too', async () => {
    const answer = await germanStaff.get('/v1/customers/%zz')
    expect(answer.body).toMatchObject({ code: 'invalid_request', detail: expect.stringContaining('Auf ein %') })
    expectGerman(answer)
  })

  test('of a body that is no JSON is too, as of one that is too large', async () => {
    const broken = await germanStaff.post('/v1/industries', '{')
    expect(broken.body).toMatchObject({ code: 'malformed_json', detail: expect.stringContaining('Prüfen Sie') })
    expectGerman(broken)
    const large = await germanStaff.post('/v1/industries', { name: 'x'.repeat(1024 * 1024) })
    expect(large.body).toMatchObject({ code: 'body_too_large', detail: 'Der Inhalt darf nicht größer als 1 MiB sein.' })
  })

  test('of a rule of the database is too', async () => {
    const draft = await maker.draft(
      mainPlaces.find(({ resource }) => resource.name === 'industry')?.resource ?? never(),
    )
    await staff.post('/v1/industries', draft)
    const answer = await germanStaff.post('/v1/industries', draft)
    expect(answer.body).toMatchObject({ code: 'duplicate' })
    for (const { message } of (answer.body as Problem).errors ?? []) expect(englishIn(message)).toEqual([])
  })
})

describe.each(exemplaryPlaces.map((place) => [place.path, place] as const))('POST %s', (_, place) => {
  test('says in German what is wrong, with the codes of English', async () => {
    const { resource } = place
    const valid = await maker.draft(resource)
    const fields = writable(resource.fields, true)
    // What is left out is asked about field by field, and only where it is missed: a rule over several fields may have its own words for it.
    const needed = Object.keys(valid).filter((name) => fields[name]?.required && !('fallback' in (fields[name] ?? {})))
    const rounds = [...wrongRoundsOf(fields), ...needed.map((name) => ({ [name]: undefined }))]
    for (const wrong of rounds) {
      const what = `${Object.keys(wrong).join()}: ${JSON.stringify(wrong).slice(0, 500)}`
      const draft = { ...valid, ...wrong }
      const english = await ask(staff, place, 'create', { body: draft })
      expect(english.status, what).toBe(400)
      const answer = await ask(germanStaff, place, 'create', { body: draft })
      const codes = (one: Answer) => (one.body as Problem).errors?.map(({ path, code }) => [path, code])
      expect(codes(answer), what).toEqual(codes(english))
      for (const { message } of (answer.body as Problem).errors ?? []) {
        expect(englishIn(message), `${what}: ${message}`).toEqual([])
      }
    }
  })
})

test('a field that is not known is said so in German', async () => {
  const answer = await germanStaff.post('/v1/industries', { code: 'X', name: 'X', nonsense: 1 })
  expect((answer.body as Problem).errors).toContainEqual({
    path: 'body.nonsense',
    code: 'unknown',
    message: 'ist hier nicht bekannt',
  })
})

/** Words that no German sentence has. */
function englishIn(text: string): string[] {
  return text.match(/\b(must|is|has|have|be|the|at least|at most|Invalid|expected|received|of|or|and|not)\b/g) ?? []
}

function never(): never {
  throw new Error('There is no such resource.')
}

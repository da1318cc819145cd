import { type Problem, writable } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { ask } from '../conformance/support/ask.ts'
import { exemplaryPlaces, mainPlaces } from '../conformance/support/places.ts'
import { useMaker } from '../conformance/support/use-maker.ts'
import { wrongValuesOf } from '../conformance/support/wrong.ts'
import { Caller } from '../support/caller.ts'
import type { Answer } from '../support/http-request.ts'

const { app, maker } = useMaker()
const inGerman = { 'accept-language': 'de-CH, en;q=0.5' }
let staff: Caller
let germanStaff: Caller

beforeAll(async () => {
  staff = await maker.staff()
  germanStaff = new Caller(app.port, staff.tokens, inGerman)
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
    // A draft that is refused leaves everything free for the next one.
    let valid = await maker.draft(resource)
    for (const [name, field] of Object.entries(writable(resource.fields, true))) {
      // A megabyte is refused by the rule and in the words of one character too many, and takes its time.
      const wrong = wrongValuesOf(field).filter(([what]) => what !== 'a megabyte')
      for (const [what, value] of [...wrong, ['nothing', undefined] as const]) {
        const draft = { ...valid, [name]: value }
        const english = await ask(staff, place, 'create', { body: draft })
        if (english.status === 201) {
          await maker.discard(resource, english.body)
          valid = await maker.draft(resource)
          continue
        }
        const answer = await ask(germanStaff, place, 'create', { body: draft })
        const codes = (one: Answer) => (one.body as Problem).errors?.map(({ path, code }) => [path, code])
        expect(codes(answer), `${name}: ${what}`).toEqual(codes(english))
        for (const { message } of (answer.body as Problem).errors ?? []) {
          expect(englishIn(message), `${name}: ${what}: ${message}`).toEqual([])
        }
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

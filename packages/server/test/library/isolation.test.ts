import { permissionDescriptions, resources } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import type { Caller } from '../support/caller.ts'
import { sendFile } from '../support/form.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { CONDITIONAL, EMPTY_LIBRARY, LibraryRows, type Row } from './library-rows.ts'

/**
 * A customer's user who was given every permission of the library by mistake: of all of it there is what a customer sees of its own
 * machines, and nothing else anywhere.
 */
const app = useTestApp()
const WORD = 'Zebrafjord'
const [OWN, FOREIGN] = ['VFFS-2214', 'FLW-1204']
const declared = resources.filter(({ area }) => area === 'Library')
let staff: Caller
let insider: Caller
const rows = new LibraryRows(() => staff)
let machine: Row
let style: Row
let documents: Record<'own' | 'ofModel' | 'internal' | 'internalOfModel' | 'foreign' | 'ofForeignModel', Row>
let file = ''

beforeAll(async () => {
  staff = await app.as('staff')
  await app.sql(EMPTY_LIBRARY)
  insider = await new Maker(app).account(Object.keys(permissionDescriptions), 'NORDFJELL')
  const type = await rows.type()
  await rows.field(type, 'width', 'number')
  const machines = [await rows.machine(type, { name: WORD }), await rows.machine(type, { name: WORD })] as const
  machine = machines[0]
  style = await rows.style({ name: WORD })
  await rows.setSpecs(machine, { width: 1 })
  const cell = await rows.cell(machine, style, CONDITIONAL)
  const option = await rows.option(machine, { price: '7' })
  await rows.must('POST', `/compatibility/${cell.id}/required-options/attach`, { ids: [option.id] })
  await rows.must('POST', `/machines/${machine.id}/tags/${(await rows.tag()).id}`)
  for (const [place, id] of [OWN, FOREIGN].entries()) {
    await app.sql('UPDATE machine SET configuration_id = $1 WHERE machine_id = $2', [machines[place]?.model, id])
  }
  const idOf = async (name: string) =>
    (await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [name]))[0]?.id
  const make = async (given: object) =>
    await rows.must('POST', '/v1/machine-documents', { kind: 'manual', title: WORD, revision: 'A', ...given })
  const open = { visibility: 'customer' }
  documents = {
    own: await make({ machineId: await idOf(OWN), ...open }),
    ofModel: await make({ libraryMachineId: machine.id, ...open }),
    internal: await make({ machineId: await idOf(OWN) }),
    internalOfModel: await make({ libraryMachineId: machine.id }),
    foreign: await make({ machineId: await idOf(FOREIGN), ...open }),
    ofForeignModel: await make({ libraryMachineId: machines[1].id, ...open }),
  }
  for (const { id } of Object.values(documents)) {
    const path = `/v1/machine-documents/${id}/files`
    file = ((await sendFile(app, staff, path, 'm.txt', Buffer.from(WORD))).body as Row).id
  }
})

const visible = () => [documents.own.id, documents.ofModel.id].toSorted()
const idsIn = (body: unknown) => (body as { items: Row[] }).items.map(({ id }) => id).toSorted()

describe('lists', () => {
  test.each(declared.map((resource) => [resource.mounts[0].path, resource] as const))('%s', async (path, resource) => {
    const expected = path === '/v1/machine-documents' ? visible() : []
    const isSearched = Object.values(resource.fields).some(({ search }) => search)
    const queries = [
      '',
      ...(resource.traits.softDelete ? ['deleted=with&'] : []),
      ...(isSearched ? [`search=${WORD}&`] : []),
    ]
    for (const query of queries) {
      const answer = await insider.get(`${path}?${query}pageSize=200`)
      expect([answer.status, idsIn(answer.body)]).toEqual([200, expected])
    }
    const exported = await insider.get(`${path}/export`)
    if (exported.status !== 404) expect(exported.text.trim().split('\r\n')).toHaveLength(1)
    for (const choices of ['dropdown', 'options']) {
      const answer = await insider.get(`${path}/${choices}`)
      if (answer.status === 200) expect((answer.body as Row[]).map(({ id }) => id).toSorted()).toEqual(expected)
    }
  })

  test('of pages below a machine and a type', async () => {
    for (const path of [
      `/v1/machine-library/machines/${machine.id}/options`,
      `/v1/machine-library/machines/${machine.id}/documents`,
      `/v1/machine-library/machines/${machine.id}/compatible-styles`,
      `/v1/machine-library/machines/${machine.id}/compatible-styles/${style.id}/history`,
      `/v1/machine-library/machines/${machine.id}/specs`,
      `/v1/machine-library/machines/${machine.id}/tags`,
      `/v1/machine-library/machines/${machine.id}/history`,
      `/v1/machine-library/machines/${machine.id}/references`,
      `/v1/machine-library/packaging-styles/${style.id}/machines`,
      `/v1/machine-library/machine-types/${machine.typeId}/field-specs`,
    ]) {
      expectProblem(await insider.get(path), 'not_found')
    }
  })

  test('of filters with counts', async () => {
    const { body, text } = await insider.get('/v1/machine-library/machines/filter-options')
    expect(body, text).toEqual({
      total: 0,
      unknownForStyle: 0,
      speed: null,
      lifecycle: [],
      ipRating: [],
      typeId: [],
      supplierId: [],
      tagId: [],
      styleId: [],
      specs: [],
    })
    const options = await insider.get('/v1/machine-library/machine-options/filters')
    expect(options.body).toEqual({ total: 0, machineId: [], definitionId: [], availability: [] })
    // A field that is there is answered like one that never was.
    const faults = await Promise.all(
      ['width', 'never'].map((key) => insider.get(`/v1/machine-library/machines?spec=${key}:1`)),
    )
    for (const answer of faults) expect(expectProblem(answer, 'invalid_request').errors?.[0]?.code).toBe('unknown')
  })
})

test('the matrix and its file are empty, and its revision tells nothing', async () => {
  const path = '/v1/machine-library/machines/compatibility-matrix'
  const answer = await insider.get(path)
  expect(answer.body).toEqual({ revision: 0, machineCount: 0, styleCount: 0, machines: [], styles: [], rows: [] })
  const known = await staff.get(path)
  const asked = await insider.get(path, { 'if-none-match': String(known.headers.etag) })
  expect([asked.status, asked.headers.etag]).toEqual([200, answer.headers.etag])
  expect((await insider.get(`${path}/export`)).text.trim()).toBe('model,name')
})

test('search finds the visible documents alone', async () => {
  const { body } = await insider.get(`/v1/search?q=${WORD}`)
  const { found, more } = body as { found: Row[]; more: object }
  expect([found.map(({ id }) => id).toSorted(), more]).toEqual([visible(), {}])
})

describe('documents', () => {
  test('of the own machine are the visible ones; a foreign machine is not there', async () => {
    const path = (name: string) => `/v1/ignition/machines/${name}/documents`
    const { body } = await insider.get(path(OWN))
    const own = body as { documents: Row[]; total: number }
    expect([own.documents.map(({ id }) => id).toSorted(), own.total]).toEqual([visible(), 2])
    expectProblem(await insider.get(path(FOREIGN)), 'not_found')
    for (const { id } of [documents.foreign, documents.ofForeignModel, documents.internal]) {
      expectProblem(await insider.get(`${path(OWN)}/${id}/files/${file}`), 'not_found')
    }
  })

  test('that are not visible have neither row, nor history, nor files', async () => {
    const { own: _own, ofModel: _ofModel, ...hidden } = documents
    for (const [name, { id }] of Object.entries(hidden)) {
      for (const tail of ['', '/history', '/files', '/references', `/files/${file}`]) {
        const answer = await insider.get(`/v1/machine-documents/${id}${tail}`)
        expect([name, tail, answer.status]).toEqual([name, tail, 404])
      }
    }
  })

  test('that are visible cannot be changed, and nobody is named by their history', async () => {
    const path = `/v1/machine-documents/${documents.own.id}`
    for (const answer of [
      await insider.request(path, { method: 'PUT', body: { rowVersion: 1, title: 'Mine' } }),
      await insider.request(path, { method: 'DELETE' }),
      await sendFile(app, insider, `${path}/files`, 'm.txt', Buffer.from('mine')),
      await insider.post('/v1/machine-documents', { ...body(), machineId: documents.own.machineId }),
    ]) {
      expect([400, 403, 404], answer.text).toContain(answer.status)
    }
    expect((await insider.get(`${path}/history`)).body).toMatchObject({ items: [], total: 0 })
    expect(await rows.must('GET', path)).toMatchObject({ title: WORD, rowVersion: 1 })
  })

  const body = () => ({ kind: 'manual', title: 'Mine', revision: 'B', visibility: 'customer' })
})

test('a document without a file is listed as one with nothing to download yet', async () => {
  const given = { kind: 'spares', title: 'Spares', revision: 'A', visibility: 'customer' }
  const { id } = await rows.must('POST', '/v1/machine-documents', { ...given, machineId: documents.own.machineId })
  const { body } = await insider.get(`/v1/ignition/machines/${OWN}/documents`)
  expect((body as { documents: Row[] }).documents.find((found) => found.id === id)).toMatchObject({ files: [] })
  expectProblem(await insider.get(`/v1/ignition/machines/${OWN}/documents/${id}/files/${file}`), 'not_found')
})

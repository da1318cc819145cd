import type { DocumentsOfMachine } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { sendFile } from '../support/form.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { LibraryRows, type Row } from './library-rows.ts'

const app = useTestApp()
let staff: Caller
let customer: Caller
const rows = new LibraryRows(() => staff)
const OWN = 'VFFS-2214'
let ownId = ''
let model: Row

beforeAll(async () => {
  staff = await app.as('staff')
  customer = await app.as('customer')
  model = await rows.machine(await rows.type())
  await app.sql('UPDATE machine SET configuration_id = $1 WHERE machine_id = $2', [model.model, OWN])
  const [machine] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [OWN])
  ownId = machine?.id ?? ''
})

const make = async (body: object) =>
  await rows.send('POST', '/v1/machine-documents', { kind: 'manual', title: 'Manual', revision: 'A', ...body })
const document = async (body: object) => {
  const answer = await make(body)
  expect(answer.status, answer.text).toBe(201)
  return answer.body as Row
}
const seenBy = async (caller: Caller, machine = OWN) =>
  (await caller.call('documentsOfMachine', { params: { id: machine }, query: { pageSize: '200' } })).documents
const idsOf = (documents: DocumentsOfMachine['documents']) => documents.map(({ id }) => id)

test('a customer sees the documents of an own machine and of its model that are for customers, and no others', async () => {
  const own = await document({ machineId: ownId, visibility: 'customer' })
  const ofModel = await document({ libraryMachineId: model.id, visibility: 'customer', kind: 'spares' })
  const internal = await document({ machineId: ownId, kind: 'fat' })
  const another = await document({
    libraryMachineId: (await rows.machine(await rows.type())).id,
    visibility: 'customer',
  })
  const [foreign] = await app.sql<{ id: string; machine_id: string }>(
    `SELECT id, machine_id FROM machine WHERE customer_id <> (SELECT customer_id FROM machine WHERE id = $1) LIMIT 1`,
    [ownId],
  )
  const theirs = await document({ machineId: foreign?.id, visibility: 'customer' })
  const seen = idsOf(await seenBy(customer))
  expect(seen).toEqual(expect.arrayContaining([own.id, ofModel.id]))
  for (const { id } of [internal, another, theirs]) expect(seen).not.toContain(id)
  expect(idsOf(await seenBy(staff))).toContain(internal.id)
  const answer = await customer.get(`/v1/ignition/machines/${foreign?.machine_id}/documents`)
  expectProblem(answer, 'not_found')
  expectProblem(await customer.get('/v1/machine-documents'), 'permission_missing')
})

test('the newest revision comes first, and a superseded one says by which', async () => {
  const given = { machineId: ownId, visibility: 'customer', kind: 'certificate', title: 'Noise' }
  const first = await document({ ...given, revision: 'A', validFrom: '2024-01-01' })
  const second = await document({ ...given, revision: 'B', validFrom: '2026-01-01', supersedesId: first.id })
  const found = (await seenBy(customer)).filter(({ title }) => title === 'Noise')
  expect(found.map(({ id, supersededById }) => [id, supersededById])).toEqual([
    [second.id, null],
    [first.id, second.id],
  ])
  expect(await rows.must('GET', `/v1/machine-documents/${first.id}`)).toMatchObject({ superseded: true })
})

test('what supersedes makes no circle, no two of the same, and stays with its machine', async () => {
  const given = { machineId: ownId, kind: 'electrical' }
  const first = await document(given)
  const second = await document({ ...given, revision: 'B', supersedesId: first.id })
  const third = await document({ ...given, revision: 'C', supersedesId: second.id })
  const close = await rows.send('PUT', `/v1/machine-documents/${first.id}`, { rowVersion: 1, supersedesId: third.id })
  expect(expectProblem(close, 'invalid_request').errors?.map(({ path }) => path)).toEqual(['body.supersedesId'])
  const itself = await rows.send('PUT', `/v1/machine-documents/${first.id}`, { rowVersion: 1, supersedesId: first.id })
  expectProblem(itself, 'invalid_request')
  expectProblem(await make({ ...given, revision: 'B', supersedesId: first.id }), 'duplicate')
  const again = expectProblem(await make({ ...given, revision: 'c', supersedesId: third.id }), 'invalid_request')
  expect(again.errors?.map(({ path }) => path)).toEqual(['body.revision'])
  expectProblem(await make({ libraryMachineId: model.id, supersedesId: third.id }), 'invalid_request')
  expectProblem(await make({ machineId: ownId, libraryMachineId: model.id }), 'invalid_request')
  expectProblem(await make({}), 'invalid_request')
})

test('a customer downloads a file of a seen document and of no other', async () => {
  const attach = async ({ id }: Row) => {
    const path = `/v1/machine-documents/${id}/files`
    const answer = await sendFile(app, staff, path, 'manual.txt', Buffer.from('Read me'))
    expect(answer.status, answer.text).toBe(201)
    return (answer.body as Row).id
  }
  const open = await document({ machineId: ownId, visibility: 'customer', title: 'Open' })
  const closed = await document({ machineId: ownId, title: 'Closed' })
  const [file, secret] = [await attach(open), await attach(closed)]
  const found = (await seenBy(customer)).find(({ id }) => id === open.id)
  expect(found?.files).toMatchObject([{ id: file, name: 'manual.txt' }])
  // Readers see whether everybody with the label may read it too.
  expect(found?.visibility).toBe('customer')
  const path = `/v1/ignition/machines/${OWN}/documents`
  const answer = await customer.get(`${path}/${open.id}/files/${file}`)
  expect([answer.status, answer.text]).toEqual([200, 'Read me'])
  expect(answer.headers['content-disposition']).toContain('attachment')
  expectProblem(await customer.get(`${path}/${closed.id}/files/${secret}`), 'not_found')
  expectProblem(await customer.get(`${path}/${open.id}/files/${secret}`), 'not_found')
})

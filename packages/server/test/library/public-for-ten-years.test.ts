import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { sendFile } from '../support/form.ts'
import type { Answer } from '../support/http-request.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { LibraryRows, type Row } from './library-rows.ts'
import { PDF, PublicRows } from './public-rows.ts'

const app = useTestApp()
let staff: Caller
const rows = new LibraryRows(() => staff)
const pages = new PublicRows(app, () => staff)
const [OWN, BUILT] = ['VFFS-2214', 'FLW-0871'] as const
let model: Row
let own = { id: '', token: '' }
let built = { id: '', token: '' }
let ofMachine: Row
let ofModel: Row

beforeAll(async () => {
  staff = await app.as('staff')
  model = await rows.machine(await rows.type())
  await app.sql(`UPDATE machine SET configuration_id = $1, commissioned_at = '2024-02-29' WHERE machine_id = $2`, [
    model.model,
    BUILT,
  ])
  await app.sql('UPDATE machine SET commissioned_at = NULL, warranty_end = NULL WHERE machine_id = $1', [OWN])
  own = await pages.machine(OWN)
  built = await pages.machine(BUILT)
  ofMachine = await pages.add({ machineId: own.id })
  ofModel = await pages.add({ libraryMachineId: model.id })
})

/** What is refused says why, and what to do instead. */
function expectRetained(answer: Answer, advice: RegExp): void {
  expect(expectProblem(answer, 'retained').detail).toMatch(advice)
}
const SUPERSEDE = /Upload a new revision that supersedes it/
const read = async ({ id }: Row) => await rows.must('GET', `/v1/machine-documents/${id}`)
const change = async ({ id }: Row, body: object) =>
  await rows.send('PUT', `/v1/machine-documents/${id}`, {
    rowVersion: (await read({ id, rowVersion: 1 })).rowVersion,
    ...body,
  })

describe('a document that is public', () => {
  test('is neither removed nor shown to fewer, and is what it was', async () => {
    for (const document of [ofMachine, ofModel]) {
      const path = `/v1/machine-documents/${document.id}`
      for (const visibility of ['customer', 'internal'])
        expectRetained(await change(document, { visibility }), SUPERSEDE)
      expectRetained(await rows.send('DELETE', path), SUPERSEDE)
      expectRetained(await rows.send('DELETE', `${path}/force`), SUPERSEDE)
      for (const body of [{ kind: 'ceDeclaration' }, { language: 'de' }, { revision: 'Z' }]) {
        expectRetained(await change(document, body), SUPERSEDE)
      }
      expect(await read(document)).toMatchObject({ visibility: 'public', rowVersion: document.rowVersion })
    }
    const corrected = await change(ofMachine, { title: 'Manual, corrected' })
    expect([corrected.status, corrected.text]).toEqual([200, expect.stringContaining('corrected')])
  })

  test('keeps its file: another is not attached, it is not deleted, and one from before does not come back', async () => {
    const path = `/v1/machine-documents/${ofMachine.id}/files`
    const [file] = await pages.filesOf(ofMachine.id)
    expectRetained(await rows.send('DELETE', `${path}/${file?.id}`), SUPERSEDE)
    expectRetained(await sendFile(app, staff, path, 'other.pdf', PDF), SUPERSEDE)
    const draft = await pages.add({ machineId: own.id, title: 'Two files', visibility: 'internal' })
    const [wrong] = await pages.filesOf(draft.id)
    await rows.must('DELETE', `/v1/machine-documents/${draft.id}/files/${wrong?.id}`)
    expect((await sendFile(app, staff, `/v1/machine-documents/${draft.id}/files`, 'right.pdf', PDF)).status).toBe(201)
    expect((await change(draft, { visibility: 'public' })).status).toBe(200)
    expectRetained(await rows.send('POST', `/v1/machine-documents/${draft.id}/files/${wrong?.id}/restore`), SUPERSEDE)
    // What was deleted before is removed for good in its time.
    await app.sql(`UPDATE attached_file SET deleted_at = now() - interval '31 days' WHERE id = $1`, [wrong?.id])
    await app.sql('DELETE FROM attached_file WHERE id = $1', [wrong?.id])
    expect(await pages.filesOf(draft.id)).toHaveLength(1)
  })

  test('does not go with its machine, its model, or what the machine was built as', async () => {
    const keeps = /Delete the machine without removing it for good/
    for (const { id } of [own, built]) expectRetained(await rows.send('DELETE', `/v1/machines/${id}/force`), keeps)
    const { customerId } = await rows.must('GET', `/v1/machines/${own.id}`)
    for (const tail of ['', '/force']) {
      expectProblem(await rows.send('DELETE', `/v1/customers/${customerId}${tail}`), 'referenced')
    }
    for (const path of [`/machines/${model.id}`, `/machines/${model.id}/force`]) {
      expectRetained(await rows.send('DELETE', path), /lifecycle to obsolete/)
    }
    const machine = await rows.must('GET', `/v1/machines/${built.id}`)
    const other = await rows.machine(await rows.type())
    const moved = async (configurationId: unknown) =>
      await rows.send('PUT', `/v1/machines/${built.id}`, { rowVersion: machine.rowVersion, configurationId })
    for (const wrong of [null, 'NEVER', other.model]) {
      const { errors } = expectProblem(await moved(wrong), 'invalid_request')
      expect(errors?.map(({ path }) => path)).toEqual(['body.configurationId'])
    }
    const csv = `machineID,configurationId\r\n${BUILT},NEVER\r\n`
    const imported = await staff.request('/v1/machines/import', {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: csv,
    })
    expect(imported.text).toContain('must name a model with public documents')
    expect(await rows.must('GET', `/v1/machines/${built.id}`)).toMatchObject({ configurationId: model.model })
    // A mistake can be corrected as long as the machine has instructions afterwards.
    await pages.add({ libraryMachineId: other.id })
    expect((await moved(other.model)).status).toBe(200)
  })

  test('stays in the database too, whatever is deleted there', async () => {
    for (const statement of [
      `DELETE FROM machine_document WHERE visibility = 'public'`,
      `UPDATE machine_document SET visibility = 'internal'`,
      `UPDATE machine_document SET deleted_at = now()`,
      `UPDATE machine_document SET machine_id = NULL, library_machine_id = '${model.id}' WHERE id = '${ofMachine.id}'`,
      `DELETE FROM attached_file WHERE owner_id = '${ofMachine.id}'`,
      `UPDATE attached_file SET sha256 = repeat('0', 64) WHERE owner_id = '${ofMachine.id}'`,
      `UPDATE attached_file SET owner_id = uuidv7() WHERE owner_id = '${ofMachine.id}'`,
      `DELETE FROM machine WHERE id = '${own.id}'`,
      `DELETE FROM library_machine WHERE id = '${model.id}'`,
    ]) {
      await expect(app.sql(statement), statement).rejects.toMatchObject({ code: '23514' })
    }
    await app.sql(`UPDATE machine_document SET public_since = NULL WHERE id = $1`, [ofMachine.id])
    expect((await read(ofMachine)).publicSince).toBe(ofMachine.publicSince)
  })

  test('makes way for a public one of its kind and language alone', async () => {
    const first = await pages.add({ machineId: own.id, title: 'Chain' })
    const next = { machineId: own.id, title: 'Chain', revision: 'B', supersedesId: first.id }
    const faults = async (given: Record<string, string>) =>
      expectProblem(await pages.send({ ...next, ...given }), 'invalid_request').errors?.map(({ path }) => path)
    expect(await faults({ visibility: 'customer' })).toEqual(['body.visibility'])
    expect(await faults({ language: 'de' })).toEqual(['body.supersedesId'])
    expect(await faults({ kind: 'ceDeclaration' })).toEqual(['body.supersedesId'])
    expect(await faults({ revision: 'a', title: 'Other' })).toEqual(['body.revision'])
    const second = await pages.add(next)
    expect(await read(first)).toMatchObject({ superseded: true, visibility: 'public' })
    expectProblem(await pages.send({ ...next, revision: 'C' }), 'duplicate')
    const circle = expectProblem(await change(first, { supersedesId: second.id }), 'invalid_request')
    expect(circle.errors?.map(({ path }) => path)).toEqual(['body.supersedesId'])
  })
})

describe('a public document without a file', () => {
  const draft = (machineId: string) => ({
    ...{ machineId, kind: 'manual', title: 'No file', language: 'en', revision: 'A', visibility: 'public' },
  })

  test('is changed, removed, brought back, and makes way for another of its name', async () => {
    const wrong = (await rows.must('POST', '/v1/machine-documents', draft(own.id))) as Row
    for (const body of [{ revision: 'Z' }, { language: 'de' }, { kind: 'ceDeclaration' }, { visibility: 'internal' }]) {
      expect((await change(wrong, body)).status).toBe(200)
    }
    expect((await change(wrong, draft(own.id))).status).toBe(200)
    const path = `/v1/machine-documents/${wrong.id}`
    expect((await rows.send('DELETE', path)).status).toBe(204)
    const right = await pages.add(draft(own.id))
    expectProblem(await rows.send('POST', `${path}/restore`), 'duplicate')
    expect((await rows.send('DELETE', `${path}/force`)).status).toBe(204)
    expectRetained(await rows.send('DELETE', `/v1/machine-documents/${right.id}`), SUPERSEDE)
  })

  test('keeps neither its machine nor its model', async () => {
    const emptied = await rows.machine(await rows.type())
    await rows.must('POST', '/v1/machine-documents', { ...draft(''), machineId: null, libraryMachineId: emptied.id })
    expect((await rows.send('DELETE', `/v1/machine-library/machines/${emptied.id}`)).status).toBe(204)
    const machine = await rows.must('POST', '/v1/machines', { machineID: 'NEVER-BUILT' })
    const document = await rows.must('POST', '/v1/machine-documents', draft(String(machine.id)))
    expect((await rows.send('DELETE', `/v1/machines/${machine.id}/force`)).status).toBe(204)
    expect(await app.sql('SELECT FROM machine_document WHERE id = $1', [document.id])).toEqual([])
  })

  test('stays with the file that it got in the meantime, whoever was first', async () => {
    for (const turn of [1, 2, 3, 4]) {
      const { id } = await rows.must('POST', '/v1/machine-documents', { ...draft(own.id), title: `Race ${turn}` })
      const path = `/v1/machine-documents/${id}`
      const [sent, removed] = await Promise.all([
        sendFile(app, staff, `${path}/files`, 'first.pdf', PDF),
        rows.send('DELETE', path),
      ])
      expect([
        [201, 409],
        [404, 204],
      ]).toContainEqual([sent.status, removed.status])
    }
  })
})

test('the end of the ten years is counted from the newest machine, or else from the day it became public', async () => {
  const day = new Date(String(ofMachine.publicSince))
  day.setUTCFullYear(day.getUTCFullYear() + 10)
  expect((await read(ofMachine)).publicUntil).toBe(day.toISOString().slice(0, 10))
  const placed = await pages.add({ machineId: built.id, title: 'Placed' })
  expect((await read(placed)).publicUntil).toBe('2034-02-28')
  expect((await pages.add({ machineId: own.id, title: 'Closed', visibility: 'customer' })).publicUntil).toBeNull()
})

describe('a document with its file', () => {
  const given = { machineId: '', title: 'Given' }
  const faults = async (more: Record<string, string>) =>
    expectProblem(await pages.send({ ...given, machineId: own.id, ...more }), 'invalid_request').errors?.map(
      ({ path }) => path,
    )

  test('is refused at what is wrong with it', async () => {
    expect(await faults({ language: 'xx' })).toEqual(['query.language'])
    expect(await faults({ language: 'German' })).toEqual(['query.language'])
    expect(await faults({ revision: ' ' })).toEqual(['query.revision'])
    expect(await faults({ kind: 'spares' })).toEqual(['body.visibility'])
    const without = `/v1/machine-documents/with-file?${new URLSearchParams({ machineId: own.id, kind: 'manual', title: 'M', revision: 'A', visibility: 'public' })}`
    const unnamed = await sendFile(app, staff, without, 'manual.pdf', PDF)
    expect(expectProblem(unnamed, 'invalid_request').errors?.map(({ path }) => path)).toEqual(['body.language'])
    await pages.add({ machineId: own.id, title: 'Given' })
    const twice = expectProblem(await pages.send({ machineId: own.id, title: 'GIVEN', revision: 'a' }), 'duplicate')
    expect(twice.errors?.map(({ path }) => path)).toEqual(['body.revision'])
  })

  test('leaves nothing behind when its file is refused', async () => {
    const before = await app.sql('SELECT id FROM machine_document')
    const named = { machineId: own.id, title: 'Bad file' }
    expectProblem(await pages.send(named, 'manual.exe'), 'media_type_unsupported')
    expectProblem(await pages.send(named, 'manual.pdf', Buffer.from('MZ not a pdf')), 'media_type_unsupported')
    expectProblem(await pages.send(named, 'manual.pdf', Buffer.alloc(0)), 'invalid_request')
    expect(await app.sql('SELECT id FROM machine_document')).toHaveLength(before.length)
  })
})

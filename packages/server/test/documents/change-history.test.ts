import { beforeAll, describe, expect, test } from 'vitest'
import { LibraryRows } from '../library/library-rows.ts'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { ShownData } from './shown-data.ts'

const app = useTestApp()
let staff: Caller
const shown = new ShownData(() => staff)

beforeAll(async () => {
  staff = await app.as('staff')
})

interface Row {
  id: string
  rowVersion: number
}

async function changedCustomer(): Promise<Row> {
  const [customer] = await app.sql<{ id: string }>(
    `SELECT id FROM customer WHERE deleted_at IS NULL ORDER BY id LIMIT 1`,
  )
  const path = `/v1/customers/${customer?.id}`
  const row = (await staff.get(path)).body as Row
  const change = { rowVersion: row.rowVersion, name: 'Łódź فريد', status: 'hold' }
  const changed = await staff.request(path, { method: 'PUT', body: change })
  expect(changed.status, changed.text).toBe(200)
  return changed.body as Row
}

const generate = (caller: Caller, id: string, resource: string) =>
  caller.post('/v1/pdf/generate', { type: 'audit', id, parameters: { resource } })

describe('the change history of a record', () => {
  test('has the entries of its history call, with values in words', async () => {
    const { id } = await changedCustomer()
    const history = (await staff.get(`/v1/customers/${id}/history`)).body as {
      total: number
      items: { actor: { name: string }; at: string; changes: { field: string }[] }[]
    }
    const data = await shown.of('audit', { id, parameters: { resource: 'customer' } })
    expect(data).toMatchObject({ noun: 'Customer', name: 'Łódź فريد', total: String(history.total), more: null })
    const changes = data.changes as { who: string; action: string; fields: object[] }[]
    expect(changes.map(({ who }) => who)).toEqual(history.items.map(({ actor }) => actor.name))
    expect(changes.map(({ fields }) => fields.length)).toEqual(history.items.map(({ changes: list }) => list.length))
    expect(changes[0]).toMatchObject({ action: 'Changed' })
    expect(changes[0]?.fields).toContainEqual({ field: 'Status', before: 'Active', after: 'Hold' })
  })

  test('names what a reference means where the reader may see it', async () => {
    const [machine] = await app.sql<{ id: string }>(`SELECT id FROM machine WHERE machine_id = 'VFFS-2214'`)
    const body = { machineId: machine?.id, what: 'Checked', doneAt: new Date().toISOString() }
    const { id } = (await staff.post('/v1/service-records', body)).body as Row
    const { changes } = await shown.of('audit', { id, parameters: { resource: 'serviceRecord' } })
    const [{ fields, action } = { fields: [], action: '' }] = changes as { fields: object[]; action: string }[]
    expect(action).toBe('Created')
    expect(fields).toContainEqual({ field: 'Machine', before: '–', after: 'VFFS-2214' })
  })

  test('of an answer of the matrix is named by the machine and the style that it is for', async () => {
    const library = new LibraryRows(() => staff)
    const [machine, style] = [
      await library.machine(await library.type(), { name: 'Twin infeed' }),
      await library.style({ name: 'Pillow bag' }),
    ]
    const { id } = await library.cell(machine, style)
    const { name } = await shown.of('audit', { id, parameters: { resource: 'compatibility' } })
    expect(name).toBe('Twin infeed × Pillow bag')
  })

  test('is for those who may have the history', async () => {
    const { id } = await changedCustomer()
    const customer = await app.as('customer')
    expect((await generate(staff, id, 'customer')).status).toBe(200)
    expectProblem(await generate(customer, id, 'customer'), 'permission_missing')
    expect((await customer.get(`/v1/customers/${id}/history`)).status).toBe(403)
    expectProblem(await generate(staff, crypto.randomUUID(), 'customer'), 'not_found')
    expectProblem(await generate(staff, 'none', 'customer'), 'not_found')
    expectProblem(await generate(staff, id, 'nothing'), 'not_found')
  })
})

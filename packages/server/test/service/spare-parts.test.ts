import {
  alarmRules,
  drawingMarks,
  itemMasters,
  MAX_DRAWING_MARKS,
  MAX_PLAN_PARTS,
  machineDocuments,
  machineParts,
  modelParts,
  PART_PLACES_SHOWN,
  type PartsDrawing,
  requestedParts,
  servicePlanParts,
  servicePlans,
} from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const ID = 'VFFS-2214'
const app = useTestApp()
let machineId = ''
let documentId = ''
let planId = ''
const items: Record<string, string> = {}

type Made = { id: string; rowVersion: number }

async function create(path: string, body: object): Promise<Made> {
  const made = await (await app.as('staff')).post(path, body)
  expect(made.status, made.text).toBe(201)
  return made.body as Made
}

beforeAll(async () => {
  const [machine] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [ID])
  machineId = machine?.id ?? ''
  const currency = (
    await app.sql<{ currency: string }>(
      'SELECT c.currency FROM machine m JOIN customer c ON c.id = m.customer_id WHERE m.id = $1',
      [machineId],
    )
  )[0]?.currency
  const item = async (code: string, description: string, more: object = {}) => {
    const draft = { code, description, unit: 'pcs', currency, price: '120.5', cost: '70', ...more }
    items[code] = (await create(itemMasters.calls.create.path, draft)).id
  }
  await item('SP-4711-10', 'Sealing jaw')
  await item('SP-4711-20', 'Sealing jaw, hardened')
  await item('SP-0012', 'Vacuum cup')
  await item('SP-9999', 'Gearbox', { active: false })
  const drawing = { machineId, kind: 'spares', title: 'Drawing of the jaws', revision: 'A', visibility: 'internal' }
  documentId = (await create(machineDocuments.calls.create.path, drawing)).id
  const parts = [
    { position: '12', itemId: items['SP-4711-10'], validUntil: '2025-03-31' },
    { position: '12', itemId: items['SP-4711-20'], validFrom: '2025-04-01', documentId },
    { position: '3', itemId: items['SP-0012'], quantity: '8' },
    { position: '20', itemId: items['SP-9999'] },
  ]
  for (const part of parts) await create(machineParts.calls.create.path, { machineId, ...part })
  const plan = { machineId, name: 'Jaw service', trigger: 'runningHours', interval: 500 }
  planId = (await create(servicePlans.calls.create.path, plan)).id
  await create(servicePlanParts.calls.create.path, { planId, itemId: items['SP-4711-20'], quantity: '2' })
})

describe('the parts of a machine', () => {
  test('a customer finds them by number, name and position, with what took the place of others, and no price', async () => {
    const customer = await app.as('customer')
    const all = await customer.call('spareParts', { params: { id: ID }, query: {} })
    expect(
      all.parts.map(({ position, number, isFitted, isActive, replacedBy }) => [
        position,
        number,
        isFitted,
        isActive,
        replacedBy,
      ]),
    ).toEqual([
      ['3', 'SP-0012', true, true, null],
      ['12', 'SP-4711-20', true, true, null],
      ['20', 'SP-9999', true, false, null],
      ['12', 'SP-4711-10', false, true, 'SP-4711-20'],
    ])
    expect(all).toMatchObject({ total: 4, found: 4, model: 0, machineId })
    expect(all.plans).toEqual([
      expect.objectContaining({
        name: 'Jaw service',
        parts: [expect.objectContaining({ number: 'SP-4711-20', quantity: '2' })],
      }),
    ])
    const scanned = await customer.call('spareParts', { params: { id: ID }, query: { search: 'SP471120 LOT 7' } })
    expect(scanned.parts.map(({ number }) => number)).toEqual(['SP-4711-20'])
    expect(JSON.stringify(all)).not.toMatch(/price|cost|120\.5/)
  })

  test('a drawing that is not for customers is named to staff alone', async () => {
    const drawings = async (who: 'customer' | 'staff') => {
      const { parts } = await (await app.as(who)).call('spareParts', { params: { id: ID }, query: { search: '12' } })
      return parts.flatMap(({ drawing }) => drawing?.title ?? [])
    }
    expect(await drawings('customer')).toEqual([])
    expect(await drawings('staff')).toEqual(['Drawing of the jaws'])
  })

  test('staff see which machines a part is built into, and the drawing is one of the machine', async () => {
    const staff = await app.as('staff')
    const { body } = await staff.get(`/v1/estimator/item-masters/${items['SP-0012']}/machine-parts`)
    expect((body as { items: object[] }).items).toEqual([expect.objectContaining({ machineId, position: '3' })])
    const [other] = await app.sql<{ id: string }>(`SELECT id FROM machine WHERE id <> $1 LIMIT 1`, [machineId])
    const foreign = { machineId: other?.id, kind: 'spares', title: 'Another', revision: 'A' }
    const { id: foreignId } = await create(machineDocuments.calls.create.path, foreign)
    const part = { machineId, position: '40', itemId: items['SP-0012'], documentId: foreignId }
    expectProblem(await staff.post(machineParts.calls.create.path, part), 'invalid_request')
    expectProblem(
      await staff.post(machineParts.calls.create.path, { ...part, documentId: null, position: '3' }),
      'duplicate',
    )
  })

  test('a machine without parts gets a copy of those of its model, once', async () => {
    const staff = await app.as('staff')
    const [found] = await app.sql<{ machine: string; model: string; machineID: string }>(
      `SELECT m.id AS machine, l.id AS model, m.machine_id AS "machineID" FROM machine m
       JOIN library_machine l ON lower(l.model) = lower(m.configuration_id) AND l.deleted_at IS NULL WHERE m.id <> $1 LIMIT 1`,
      [machineId],
    )
    if (found === undefined) throw new Error('No other machine is of a model.')
    const copy = () => staff.post(`/v1/machines/${found.machine}/copy-model-parts`)
    expectProblem(await copy(), 'not_usable')
    await create(modelParts.calls.create.path, {
      libraryMachineId: found.model,
      position: '7',
      itemId: items['SP-0012'],
    })
    const before = await staff.call('spareParts', { params: { id: found.machineID }, query: {} })
    expect(before).toMatchObject({ total: 0, model: 1 })
    expect((await copy()).body).toEqual({ copied: 1 })
    const after = await staff.call('spareParts', { params: { id: found.machineID }, query: {} })
    expect(after.parts.map(({ position, number }) => [position, number])).toEqual([['7', 'SP-0012']])
    expectProblem(await copy(), 'not_usable')
  })
})

describe('positions on a drawing', () => {
  const path = () => `/v1/ignition/machines/${ID}/spare-parts/drawings/${documentId}`
  const show = async (visibility: string) =>
    await app.sql('UPDATE machine_document SET visibility = $2 WHERE id = $1', [documentId, visibility])

  test('staff set where positions are, within the drawing and each once, and a customer presses them', async () => {
    const mark = await create(drawingMarks.calls.create.path, { documentId, position: '12', x: 0.25, y: 0.75 })
    const staff = await app.as('staff')
    const twice = { documentId, position: '12', x: 0.5, y: 0.5 }
    expectProblem(await staff.post(drawingMarks.calls.create.path, twice), 'duplicate')
    for (const wrong of [{ x: 1.01 }, { y: -0.01 }, { page: 0 }, { page: 501 }, { x: null }])
      expectProblem(
        await staff.post(drawingMarks.calls.create.path, { ...twice, position: '13', ...wrong }),
        'invalid_request',
      )
    const customer = await app.as('customer')
    // It is for staff alone as yet, marks and all.
    expectProblem(await customer.get(path()), 'not_found')
    await show('customer')
    const { marks, parts } = (await customer.get(path())).body as PartsDrawing
    expect(marks).toEqual([{ id: mark.id, rowVersion: 1, position: '12', page: 1, x: 0.25, y: 0.75 }])
    expect(parts.map(({ number, isFitted }) => [number, isFitted])).toEqual([['SP-4711-20', true]])
    expectProblem(await customer.post(drawingMarks.calls.create.path, twice), 'permission_missing')
    expectProblem(await customer.get(drawingMarks.calls.list.path), 'permission_missing')
    expectProblem(await (await app.as('other')).get(path()), 'not_found')
    await show('internal')
  })

  test('a document that no part of the machine names is no drawing of it', async () => {
    const document = { machineId, kind: 'manual', title: 'Manual', revision: 'A', visibility: 'customer' }
    const { id } = await create(machineDocuments.calls.create.path, document)
    const staff = await app.as('staff')
    expectProblem(await staff.get(`/v1/ignition/machines/${ID}/spare-parts/drawings/${id}`), 'not_found')
  })

  test('a drawing has at most 500 marks, and they go with it', async () => {
    const document = { machineId, kind: 'spares', title: 'Full', revision: 'A' }
    const { id } = await create(machineDocuments.calls.create.path, document)
    await app.sql(
      `INSERT INTO drawing_mark (document_id, page, position, x, y) SELECT $1, 1, n::text, 0.5, 0.5 FROM generate_series(1, $2::int) n`,
      [id, MAX_DRAWING_MARKS],
    )
    const more = { documentId: id, position: 'one more', x: 0, y: 0 }
    expectProblem(await (await app.as('staff')).post(drawingMarks.calls.create.path, more), 'invalid_request')
    await app.sql('DELETE FROM machine_document WHERE id = $1', [id])
    expect(await app.sql('SELECT FROM drawing_mark WHERE document_id = $1', [id])).toEqual([])
  })
})

describe('where a part comes from', () => {
  test('what is due names the parts that the service needs, for the customer too', async () => {
    const { plans } = await (await app.as('customer')).call('machineService', { params: { id: ID } })
    const [plan] = plans.filter(({ name }) => name === 'Jaw service')
    expect(plan?.parts).toEqual([
      { itemId: items['SP-4711-20'], number: 'SP-4711-20', name: 'Sealing jaw, hardened', unit: 'pcs', quantity: '2' },
    ])
    // What is delivered no more is not offered.
    await create(servicePlanParts.calls.create.path, { planId, itemId: items['SP-9999'] })
    const again = await (await app.as('customer')).call('machineService', { params: { id: ID } })
    expect(again.plans.find(({ id }) => id === planId)?.parts).toHaveLength(1)
  })

  test('a plan has at most 100 parts', async () => {
    const full = { machineId, name: 'Full', trigger: 'calendar', interval: 90 }
    const { id } = await create(servicePlans.calls.create.path, full)
    await app.sql(
      `WITH made AS (
         INSERT INTO item_master (code, description, unit, currency, price, cost, active)
         SELECT 'SP-MANY-' || n, 'One of many', unit, currency, price, cost, true
         FROM item_master, generate_series(1, $2::int) n WHERE code = 'SP-0012' RETURNING id)
       INSERT INTO service_plan_part (plan_id, item_id, quantity) SELECT $1, id, 1 FROM made`,
      [id, MAX_PLAN_PARTS],
    )
    const more = { planId: id, itemId: items['SP-0012'] }
    expectProblem(await (await app.as('staff')).post(servicePlanParts.calls.create.path, more), 'invalid_request')
  })

  test('an alarm offers the part of its rule where its machine has it, to customers where the rule says so', async () => {
    const [machine] = await app.sql<{ key: number }>('SELECT key FROM machine WHERE id = $1', [machineId])
    const rule = { kind: 'state', states: ['Faulted'], name: 'Cups lose the carton', partItemId: items['SP-0012'] }
    const made = await create(alarmRules.calls.create.path, { ...rule, enabled: false })
    const [alarm] = await app.sql<{ id: string }>(
      `INSERT INTO alarm (id, machine_key, rule_id, code, severity, message, started_at, raised_at, told)
       VALUES (uuidv7(), $1, $2, 'Cups lose the carton', 'major', 'Cups', now(), now(), false) RETURNING id`,
      [machine?.key, made.id],
    )
    const read = async (who: 'customer' | 'staff') =>
      (await (await app.as(who)).call('alarmRemedy', { params: { id: alarm?.id ?? '' } })).sparePart
    const cups = { itemId: items['SP-0012'], number: 'SP-0012', name: 'Vacuum cup', unit: 'pcs' }
    expect(await read('staff')).toEqual({ ...cups, quantity: '8', position: '3' })
    expect(await read('customer')).toBeNull()
    await app.sql('UPDATE alarm_rule SET remedy_for_customers = true WHERE id = $1', [made.id])
    expect(await read('customer')).toEqual({ ...cups, quantity: '8', position: '3' })
    // What was replaced and what is delivered no more is not offered.
    for (const code of ['SP-4711-10', 'SP-9999']) {
      await app.sql('UPDATE alarm_rule SET part_item_id = $2 WHERE id = $1', [made.id, items[code]])
      expect(await read('staff')).toBeNull()
    }
    expectProblem(await (await app.as('other')).get(`/v1/alarms/${alarm?.id}/remedy`), 'not_found')
  })

  test('staff search the machines that have a part, what is fitted first, and so many at once', async () => {
    const staff = await app.as('staff')
    const find = (code: string, search?: string) =>
      staff.call('machinesOfPart', { params: { id: items[code] ?? '' }, query: search === undefined ? {} : { search } })
    const jaw = await find('SP-4711-10')
    expect(jaw).toMatchObject({ total: 1, found: 1 })
    expect(jaw.places[0]).toMatchObject({ machineID: ID, position: '12', isFitted: false, validUntil: '2025-03-31' })
    // A part of more machines than are shown at once.
    const machines = await app.sql<{ id: string; machineID: string }>(
      'SELECT id, machine_id AS "machineID" FROM machine WHERE deleted_at IS NULL',
    )
    for (const { id } of machines)
      await app.sql(
        `INSERT INTO machine_part (machine_id, position, item_id, quantity)
         SELECT $1, 'P' || n, $2, 1 FROM generate_series(1, $3::int) n`,
        [id, items['SP-4711-20'], PART_PLACES_SHOWN],
      )
    const all = await find('SP-4711-20')
    expect(all).toMatchObject({ total: machines.length * PART_PLACES_SHOWN + 1 })
    expect(all.places).toHaveLength(PART_PLACES_SHOWN)
    const one = await find('SP-4711-20', ID.toLowerCase())
    expect(new Set(one.places.map(({ machineID }) => machineID))).toEqual(new Set([ID]))
    expect(one.found).toBe(PART_PLACES_SHOWN + 1)
    expect(await find('SP-4711-20', '100%')).toMatchObject({ found: 0, places: [] })
    const path = `/v1/estimator/item-masters/${items['SP-4711-20']}/machines`
    expectProblem(await (await app.as('customer')).get(path), 'permission_missing')
    await app.sql(`DELETE FROM machine_part WHERE position LIKE 'P%' AND item_id = $1`, [items['SP-4711-20']])
  })
})

describe('a request for parts', () => {
  let requestId = ''

  test('a customer asks for parts of the machine and follows the request', async () => {
    const customer = await app.as('customer')
    const parts = [
      { itemId: items['SP-4711-20'] ?? '', quantity: '2' },
      { itemId: items['SP-0012'] ?? '', quantity: '1.5' },
    ]
    const body = { parts, note: 'For the stop in May.', wantedOn: '2027-05-01' }
    const { requests } = await customer.call('askForParts', { params: { id: ID }, body })
    expect(requests[0]).toMatchObject({
      ...{ kind: 'parts', subject: 'SP-4711-20, SP-0012', details: body.note, wantedOn: '2027-05-01', status: 'open' },
      ...{ quoteState: null, quote: null },
      parts: [
        { number: 'SP-4711-20', name: 'Sealing jaw, hardened', unit: 'pcs', quantity: '2' },
        { number: 'SP-0012', name: 'Vacuum cup', unit: 'pcs', quantity: '1.5' },
      ],
    })
    requestId = requests[0]?.id ?? ''
    const audit = await app.sql(
      `SELECT action FROM audit_entry WHERE resource = 'requestedPart' AND after ->> 'requestId' = $1`,
      [requestId],
    )
    expect(audit).toHaveLength(2)
  })

  test('what is not of the machine, is replaced or is delivered no more cannot be asked for', async () => {
    const customer = await app.as('customer')
    const path = `/v1/ignition/machines/${ID}/parts-requests`
    for (const code of ['SP-4711-10', 'SP-9999'])
      expectProblem(await customer.post(path, { parts: [{ itemId: items[code], quantity: '1' }] }), 'not_usable')
    const twice = { itemId: items['SP-0012'], quantity: '1' }
    for (const parts of [[], [twice, twice], [{ ...twice, quantity: '0' }]])
      expectProblem(await customer.post(path, { parts }), 'invalid_request')
    expectProblem(await (await app.as('other')).post(path, { parts: [twice] }), 'not_found')
    expectProblem(await customer.post(requestedParts.calls.create.path, { requestId, ...twice }), 'permission_missing')
  })

  test('staff make one draft quote of it, however many press, and the customer sees how far it is', async () => {
    const staff = await app.as('staff')
    const customer = await app.as('customer')
    const path = `/v1/service-requests/${requestId}/quote`
    const unpriced = { code: 'SP-FREE', description: 'Without a price', unit: 'pcs', currency: 'EUR' }
    const { id } = (await staff.post(itemMasters.calls.create.path, unpriced)).body as { id: string }
    await app.sql('INSERT INTO requested_part (request_id, item_id, quantity) VALUES ($1, $2, 1)', [requestId, id])
    expect(expectProblem(await staff.post(path), 'not_usable').detail).toContain('SP-FREE')
    await app.sql('DELETE FROM requested_part WHERE item_id = $1', [id])
    const answers = await Promise.all([staff.post(path), staff.post(path)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const { projectId, status, quoteState } = (answers.find((one) => one.status === 201)?.body ?? {}) as Record<
      string,
      string
    >
    expect([status, quoteState]).toEqual(['planned', 'inPreparation'])
    const project = (await staff.get(`/v1/estimator/projects/${projectId}`)).body as {
      status: string
      subtotal: string
      title: string
      items: { masterId: string; quantity: string; unitPrice: string; unitCost: string }[]
    }
    expect(project).toMatchObject({ status: 'draft', title: `Spare parts for ${ID}`, subtotal: '421.75' })
    expect(
      project.items.map(({ masterId, quantity, unitPrice, unitCost }) => [masterId, quantity, unitPrice, unitCost]),
    ).toEqual([
      [items['SP-4711-20'], '2', '120.5', '70'],
      [items['SP-0012'], '1.5', '120.5', '70'],
    ])
    const followed = async () =>
      (await customer.call('machineRequests', { params: { id: ID } })).requests.find(({ id }) => id === requestId)
    expect(await followed()).toMatchObject({ status: 'planned', quoteState: 'inPreparation', quote: null })
    await app.sql(`UPDATE project SET status = 'sent' WHERE id = $1`, [projectId])
    expect(await followed()).toMatchObject({ quoteState: 'quoted', quote: expect.stringMatching(/^Q-/) })
    await app.sql(`UPDATE project SET status = 'won' WHERE id = $1`, [projectId])
    expect(await followed()).toMatchObject({ quoteState: 'ordered' })
    expectProblem(await customer.post(path), 'permission_missing')
  })

  test('a request for service cannot be quoted', async () => {
    const customer = await app.as('customer')
    const { requests } = await customer.call('askForService', { params: { id: ID }, body: { subject: 'Noise' } })
    expectProblem(await (await app.as('staff')).post(`/v1/service-requests/${requests[0]?.id}/quote`), 'not_usable')
  })
})

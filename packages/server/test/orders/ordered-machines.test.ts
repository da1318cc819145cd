import {
  type AcceptanceCriterion,
  acceptanceTests,
  libraryMachines,
  locations,
  MAX_MACHINES_OF_LINE,
  MAX_PROMISES,
  MOST_CLAIM_TRIES,
  orderedMachines,
  permissionDescriptions,
  promises,
  type Row,
} from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import { ShownData } from '../documents/shown-data.ts'
import { makeProject, succeeded } from '../estimator/estimator-rows.ts'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { claim, type Ordered, OrderRows } from './order-rows.ts'

const app = useTestApp()
const maker = new Maker(app)
const reports = new ShownData(() => staff)
let staff: Caller
let customer: Caller
let customerId = ''
let rows: OrderRows

beforeAll(async () => {
  staff = await app.as('staff')
  customer = await app.as('customer')
  rows = await OrderRows.of(app)
  customerId = rows.customerId
})

/** Makes the acceptance of a quote one of another day. */
async function acceptedOn(at: string, projectId: string): Promise<void> {
  await app.sql('ALTER TABLE quote_acceptance DISABLE TRIGGER quote_acceptance_never_changes')
  await app.sql('UPDATE quote_acceptance SET accepted_at = $1 WHERE project_id = $2', [at, projectId])
  await app.sql('ALTER TABLE quote_acceptance ENABLE TRIGGER quote_acceptance_never_changes')
}

const orderedBy = ({ held }: { held: { id: string } }) => rows.orderedBy(held.id)
const order = (sold: Parameters<OrderRows['order']>[0] = {}) => rows.order(sold)
const labelOf = (one: { id: string }) => rows.labelOf(one)
const machineOf = (machineID: string) =>
  app.sql<{ customer: string | null; serial: string | null; model: string | null; speed: number | null }>(
    `SELECT customer_id AS customer, serial, configuration_id AS model, promised_speed AS speed FROM machine WHERE machine_id = $1`,
    [machineID],
  )

describe('an accepted quote', () => {
  test('orders each machine of its lines once, with its plan and without what it costs', async () => {
    const { quote, ordered } = await order()
    expect(ordered).toHaveLength(2)
    const { number, customerId: own } = quote.held.project
    expect(ordered.map((one) => [one.number, one.model, one.customerId, one.version, one.machineId])).toEqual(
      [1, 2].map((place) => [`${number}/${place}`, quote.model, own, 1, null]),
    )
    expect(ordered.map(({ plannedMachineID }) => plannedMachineID)).toEqual([`${quote.model}-1`, `${quote.model}-2`])
    expect(ordered[0]).toMatchObject({ nextStep: 'factoryTest', isLate: false, deliveryPlanned: expect.any(String) })
    expect(JSON.stringify(await app.sql('SELECT * FROM ordered_machine'))).not.toContain('7351.9')
    // Whoever asks again, and however many at once, enters none.
    const again = await Promise.all(Array.from({ length: 3 }, () => staff.call('enterOrderedMachines')))
    expect(again.map(({ entered }) => entered)).toEqual([0, 0, 0])
    expect(await machineOf(`${quote.model}-1`)).toEqual([])
  })

  test('orders each machine of a long line; one that is too long is refused where it is written, and says why where it was sent before', async () => {
    const quote = await rows.send()
    const [line] = await app.sql<{ id: string }>(
      'SELECT id FROM project_item WHERE project_id = $1 AND library_machine_id IS NOT NULL',
      [quote.held.id],
    )
    const sold = async (quantity: number) =>
      await app.sql('UPDATE project_item SET quantity = $1 WHERE id = $2', [quantity, line?.id])
    await app.sql('ALTER TABLE project_item DISABLE TRIGGER project_item_machines_most')
    await sold(MAX_MACHINES_OF_LINE + 1)
    const refused = expectProblem(await quote.accept(), 'not_usable')
    expect(refused.detail).toContain(`${MAX_MACHINES_OF_LINE + 1} machines`)
    expect(await orderedBy(quote)).toEqual([])
    await sold(53)
    succeeded(await quote.accept())
    const count = async () =>
      await app.sql('SELECT FROM ordered_machine WHERE project_id = $1 AND deleted_at IS NULL', [quote.held.id])
    expect(await count()).toHaveLength(53)
    // One that an earlier release has cut is completed by the call, which says what it cannot enter.
    await sold(MAX_MACHINES_OF_LINE + 7)
    expect(await staff.call('enterOrderedMachines')).toEqual({ entered: 0, notEntered: MAX_MACHINES_OF_LINE + 7 - 53 })
    await app.sql('DELETE FROM ordered_machine WHERE project_id = $1 AND place > 50', [quote.held.id])
    // Its numbers went on with those of the next line.
    await app.sql(
      `UPDATE ordered_machine SET number = regexp_replace(number, '/50$', '/51') WHERE project_id = $1 AND place = 50`,
      [quote.held.id],
    )
    await sold(53)
    expect(await staff.call('enterOrderedMachines')).toEqual({ entered: 3, notEntered: 0 })
    expect(await count()).toHaveLength(53)
    await app.sql('ALTER TABLE project_item ENABLE TRIGGER project_item_machines_most')
  })

  test('has no line for more machines than can be ordered', async () => {
    const held = await makeProject(staff, {})
    const { id: libraryMachineId } = await maker.create(libraryMachines, {})
    const { id, rowVersion } = await held.item({ quantity: String(MAX_MACHINES_OF_LINE), libraryMachineId })
    const more = { rowVersion, quantity: String(MAX_MACHINES_OF_LINE + 1) }
    const { errors } = expectProblem(await held.send('PUT', `project-items/${id}`, more), 'invalid_request')
    expect(errors).toMatchObject([{ path: 'body.quantity', message: expect.stringContaining('write several lines') }])
  })

  test('that was accepted before is entered by a call: delivered machines are claimed, others are planned', async () => {
    const { quote, ordered } = await order()
    const [item] = ordered
    await app.sql('DELETE FROM ordered_machine WHERE project_id = $1', [quote.held.id])
    await app.sql(
      `INSERT INTO machine (machine_id, customer_id, project_item_id, commissioned_at)
       VALUES ('OLD-1', $1, $2, '2026-11-02'), ('OLD-2', $1, $2, NULL)`,
      [customerId, item.projectItemId],
    )
    expect(await staff.call('enterOrderedMachines')).toEqual({ entered: 2, notEntered: 0 })
    const [first, second] = await orderedBy(quote)
    expect(first).toMatchObject({ machineId: expect.any(String), siteTestDone: '2026-11-02', nextStep: 'training' })
    expect(second).toMatchObject({ machineId: null, plannedMachineID: 'OLD-2' })
    const token = await labelOf(second ?? { id: '' })
    succeeded(await claim(customer, token, 'OLD-2'))
  })

  test('orders the alternative that was chosen, and none of a line that was not', async () => {
    const quote = await rows.send({ alternative: true })
    succeeded(await quote.accept())
    expect(await orderedBy(quote)).toEqual([])
  })
})

describe('the plan', () => {
  test('names the step that comes next, and is late from the day after', async () => {
    const { ordered } = await order()
    const [{ id, rowVersion }] = ordered
    const change = (body: object) => staff.request(`/v1/ordered-machines/${id}`, { method: 'PUT', body })
    const late = succeeded<Ordered>(await change({ rowVersion, factoryTestPlanned: '2026-01-01' }))
    expect(late).toMatchObject({ nextStep: 'factoryTest', nextOn: '2026-01-01', isLate: true })
    const done = succeeded<Ordered>(await change({ rowVersion: late.rowVersion, deliveryDone: '2026-02-01' }))
    expect(done).toMatchObject({ nextStep: 'installation', isLate: false })
    const listed = succeeded<{ items: Ordered[] }>(await staff.get('/v1/ordered-machines?isLate=true')).items
    expect(listed.map((one) => one.id)).not.toContain(id)
    const all = succeeded<Ordered>(await change({ rowVersion: done.rowVersion, trainingDone: '2026-02-02' }))
    expect(all).toMatchObject({ nextStep: null, nextOn: null, isLate: false })
  })
})

test('an acceptance test that was accepted ends its step of the plan, and leaves a step that is done as it is', async () => {
  const { quote, ordered } = await order()
  const [{ id }] = ordered
  const label = await labelOf(ordered[0])
  // Staff see that another label would end one.
  expect([
    ordered[0].labelMadeAt,
    succeeded<Ordered>(await staff.get(`/v1/ordered-machines/${id}`)).labelMadeAt,
  ]).toEqual([null, expect.any(String)])
  succeeded(await claim(staff, label, `${quote.model}-1`))
  const [machine] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [`${quote.model}-1`])
  const record = async (values: object) =>
    succeeded<Row<typeof acceptanceTests>>(
      await staff.post(acceptanceTests.calls.create.path, {
        ...{ machineId: machine?.id, product: 'Salmon, 200 g', openPoints: 0, results: [] },
        ...values,
      }),
    )
  const planNow = async () => succeeded<Ordered>(await staff.get(`/v1/ordered-machines/${id}`))
  const site = await record({ kind: 'site', testedOn: '2026-04-01', accepted: false })
  expect(await planNow()).toMatchObject({ factoryTestDone: null, siteTestDone: null })
  await record({ kind: 'factory', testedOn: '2026-03-01', accepted: true })
  expect(await planNow()).toMatchObject({ factoryTestDone: '2026-03-01', siteTestDone: null })
  const path = `${acceptanceTests.calls.create.path}/${site.id}`
  succeeded(await staff.request(path, { method: 'PUT', body: { rowVersion: site.rowVersion, accepted: true } }))
  expect(await planNow()).toMatchObject({ siteTestDone: '2026-04-01', nextStep: 'training' })
  await record({ kind: 'site', testedOn: '2026-05-01', accepted: true })
  expect(await planNow()).toMatchObject({ siteTestDone: '2026-04-01' })
})

describe('a claim', () => {
  test('makes the machine ID the customer’s machine, with what was ordered and promised; again it changes nothing', async () => {
    const { quote, ordered } = await order()
    await acceptedOn('2026-06-01T12:00:00Z', quote.held.id)
    const token = await labelOf(ordered[0])
    const planned = `${quote.model}-1`
    const shown = await customer.call('machineToClaim', { params: { token } })
    expect(shown).toMatchObject({ plannedMachineID: planned, machineID: null, mayChoose: false, offered: [] })
    succeeded(await claim(customer, token, planned, 'SN-1'))
    expect(await machineOf(planned)).toEqual([{ customer: customerId, serial: 'SN-1', model: quote.model, speed: 72 }])
    expect(succeeded(await claim(customer, token, planned))).toMatchObject({ machineID: planned, serial: 'SN-1' })
    const promised = await app.sql(
      `SELECT figure, reference, style_id AS style, promised_on::text AS day FROM promise
       WHERE machine_id = (SELECT id FROM machine WHERE machine_id = $1)`,
      [planned],
    )
    const reference = `${quote.held.project.number} v1`
    expect(promised).toEqual([{ figure: 72, reference, style: quote.styleId, day: '2026-06-01' }])
    expect(expectProblem(await claim(staff, token, 'OTHER-9'), 'not_usable').detail).toContain(planned)
    const audit = await app.sql<{ email: string }>(
      `SELECT u.email FROM audit_entry a JOIN user_account u ON u.id = a.actor_id WHERE a.row_id = $1 AND a.action = 'update'`,
      [ordered[0].id],
    )
    expect(audit).toEqual([{ email: 'customer@packhouse.example' }])
  })

  test('of a line without a promised speed makes no promise of the design speed, which counts where its unit is per minute', async () => {
    for (const [unit, designSpeed] of [
      ['packs/min', 60],
      ['m/h', null],
    ] as const) {
      const quote = await rows.send({ designSpeedUnit: unit, promisedSpeed: null })
      succeeded(await quote.accept())
      const { machines } = await quote.staffView()
      expect(machines[0]).toMatchObject({
        promisedSpeed: designSpeed,
        speedFrom: designSpeed === null ? null : 'library',
      })
      const [one] = await orderedBy(quote)
      succeeded(await claim(customer, await labelOf(one as Ordered), `${quote.model}-1`))
      const found = await app.sql(
        `SELECT design_speed AS design, promised_speed AS promised, (SELECT count(*)::int FROM promise WHERE machine_id = m.id) AS promises
         FROM machine m WHERE machine_id = $1`,
        [`${quote.model}-1`],
      )
      expect(found).toEqual([{ design: designSpeed, promised: null, promises: 0 }])
    }
  })

  test('that is sent several times, such as after a lost answer, is one, and says who has claimed the machine', async () => {
    const planned = 'AGAIN-1'
    const entered = await maker.create(orderedMachines, { customerId, locationId: null, plannedMachineID: planned })
    const token = await labelOf(entered)
    expect(await customer.call('machineToClaim', { params: { token } })).toMatchObject({ claimedByYou: false })
    const answers = await Promise.all([1, 2, 3].map(() => claim(customer, token, planned, 'SN-1')))
    const claimed = answers.map((answer) => succeeded(answer) as { wasClaimed: boolean; claimedByYou: boolean })
    expect(claimed.map(({ wasClaimed }) => wasClaimed).sort()).toEqual([false, true, true])
    expect(claimed.map(({ claimedByYou }) => claimedByYou)).toEqual([true, true, true])
    expect(await customer.call('machineToClaim', { params: { token } })).toMatchObject({ claimedByYou: true })
    // Others who may are answered that it is claimed, and by whom not.
    for (const who of [staff, await maker.account(Object.keys(permissionDescriptions), 'NORDFJELL')]) {
      expect(succeeded(await claim(who, token, planned))).toMatchObject({ wasClaimed: true, claimedByYou: false })
    }
    // Another claim after a release is another person's.
    await staff.call('releaseOrderedMachine', { params: { id: entered.id } })
    succeeded(await claim(staff, await labelOf(entered), planned))
    const claimants = await app.sql(
      'SELECT u.email FROM ordered_machine_claimant o JOIN user_account u ON u.id = o.claimed_by WHERE o.ordered_machine_id = $1',
      [entered.id],
    )
    expect(claimants).toEqual([{ email: 'staff@packhouse.example' }])
  })

  test('shows quote, options and plan on the page of the machine, and the machine beside the quote', async () => {
    const { quote, ordered } = await order()
    const planned = `${quote.model}-1`
    succeeded(await claim(staff, await labelOf(ordered[0]), planned))
    const number = `${quote.held.project.number}/1`
    for (const caller of [staff, customer]) {
      const { order: found } = await caller.call('machineOrigin', { params: { id: planned } })
      expect(found).toMatchObject({ number, quote: { projectId: quote.held.id, number: quote.held.project.number } })
    }
    const { machines } = await customer.call('myQuote', { params: { id: quote.held.id } })
    expect(machines.map(({ machineID }) => machineID)).toEqual([planned, null])
    expect((await quote.staffView()).machines.map(({ machineID }) => machineID)).toEqual([planned, null])
    expectProblem(await (await app.as('other')).get(`/v1/ignition/machines/${planned}/origin`), 'not_found')
    // Sold on, it is no machine of the quote any more, and the new owner sees nothing of that.
    await app.sql(
      `UPDATE machine SET location_id = NULL, customer_id = (SELECT customer_id FROM user_account WHERE email LIKE 'other@%') WHERE machine_id = $1`,
      [planned],
    )
    expect((await customer.call('myQuote', { params: { id: quote.held.id } })).machines[0]?.machineID).toBeNull()
  })

  test('leaves the machine on order, which is no fault, until it is delivered', async () => {
    const { quote, ordered } = await order()
    const planned = `${quote.model}-1`
    const counted = async () => [
      (await staff.call('customerMachines', { params: { id: customerId } })).counts.OnOrder,
      (await staff.call('ignitionHealth')).machines.onOrder,
    ]
    const others = await counted()
    succeeded(await claim(staff, await labelOf(ordered[0]), planned))
    const shown = async () => {
      const { machines } = await customer.call('listMachines')
      const fleet = (await staff.call('fleet')).machines.find(({ machineID }) => machineID === planned)
      const listed = succeeded<{ items: { needsAttention: boolean }[] }>(
        await staff.get(`/v1/machines?search=${planned}`),
      )
      const report = await reports.of('customerReport', { id: customerId })
      return {
        card: machines.find(({ machineID }) => machineID === planned),
        more: (await counted()).map((count, place) => count - (others[place] ?? 0)),
        fleet,
        needsAttention: listed.items[0]?.needsAttention,
        isReported: JSON.stringify(report).includes(`"${planned}"`),
      }
    }
    expect(await shown()).toMatchObject({
      card: { online: null, onOrder: true },
      more: [1, 1],
      fleet: { standing: 'OnOrder', attention: false },
      needsAttention: false,
      isReported: false,
    })
    const [{ id }] = ordered
    const { rowVersion } = succeeded<Ordered>(await staff.get(`/v1/ordered-machines/${id}`))
    const delivered = { rowVersion, deliveryDone: '2026-11-20' }
    succeeded(await staff.request(`/v1/ordered-machines/${id}`, { method: 'PUT', body: delivered }))
    expect(await shown()).toMatchObject({
      card: { online: null, onOrder: false },
      more: [0, 0],
      fleet: { standing: 'NoLiveData', attention: true },
      needsAttention: true,
      isReported: true,
    })
  })

  test('takes a machine that reports without a customer where staff choose it; users of customers take the planned one alone', async () => {
    const { ordered } = await order()
    const device = await app.device()
    await device.publish('REPORTS-1', { lastSeen: new Date().toISOString(), machineState: 'Running' })
    const token = await labelOf(ordered[0])
    const { offered } = await staff.call('machineToClaim', { params: { token } })
    expect(offered.map(({ machineID }) => machineID)).toContain('REPORTS-1')
    expectProblem(await claim(customer, token, 'REPORTS-1'), 'not_usable')
    expect(await machineOf('REPORTS-1')).toMatchObject([{ customer: null }])
    succeeded(await claim(staff, token, 'REPORTS-1'))
    expect(await machineOf('REPORTS-1')).toMatchObject([{ customer: customerId }])
  })

  test('of a machine that somebody else has is refused in words, and changes nothing', async () => {
    const { ordered } = await order()
    const token = await labelOf(ordered[0])
    const [foreign] = await app.sql<{ name: string; customer: string }>(
      `SELECT machine_id AS name, customer_id AS customer FROM machine
       WHERE customer_id = (SELECT customer_id FROM user_account WHERE email LIKE 'other@%') LIMIT 1`,
    )
    const refused = expectProblem(await claim(staff, token, foreign?.name ?? ''), 'duplicate')
    expect(refused.detail).toContain('Check the machine ID')
    expect(await machineOf(foreign?.name ?? '')).toMatchObject([{ customer: foreign?.customer }])
    // Nor is one that came of another order, or that was retired.
    succeeded(await claim(staff, await labelOf(ordered[1]), 'TWICE-1'))
    expectProblem(await claim(staff, token, 'TWICE-1'), 'duplicate')
    await app.sql(`INSERT INTO machine (machine_id, deleted_at) VALUES ('RETIRED-1', now())`)
    expectProblem(await claim(staff, token, 'RETIRED-1'), 'duplicate')
  })

  test('by many at once ends with one machine for each order, and one order for each machine', async () => {
    const { ordered } = await order()
    const tokens = [await labelOf(ordered[0]), await labelOf(ordered[1])]
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) => claim(staff, tokens[n % 2] ?? '', `RACE-${n % 3}`)),
    )
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const claimed = (await rows.orderedBy(ordered[0].projectId ?? '')).map((one) => one.machineId)
    expect(new Set(claimed).size).toBe(2)
    expect(claimed).not.toContain(null)
  })

  test('is undone by staff: machine and promise are the customer’s no more, and a new label claims again', async () => {
    const { quote, ordered } = await order()
    const planned = `${quote.model}-1`
    const token = await labelOf(ordered[0])
    succeeded(await claim(customer, token, planned))
    expectProblem(await staff.post(`/v1/ordered-machines/${ordered[0].id}/label`, {}), 'not_usable')
    const [machine] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [planned])
    const typed = { machineId: machine?.id, name: 'Speed, film 40', figure: 60, unit: 'cycles/min' }
    const reference = `${quote.held.project.number} v1`
    succeeded(await staff.post(promises.calls.create.path, { ...typed, reference }))
    await staff.call('releaseOrderedMachine', { params: { id: ordered[0].id } })
    const left = await app.sql('SELECT name FROM promise WHERE machine_id = $1 AND deleted_at IS NULL', [machine?.id])
    expect(left).toEqual([{ name: typed.name }])
    expect(await machineOf(planned)).toMatchObject([{ customer: null, speed: null }])
    expectProblem(await customer.get(`/v1/claims/${token}`), 'not_found')
    succeeded(await claim(customer, await labelOf(ordered[0]), planned))
    expectProblem(await staff.post(`/v1/ordered-machines/${ordered[1].id}/release`, {}), 'not_usable')
  })
})

const REJECTS: AcceptanceCriterion = { name: 'Rejects', kind: 'rejectRate', direction: 'atMost', figure: 1, unit: '%' }
const CHANGEOVER: AcceptanceCriterion = {
  ...{
    name: 'Changeover',
    kind: 'other',
    direction: 'atMost',
    figure: 15,
    unit: 'min',
    conditions: 'With two fitters',
  },
}
const CRITERIA = [REJECTS, CHANGEOVER]

describe('acceptance criteria in figures', () => {
  const promisesOf = (machineID: string) =>
    app.sql<{ id: string; name: string; figure: number }>(
      `SELECT p.id, p.name, p.kind, p.direction, p.figure, p.unit, p.conditions, p.source, p.reference, p.promised_on::text AS day
       FROM promise p JOIN machine m ON m.id = p.machine_id
       WHERE m.machine_id = $1 AND p.deleted_at IS NULL ORDER BY p.created_at, p.id`,
      [machineID],
    )

  test('are promises of each machine of the order from its claim on, each once, beside the speed', async () => {
    const { quote, ordered } = await order({ criteria: CRITERIA })
    await acceptedOn('2026-06-01T12:00:00Z', quote.held.id)
    const written = { reference: `${quote.held.project.number} v1`, day: '2026-06-01' }
    for (const [place, one] of ordered.entries()) {
      const planned = `${quote.model}-${place + 1}`
      const token = await labelOf(one)
      expect(await promisesOf(planned)).toEqual([])
      succeeded(await claim(customer, token, planned))
      succeeded(await claim(customer, token, planned))
      expect(await promisesOf(planned)).toEqual([
        expect.objectContaining({ name: 'Speed', source: 'quote', ...written }),
        ...CRITERIA.map((criterion) => ({
          ...{ id: expect.any(String), conditions: null, source: 'acceptanceCriteria' },
          ...criterion,
          ...written,
        })),
      ])
    }
  })

  test('are those of the quote that was accepted, whatever the project says since', async () => {
    const { quote, ordered } = await order({ criteria: CRITERIA })
    await app.sql(`UPDATE project_commissioning SET criteria = '[]' WHERE project_id = $1`, [quote.held.id])
    await app.sql('UPDATE project_item SET promised_speed = 99 WHERE project_id = $1', [quote.held.id])
    succeeded(await claim(customer, await labelOf(ordered[0]), `${quote.model}-1`))
    const found = (await promisesOf(`${quote.model}-1`)).map(({ name, figure }) => [name, figure])
    expect(found).toEqual([['Speed', 72], ...CRITERIA.map(({ name, figure }) => [name, figure])])
    expect(await machineOf(`${quote.model}-1`)).toMatchObject([{ speed: 72 }])
  })

  test('stay as they were accepted: how they are measured may be said later, another figure is another promise', async () => {
    const { quote, ordered } = await order({ criteria: CRITERIA })
    succeeded(await claim(customer, await labelOf(ordered[0]), `${quote.model}-1`))
    const [speed] = await promisesOf(`${quote.model}-1`)
    const path = `/v1/promises/${speed?.id}`
    const { rowVersion } = succeeded<{ rowVersion: number }>(await staff.get(path))
    const changed = await staff.request(path, { method: 'PUT', body: { rowVersion, figure: 40 } })
    expect(expectProblem(changed, 'invalid_request').detail).toContain('accepted with the quote')
    expect(expectProblem(await staff.request(path, { method: 'DELETE' }), 'invalid_request').detail).toContain('stays')
    succeeded(await staff.request(path, { method: 'PUT', body: { rowVersion, packsPerCycle: 2 } }))
    expect(await promisesOf(`${quote.model}-1`)).toContainEqual(expect.objectContaining({ name: 'Speed', figure: 72 }))
  })

  test('go when a claim is undone, and come back with the next one', async () => {
    const { quote, ordered } = await order({ criteria: CRITERIA })
    const planned = `${quote.model}-1`
    succeeded(await claim(customer, await labelOf(ordered[0]), planned))
    await staff.call('releaseOrderedMachine', { params: { id: ordered[0].id } })
    expect(await promisesOf(planned)).toEqual([])
    succeeded(await claim(customer, await labelOf(ordered[0]), planned))
    expect(await promisesOf(planned)).toHaveLength(3)
  })

  test('of a line are promises of its machines alone', async () => {
    const { quote, ordered } = await order({
      criteria: ({ main, alternative }) => [
        { ...REJECTS, line: main.lineId },
        { ...CHANGEOVER, line: alternative.lineId },
        { ...REJECTS, figure: 2 },
      ],
    })
    const { figures } = await staff.call('orderedMachineTests', { params: { id: ordered[0].id } })
    const own = [REJECTS, { ...REJECTS, figure: 2 }]
    expect(figures.slice(1)).toEqual(own)
    succeeded(await claim(customer, await labelOf(ordered[0]), `${quote.model}-1`))
    expect((await promisesOf(`${quote.model}-1`)).slice(1)).toMatchObject(own)
  })

  test('that would be more promises than a machine may have refuse the claim in words, and nothing changes', async () => {
    const { quote, ordered } = await order({ criteria: CRITERIA })
    const planned = `${quote.model}-1`
    await app.sql('INSERT INTO machine (machine_id) VALUES ($1)', [planned])
    await app.sql(
      `INSERT INTO promise (machine_id, name, kind, direction, figure, unit, source)
       SELECT id, 'Typed ' || n, 'other', 'atLeast', n, 'pcs', 'quote' FROM machine, generate_series(1, $2::int) n WHERE machine_id = $1`,
      [planned, MAX_PROMISES - 2],
    )
    const token = await labelOf(ordered[0])
    const { detail } = expectProblem(await claim(customer, token, planned), 'not_usable')
    expect(detail).toContain(`${planned} has 98 promises, and 3 more`)
    expect(await machineOf(planned)).toMatchObject([{ customer: null }])
    expect(await promisesOf(planned)).toHaveLength(MAX_PROMISES - 2)
    await app.sql(`DELETE FROM promise WHERE name = 'Typed 7'`)
    succeeded(await claim(customer, token, planned))
    expect(await promisesOf(planned)).toHaveLength(MAX_PROMISES)
  })

  test('are what an acceptance test measures', async () => {
    const { quote, ordered } = await order({ criteria: CRITERIA })
    const planned = `${quote.model}-1`
    succeeded(await claim(staff, await labelOf(ordered[0]), planned))
    const [, , changeover] = await promisesOf(planned)
    const [machine] = await app.sql<{ id: string }>('SELECT id FROM machine WHERE machine_id = $1', [planned])
    const test = { machineId: machine?.id, kind: 'factory', testedOn: '2026-06-02', product: 'Salmon, 200 g' }
    const results = [{ promiseId: changeover?.id, value: 12 }]
    succeeded(await staff.post(acceptanceTests.calls.create.path, { ...test, openPoints: 0, accepted: true, results }))
    const { promises: shown } = await customer.call('machinePromises', {
      params: { id: planned },
      query: { weeks: '13' },
    })
    const found = shown.find(({ name }) => name === 'Changeover')
    expect(found).toMatchObject({
      ...{ figure: 15, direction: 'atMost', source: 'acceptanceCriteria' },
      tests: { factory: { value: 12 }, site: null },
    })
  })
})

describe('a label', () => {
  test('is stored as a hash, ends with the next one, and leads nobody of another customer anywhere', async () => {
    const { ordered } = await order()
    const token = await labelOf(ordered[0])
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    const stored = await app.sql('SELECT l::text AS text FROM ordered_machine_label l')
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(JSON.stringify(await app.sql('SELECT * FROM audit_entry'))).not.toContain(token)
    const other = await app.as('other')
    const wrong = ['A'.repeat(43), 'unknown', `${token}A`]
    for (const guess of wrong) expectProblem(await staff.get(`/v1/claims/${guess}`), 'not_found')
    expectProblem(await other.get(`/v1/claims/${token}`), 'not_found')
    expectProblem(await claim(other, token, 'ORD-1-1'), 'not_found')
    expectProblem(await app.anonymous.get(`/v1/claims/${token}`), 'not_signed_in')
    const renewed = await labelOf(ordered[0])
    expectProblem(await staff.get(`/v1/claims/${token}`), 'not_found')
    succeeded(await staff.get(`/v1/claims/${renewed}`))
  })

  test('needs the permission to claim', async () => {
    const { ordered } = await order()
    const token = await labelOf(ordered[0])
    const without = await maker.account(Object.keys(permissionDescriptions).filter((one) => one !== 'machine.claim'))
    expectProblem(await without.get(`/v1/claims/${token}`), 'permission_missing')
    expectProblem(await claim(without, token, 'ORD-1-1'), 'permission_missing')
    expectProblem(await customer.get('/v1/ordered-machines'), 'permission_missing')
    expectProblem(await customer.post(`/v1/ordered-machines/${ordered[0].id}/label`, {}), 'permission_missing')
  })

  test('takes so many refused tries, also at once, and then none until it is renewed', async () => {
    const { quote, ordered } = await order()
    const token = await labelOf(ordered[0])
    const answers = await Promise.all(
      Array.from({ length: MOST_CLAIM_TRIES + 4 }, (_, n) => claim(customer, token, `GUESS-${n}`)),
    )
    const words = answers.map((answer) => expectProblem(answer, 'not_usable').detail ?? '')
    expect(words.filter((detail) => detail.includes('too often'))).toHaveLength(4)
    expectProblem(await claim(customer, token, `${quote.model}-1`), 'not_usable')
    succeeded(await claim(customer, await labelOf(ordered[0]), `${quote.model}-1`))
  })
})

test('a site has to be one of the customer', async () => {
  const { ordered } = await order()
  const [{ id, rowVersion }] = ordered
  const [foreign] = await app.sql<{ id: string }>(
    `SELECT id FROM location WHERE customer_id = (SELECT customer_id FROM user_account WHERE email LIKE 'other@%') LIMIT 1`,
  )
  const locationId = foreign?.id ?? (await maker.create(locations)).id
  const refused = await staff.request(`/v1/ordered-machines/${id}`, { method: 'PUT', body: { rowVersion, locationId } })
  expectProblem(refused, 'invalid_request')
})

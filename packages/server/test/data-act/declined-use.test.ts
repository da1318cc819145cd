import { dataUseAgreements, promises } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { SpeedSketch } from '../../src/library/area.ts'
import { HOUR_MS } from '../../src/telemetry/index.ts'
import { LibraryRows, type Row } from '../library/library-rows.ts'
import type { Caller } from '../support/caller.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const rows = new LibraryRows(() => staff)
let staff: Caller
let customer: Caller
let own = ''

beforeAll(async () => {
  staff = await app.as('staff')
  customer = await app.as('customer')
  own = await customerId('NORDFJELL')
})

async function customerId(code: string): Promise<string> {
  const [found] = await app.sql<{ id: string }>('SELECT id FROM customer WHERE code = $1', [code])
  return found?.id ?? ''
}

const yesterday = () => new Date(Date.now() - 24 * HOUR_MS).toISOString().slice(0, 10)

/** A machine ran a recipe for four hours of the day before. */
async function ran(machineID: string, recipe: string, speed: number) {
  const sketch = new SpeedSketch()
  sketch.add(speed, 4 * HOUR_MS)
  const stored = [machineID, recipe, yesterday(), JSON.stringify(sketch.stored())]
  await app.sql(
    `INSERT INTO fleet_running (machine_key, recipe, day, sketch) SELECT key, $2, $3::date, $4::json FROM machine WHERE machine_id = $1`,
    stored,
  )
  await app.sql(
    `INSERT INTO fleet_total (machine_key, recipe, sketch, running_ms, first_day, last_day)
     SELECT key, $2, $4::json, ${4 * HOUR_MS}, $3::date, $3::date FROM machine WHERE machine_id = $1`,
    stored,
  )
}

/** Two machines of a new model, one of the customer and one of another: what ran, and what was promised of each. */
async function twoMachines() {
  const model = await rows.machine(await rows.type())
  const style = await rows.style()
  const stem = String(model.model).slice(0, 20).toUpperCase()
  const machines = { [`${stem}-OWN`]: own, [`${stem}-OTHER`]: await customerId('BALTIC') }
  const recipe = `Mapped ${stem}`
  await rows.must('POST', '/recipe-styles', { recipe, styleId: style.id })
  for (const [machineID, owner] of Object.entries(machines)) {
    const body = { machineID, configurationId: String(model.model), customerId: owner }
    const { id: machineId } = await rows.must('POST', '/v1/machines', body)
    await ran(machineID, recipe, machineID.endsWith('OWN') ? 40 : 80)
    await ran(machineID, `Unmapped ${stem}`, 60)
    const promise = { name: 'Speed', figure: 90, unit: 'cycles/min', machineId, styleId: style.id }
    await rows.must('POST', promises.calls.create.path, promise)
  }
  return { model, style, stem }
}

interface Made {
  model: Row
  style: Row
  stem: string
}

/** How many machines every figure of the maker is made of. */
async function figuresOf({ model: { id }, style, stem }: Made) {
  const { items: missed } = await staff.call('missedPromises')
  const fleet = await staff.call('libraryMachineFleet', { params: { id } })
  const listed = await staff.call('fleetOfMachines', { query: { id: [id] } })
  const pairs = await staff.call('fleetPairs')
  const { items: unmapped } = await staff.call('unmappedRecipes', { query: { pageSize: 200 } })
  const [machine, column] = [pairs.machines.indexOf(id), pairs.styles.indexOf(style.id)]
  return {
    evidence: fleet.total.machines,
    ofStyle: fleet.styles.map(({ machines }) => machines),
    leftOut: fleet.leftOut,
    installed: fleet.installed,
    outcomes: fleet.promises?.missed,
    inList: listed.machines.map(({ machines }) => machines),
    inMatrix: pairs.pairs.filter((one) => one.machine === machine && one.style === column).map(({ count }) => count),
    unmapped: unmapped.filter(({ recipe }) => recipe === `Unmapped ${stem}`).map(({ machines }) => machines),
    // These are about the support of each machine.
    missed: missed.filter(({ machineID }) => machineID.startsWith(stem)).length,
  }
}

const both = {
  ...{ evidence: 2, ofStyle: [2], leftOut: 0, installed: 2, outcomes: 2, inList: [2], inMatrix: [2], unmapped: [2] },
  missed: 2,
}
const one = {
  ...{ evidence: 1, ofStyle: [1], leftOut: 1, installed: 2, outcomes: 1, inList: [1], inMatrix: [1], unmapped: [1] },
  missed: 2,
}

async function agreement(version: string, fields: object = {}): Promise<Row> {
  const body = { customerId: own, version, agreedOn: '2026-11-03', purposes: 'Better machines', ...fields }
  const made = await staff.post(dataUseAgreements.calls.create.path, body)
  expect(made.status, made.text).toBe(201)
  return made.body as Row
}

async function answer({ id }: Row, accepted: boolean) {
  const { agreements } = await customer.call('partnerAccesses')
  const sha256 = agreements.find((agreed) => agreed.id === id)?.sha256 ?? ''
  await customer.call('answerDataUse', { params: { id }, body: { accepted, sha256 } })
}

const hasDeclined = async () =>
  (await staff.call('partnerAccesses', { query: { customerId: own } })).hasDeclined &&
  (await customer.call('partnerAccesses')).hasDeclined

test('machines of a customer who declines are in no evidence, matrix or outcome of a model until it accepts, and its support goes on', async () => {
  const made = await twoMachines()
  expect(await figuresOf(made)).toEqual(both)
  const first = await agreement('DU-1')
  // What nobody has answered yet changes nothing.
  expect([await figuresOf(made), await hasDeclined()]).toEqual([both, false])
  await answer(first, false)
  expect([await figuresOf(made), await hasDeclined()]).toEqual([one, true])
  await answer(first, true)
  expect([await figuresOf(made), await hasDeclined()]).toEqual([both, false])
  // The newest answer counts, to whichever agreement.
  const second = await agreement('DU-2')
  await answer(second, false)
  expect(await figuresOf(made)).toEqual(one)
  await answer(first, true)
  expect(await figuresOf(made)).toEqual(both)
})

test('a no outlives a change of the words and the end of the agreement, and other words that nobody has accepted', async () => {
  const made = await twoMachines()
  const declined = await agreement('DU-3')
  await answer(declined, false)
  expect(await figuresOf(made)).toEqual(one)
  const path = `${dataUseAgreements.calls.create.path}/${declined.id}`
  const change = async ({ rowVersion }: Row, fields: object) => await rows.must('PUT', path, { rowVersion, ...fields })
  const changed = await change(declined, { purposes: 'Much better machines' })
  expect(await figuresOf(made)).toEqual(one)
  await change(changed, { endedOn: yesterday(), agreedOn: '2026-01-01' })
  const next = await agreement('DU-4')
  expect(await figuresOf(made)).toEqual(one)
  await answer(next, true)
  expect(await figuresOf(made)).toEqual(both)
})

test('who has read the matrix reads it again after a no, although nothing was counted meanwhile', async () => {
  const agreed = await agreement('DU-5')
  await answer(agreed, true)
  const path = '/v1/machine-library/machines/compatibility-matrix/fleet'
  const etagOf = async () => (await staff.get(path)).headers.etag
  const before = await etagOf()
  expect(await etagOf()).toBe(before)
  await answer(agreed, false)
  expect(await etagOf()).not.toBe(before)
})

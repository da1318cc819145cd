import type { PriceWalk, ProjectVersionFacts, Version } from '@packhouse/contract'
import { permissionDescriptions } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import type { Caller } from '../support/caller.ts'
import { sendFile } from '../support/form.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { type HeldProject, makeProject, type Project, projectAfter, step, succeeded } from './estimator-rows.ts'

const app = useTestApp()
const maker = new Maker(app)
let staff: Caller

beforeAll(async () => {
  staff = await app.as('staff')
})

type Listed = Omit<Version, 'facts'> & { facts: ProjectVersionFacts }

async function versionsOf({ id }: HeldProject): Promise<Listed[]> {
  return succeeded<{ items: Listed[] }>(await staff.get(`/v1/estimator/projects/${id}/versions`)).items
}

async function store(held: HeldProject): Promise<void> {
  const { rowVersion } = await held.read()
  succeeded(await held.send('POST', `projects/${held.id}/versions`, { rowVersion, note: 'By hand' }))
}

async function walk(held: HeldProject, a: string, b: string, caller = staff): Promise<PriceWalk> {
  return succeeded<PriceWalk>(await caller.get(`/v1/estimator/projects/${held.id}/versions/${a}/walk/${b}`))
}

test('Submitting, sending and winning make a version that says why, with totals and the hash of what is offered', async () => {
  const held = await projectAfter(staff, ['submit', 'approve', 'send', 'win'])
  const versions = await versionsOf(held)
  expect(versions.map(({ reason }) => reason)).toEqual(['win', 'send', 'submit'])
  expect(new Set(versions.map(({ facts }) => facts.contentHash)).size).toBe(1)
  expect(versions[0]?.facts).toMatchObject({ total: '100.00', currency: 'EUR', lineCount: 1 })
})

test('Restoring stores the present first and then what was restored, with the hash that it had', async () => {
  const held = await makeProject(staff, { notes: 'First' })
  const line = await held.item({ unitPrice: '10', unitCost: '7', quantity: '2' })
  await held.item({ unitPrice: '5', alternativeToId: line.id })
  await store(held)
  succeeded(await held.send('DELETE', `project-items/${(await held.read()).items[1]?.id}`))
  succeeded(await held.send('DELETE', `project-items/${line.id}`))
  await held.item({ unitPrice: '30' })
  const { rowVersion } = await held.read()
  const restored = succeeded<Project>(await held.send('POST', `projects/${held.id}/versions/1/restore`, { rowVersion }))
  expect(restored).toMatchObject({ total: '20', cost: '14' })
  expect(restored.items.map(({ lineId }) => lineId)).toContain(line.lineId)
  const [after, present, first] = await versionsOf(held)
  expect([after, present].map((version) => version?.reason)).toEqual(['restore', 'beforeRestore'])
  expect(after?.facts.contentHash).toBe(first?.facts.contentHash)
  expect(present?.facts.total).toBe('30.00')
})

test('The hash stays when rows are put in another order, notes or costs change, and not when anything offered does', async () => {
  const held = await makeProject(staff)
  const rows = [await held.item({ unitPrice: '10' }), await held.item({ unitPrice: '20' })]
  await store(held)
  const ids = rows.map(({ id }) => id).reverse()
  succeeded(await held.send('PUT', 'project-items/update-sort-order', { ids }))
  const [, item] = (await held.read()).items
  const put = (values: object) => held.send('PUT', `project-items/${item?.id}`, values)
  const changed = succeeded<{ rowVersion: number }>(
    await put({ rowVersion: item?.rowVersion, unitCost: '3', notes: 'Cheap' }),
  )
  await store(held)
  succeeded(await put({ rowVersion: changed.rowVersion, description: 'Other words' }))
  await store(held)
  const [third, second, first] = (await versionsOf(held)).map(({ facts }) => facts.contentHash)
  expect(second).toBe(first)
  expect(third).not.toBe(second)
})

test('Files are part of the hash of a version, stay as long as it does, and come back when it is restored', async () => {
  const held = await makeProject(staff)
  const { id } = await held.item({ unitPrice: '10' })
  await store(held)
  const holder = staff.with({ 'edit-lock': held.token })
  const attach = async (path: string, words: string) => {
    const url = `/v1/estimator/${path}/files`
    return succeeded<{ id: string }>(await sendFile(app, holder, url, 'layout.txt', Buffer.from(words)))
  }
  const layout = await attach(`project-items/${id}`, 'Layout A')
  const inquiry = await attach(`projects/${held.id}`, 'Inquiry')
  await store(held)
  succeeded(await held.send('DELETE', `projects/${held.id}/files/${inquiry.id}`))
  succeeded(await held.send('DELETE', `project-items/${id}`))
  await attach(`projects/${held.id}`, 'Other')
  await store(held)
  const { rowVersion } = await held.read()
  succeeded(await held.send('POST', `projects/${held.id}/versions/2/restore`, { rowVersion }))
  const [restored, , third, second, first] = (await versionsOf(held)).map(({ facts }) => facts.contentHash)
  expect(new Set([first, second, third]).size).toBe(3)
  expect(restored).toBe(second)
  expect((await staff.get(`/v1/estimator/project-items/${id}/files/${layout.id}`)).text).toBe('Layout A')
})

test('The price walk names what has changed and adds up to the difference; nobody is told a cost', async () => {
  const held = await makeProject(staff, { taxCategory: 'standard', taxPercent: '25' })
  const item = await held.item({ unitPrice: '100', unitCost: '7351.928417' })
  const gone = await held.item({ description: 'Coder', unitPrice: '30' })
  await store(held)
  succeeded(await held.send('DELETE', `project-items/${gone.id}`))
  const { rowVersion } = item
  succeeded(await held.send('PUT', `project-items/${item.id}`, { rowVersion, quantity: '3', discountPercent: '10' }))
  succeeded(
    await held.send('POST', 'project-deliveries', {
      projectId: held.id,
      incoterm: 'DAP',
      namedPlace: 'Oslo',
      price: '40',
    }),
  )
  const seller = await maker.account(Object.keys(permissionDescriptions).filter((one) => one !== 'cost.read'))
  const found = await walk(held, '1', 'now', seller)
  expect(found).toMatchObject({ from: '162.50', to: '387.50', difference: '225.00' })
  const amounts = Object.fromEntries(
    found.steps.filter(({ rows }) => rows.length > 0).map(({ step: name, amount }) => [name, amount]),
  )
  expect(amounts).toEqual({
    removed: '-30.00',
    quantity: '200.00',
    discount: '-30.00',
    delivery: '40.00',
    tax: '45.00',
  })
  expect(JSON.stringify(found)).not.toContain('7351.')
  expect(await walk(held, 'now', '1')).toMatchObject({ difference: '-225.00' })
  expectProblem(await staff.get(`/v1/estimator/projects/${held.id}/versions/9/walk/now`), 'not_found')
})

test('Nothing is restored into a project that was sent', async () => {
  const held = await projectAfter(staff, ['submit', 'approve', 'send'])
  const { rowVersion } = await held.read()
  expectProblem(await held.send('POST', `projects/${held.id}/versions/1/restore`, { rowVersion }), 'state_frozen')
  expect(await versionsOf(held)).toHaveLength(2)
  expect(await step(held, 'win')).toMatchObject({ status: 'won' })
})

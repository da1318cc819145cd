import { type ProjectRefresh, permissionDescriptions } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import {
  beginToEdit,
  type HeldProject,
  type Item,
  makeProject,
  type Project,
  step,
  succeeded,
} from './estimator-rows.ts'

const app = useTestApp()
const maker = new Maker(app)
let staff: Caller

beforeAll(async () => {
  staff = await app.as('staff')
  await app.sql('DELETE FROM approval_rule')
  await app.sql(`DELETE FROM exchange_rate WHERE "from" IN ('SEK', 'DKK')`)
})

async function rate(value: string, daysAgo: number): Promise<void> {
  const validOn = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const body = { from: 'SEK', to: 'EUR', rate: value, validOn, source: 'Riksbank' }
  succeeded(await staff.post('/v1/exchange-rates', body))
}

async function item(currency: string, price: string, cost: string): Promise<string> {
  const body = { code: `R-${crypto.randomUUID()}`, description: 'Motor', unit: 'pcs', currency, price, cost }
  return succeeded<{ id: string }>(await staff.post('/v1/estimator/item-masters', body)).id
}

const refresh = async (held: HeldProject, body: object, token = held.token) =>
  await held.send('POST', `projects/${held.id}/refresh`, body, token)

/** Makes what the preview shows. */
const take = async (held: HeldProject, of: string, token = held.token) => {
  const { digest } = await shown(held, of)
  return await refresh(held, { of, digest }, token)
}

const shown = async (held: HeldProject, of: string) =>
  succeeded<ProjectRefresh>(await refresh(held, { of, dryRun: true }, ''))

test('a rate that is missing stops with the pair; one that is there converts, is kept, and a newer one is offered with its effect', async () => {
  const held = await makeProject(staff)
  const line = await held.item({ masterId: await item('SEK', '1000', '600'), quantity: '2' })
  await held.item({ unitPrice: '5' })
  for (const what of ['prices', 'rates']) {
    const missing = expectProblem(await refresh(held, { of: what, dryRun: true }, ''), 'rate_missing')
    expect(missing.detail).toContain('SEK to EUR')
  }
  await rate('0.0912345678', 10)
  expect(await shown(held, 'prices')).toMatchObject({
    rates: [{ kept: null, newest: { rate: '0.0912345678', source: 'Riksbank' } }],
    changes: [{ id: line.id, price: { from: '0', to: '91.234568' }, cost: { from: '', to: '54.740741' } }],
    total: { from: '5.00', to: '187.47' },
  })
  expect(await held.read()).toMatchObject({ total: '5', rates: [] })
  const { digest } = await shown(held, 'prices')
  succeeded(await refresh(held, { of: 'prices', rowVersion: held.project.rowVersion, digest }))
  expect(await held.read()).toMatchObject({ total: '187.47', rates: [{ from: 'SEK', rate: '0.0912345678' }] })
  await rate('0.1', 0)
  // The prices stay with the rate that is kept, until the newer one is taken.
  expect(await shown(held, 'prices')).toMatchObject({ changed: 0 })
  expect(await shown(held, 'rates')).toMatchObject({ changed: 1, total: { from: '187.47', to: '205.00' } })
  expectProblem(await refresh(held, { of: 'rates', rowVersion: 1, digest }), 'stale')
  succeeded(await take(held, 'rates'))
  expect(await held.read()).toMatchObject({ total: '205', rates: [{ rate: '0.1' }] })
  const versions = `projects/${held.id}/versions`
  const { items } = succeeded<{ items: { number: number; reason: string }[] }>(
    await staff.get(`/v1/estimator/${versions}`),
  )
  expect(items[0]).toMatchObject({ reason: 'beforeRefresh' })
  const { rowVersion } = held.project
  succeeded(await held.send('POST', `${versions}/${items[0]?.number}/restore`, { rowVersion }))
  expect(await held.read()).toMatchObject({ total: '187.47', rates: [{ rate: '0.0912345678' }] })
  await step(held, 'submit')
  const { id } = succeeded<Project>(await staff.post(`/v1/estimator/projects/${held.id}/duplicate`))
  expect(succeeded<Project>(await staff.get(`/v1/estimator/projects/${id}`)).rates).toEqual(held.project.rates)
})

test('a refresh needs the edit lock, leaves what was sent as it is, and tells no cost', async () => {
  const held = await makeProject(staff)
  const line = await held.item({ masterId: await item('EUR', '10', '7351.928417'), unitPrice: '8', unitCost: '7' })
  expectProblem(await take(held, 'prices', ''), 'edit_locked')
  expectProblem(await take(held, 'prices', '99'), 'edit_lock_lost')
  await staff.call('releaseLock', { params: { id: held.id }, body: { token: held.token } })
  const seller = await maker.account(Object.keys(permissionDescriptions).filter((one) => one !== 'cost.read'))
  const { token } = await beginToEdit(seller, held.id)
  const path = `/v1/estimator/projects/${held.id}/refresh`
  const seen = succeeded<ProjectRefresh>(await seller.post(path, { of: 'prices', dryRun: true }))
  // A digest of the costs would let whoever may not see them try guesses.
  expect(seen.digest).not.toBe((await shown(held, 'prices')).digest)
  const answer = await seller.post(path, { of: 'prices', digest: seen.digest }, { 'edit-lock': token })
  expect(succeeded<ProjectRefresh>(answer).changes).toMatchObject([{ price: { from: '8', to: '10' }, cost: null }])
  expect(answer.text).not.toContain('7351.')
  expect((await seller.get(`/v1/estimator/project-items/${line.id}/history`)).text).not.toContain('7351.')
  expect(succeeded<Item>(await staff.get(`/v1/estimator/project-items/${line.id}`)).unitCost).toBe('7351.928417')
  await seller.call('releaseLock', { params: { id: held.id }, body: { token } })
  held.token = (await beginToEdit(staff, held.id)).token
  for (const name of ['submit', 'approve']) await step(held, name)
  expectProblem(await take(held, 'prices'), 'state_frozen')
})

test('a refresh makes the difference that was looked at and no other, and none that nobody has looked at', async () => {
  const held = await makeProject(staff)
  const masterId = await item('EUR', '10', '6')
  await held.item({ masterId, unitPrice: '8' })
  const missing = expectProblem(await refresh(held, { of: 'prices' }), 'invalid_request')
  expect(missing.errors?.map(({ path }) => path)).toEqual(['body.digest'])
  const { digest } = await shown(held, 'prices')
  const before = await held.read()
  const { rowVersion } = succeeded<Item>(await staff.get(`/v1/estimator/item-masters/${masterId}`))
  succeeded(
    await staff.request(`/v1/estimator/item-masters/${masterId}`, { method: 'PUT', body: { rowVersion, price: '11' } }),
  )
  expectProblem(await refresh(held, { of: 'prices', rowVersion: before.rowVersion, digest }), 'stale')
  expect(await held.read()).toEqual(before)
  succeeded(await take(held, 'prices'))
  expect(await held.read()).toMatchObject({ total: '11' })
})

test('a project with lines in a currency without a rate is not submitted, and the pair is named', async () => {
  const held = await makeProject(staff)
  await held.item({ masterId: await item('DKK', '10', '6'), unitPrice: '8' })
  const submit = async () => {
    const { rowVersion } = await held.read()
    return await held.send('POST', `projects/${held.id}/transitions/submit`, { rowVersion })
  }
  const { errors } = expectProblem(await submit(), 'invalid_request')
  expect(errors).toMatchObject([{ path: 'row.rates', message: expect.stringContaining('DKK to EUR') }])
  const body = { from: 'DKK', to: 'EUR', rate: '0.134', validOn: new Date().toISOString().slice(0, 10) }
  succeeded(await staff.post('/v1/exchange-rates', body))
  succeeded(await submit())
})

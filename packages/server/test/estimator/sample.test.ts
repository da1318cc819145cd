import { createHash } from 'node:crypto'
import {
  commercialContent,
  type itemMasters,
  type PriceWalk,
  priceProject,
  type Row,
  toPriceInput,
} from '@packhouse/contract'
import { expect, test } from 'vitest'
import { useTestApp } from '../support/use-test-app.ts'
import { beginToEdit, type Project, succeeded } from './estimator-rows.ts'

const app = useTestApp()

test('every quote of the sample has the sums that its parts come to, and the next number follows', async () => {
  const staff = await app.as('staff')
  const { items } = succeeded<{ items: Project[] }>(await staff.get('/v1/estimator/projects?pageSize=200'))
  expect(items).toHaveLength(36)
  expect(new Set(items.map(({ status }) => status)).size).toBe(7)
  for (const { id } of items) {
    const project = succeeded<Project>(await staff.get(`/v1/estimator/projects/${id}`))
    const price = priceProject(toPriceInput(project, { minorUnits: 2, cashStep: null }))
    const { subtotal, discount, net, total, cost, margin, lineCount } = project
    const sums = [price.subtotal, price.discount, price.net, price.total, price.cost, price.marginPercent]
    expect([subtotal, discount, net, total, cost, margin].map(Number)).toEqual(sums.map(Number))
    expect(lineCount).toBe(project.items.length)
    expect(Number(margin)).toBeGreaterThan(20)
  }
})

test('the catalogue of the sample has 640 items with the prices of last year, of now and some to come', async () => {
  const staff = await app.as('staff')
  type Items = { items: Row<typeof itemMasters>[]; total: number }
  const { items, total } = succeeded<Items>(await staff.get('/v1/estimator/item-masters?search=servo&pageSize=200'))
  expect(total).toBe(48)
  for (const item of items) expect(Number(item.nextPrice)).toBeGreaterThan(Number(item.price))
  const all = succeeded<Items>(await staff.get('/v1/estimator/item-masters?pageSize=1'))
  expect(all.total).toBe(640)
  const [stored] = await app.sql<{ count: number }>('SELECT count(*)::int FROM item_price')
  expect(stored?.count).toBe(640 * 2 + 80)
})

const everyProject = async () => {
  const staff = await app.as('staff')
  return succeeded<{ items: Project[] }>(await staff.get('/v1/estimator/projects?pageSize=200')).items
}

test('quotes of the sample were approved by whom the rules ask, for what they offer, and never by their owner', async () => {
  const staff = await app.as('staff')
  const decided: string[] = []
  for (const { id, status, ownerId } of await everyProject()) {
    if (status === 'draft') continue
    const { needed, decisions } = await staff.call('listApprovals', { params: { id } })
    expect(decisions.map(({ decidedBy }) => decidedBy.id)).not.toContain(ownerId)
    if (status !== 'review') expect(needed.filter(({ approval }) => approval === null)).toEqual([])
    if (needed.some(({ mayDecide }) => mayDecide)) decided.push('may decide')
    decided.push(...decisions.map(({ decision, isVoid }) => `${decision} ${isVoid ? 'void' : 'counts'}`))
  }
  expect(new Set(decided)).toEqual(new Set(['approve counts', 'reject void', 'may decide']))
})

test('versions of the sample have the hash of what they hold, and one that is restored has it again', async () => {
  const staff = await app.as('staff')
  const held = await app.sql<{ snapshot: Record<string, unknown>; facts: { contentHash: string } }>(
    `SELECT snapshot, facts FROM resource_version WHERE root_table = 'project'`,
  )
  expect(held.length).toBeGreaterThan(60)
  for (const { snapshot, facts } of held) {
    const text = commercialContent(snapshot, 'withoutCosts')
    expect(createHash('sha256').update(text).digest('hex')).toBe(facts.contentHash)
  }
  const drafts = (await everyProject()).filter(({ status }) => status === 'draft')
  const hashesOf = async (id: string) => {
    const { items } = (await staff.get(`/v1/estimator/projects/${id}/versions`)).body as {
      items: { facts: { contentHash: string } }[]
    }
    return items.map(({ facts }) => facts.contentHash)
  }
  let restored = 0
  for (const { id, rowVersion } of drafts) {
    const [first] = await hashesOf(id)
    if (first === undefined) continue
    const { token } = await beginToEdit(staff, id)
    const path = `/v1/estimator/projects/${id}/versions/1/restore`
    succeeded(await staff.post(path, { rowVersion }, { 'edit-lock': token }))
    expect((await hashesOf(id))[0]).toBe(first)
    restored += 1
  }
  expect(restored).toBeGreaterThan(0)
})

test('machines of the sample’s customers came from quotes that they have accepted and see', async () => {
  const [staff, customer] = [await app.as('staff'), await app.as('customer')]
  const { items } = await customer.call('myQuotes')
  expect(new Set(items.map(({ state }) => state))).toEqual(new Set(['open', 'accepted', 'declined', 'ended']))
  const accepted = items.filter(({ state }) => state === 'accepted')
  const brought: string[] = []
  for (const { id, total } of accepted) {
    const { acceptance, machines, events, links } = await staff.call('listQuoteLinks', { params: { id } })
    expect(acceptance?.total).toBe(total.replace(/\.?0+$/, ''))
    expect(events.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['accepted', 'opened', 'sent']))
    expect(links[0]?.version).toBe(acceptance?.version)
    const [newest] = succeeded<{ items: { reason: string; note: string; facts: { total: string } }[] }>(
      await staff.get(`/v1/estimator/projects/${id}/versions`),
    ).items
    expect(newest).toMatchObject({ reason: 'win', note: `Accepted by ${acceptance?.name}` })
    expect(Number(newest?.facts.total)).toBe(Number(total))
    for (const { machineID, promisedSpeed, steps } of machines) {
      expect([promisedSpeed, steps[1]?.plannedOn]).not.toContain(null)
      if (machineID !== null) brought.push(machineID)
    }
  }
  expect(brought.toSorted()).toEqual(['CRT-1162', 'CSP-0457', 'PAL-0225', 'VFFS-2214'])
  const states = await app.sql<{ kind: string }>('SELECT DISTINCT kind FROM quote_event ORDER BY 1')
  const steps = ['accepted', 'answer', 'declined', 'opened', 'question', 'sent', 'withdrawn']
  expect(states.map(({ kind }) => kind)).toEqual(steps)
})

test('a quote of the sample shows what has changed since the revision before, and its rate is kept', async () => {
  const projects = await everyProject()
  const staff = await app.as('staff')
  const revised = projects.filter(({ revision }) => revision === 2)
  expect(revised).toHaveLength(2)
  for (const { id } of revised) {
    const { difference } = succeeded<PriceWalk>(await staff.get(`/v1/estimator/projects/${id}/versions/1/walk/now`))
    expect(Number(difference)).not.toBe(0)
  }
  const foreign = projects.filter(({ currency }) => currency !== 'EUR')
  for (const { currency, rates } of foreign) expect(rates).toMatchObject([{ from: 'EUR', to: currency, kind: 'mid' }])
})

import { permissionDescriptions } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import type { Caller } from '../support/caller.ts'
import { sendFile } from '../support/form.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { makeProject, succeeded, waysOfChanging } from './estimator-rows.ts'
import { EveryExit } from './every-exit.ts'

const RACES = 90
/** Of more, the last would wait longer for a connection than the product lets anybody wait. */
const RACING = 30
/** The bench makes 10,000 of them. */
const STALE_WRITES = 150
/** More would wait for each other's connections to the database. */
const AT_ONCE = 7

const app = useTestApp()
let staff: Caller
let seller: Caller

beforeAll(async () => {
  staff = await app.as('staff')
  seller = await new Maker(app).account(Object.keys(permissionDescriptions))
})

test(`one of ${RACES} windows that begin at once gets a free project`, async () => {
  const held = await makeProject(staff)
  await staff.call('releaseLock', { params: { id: held.id }, body: { token: held.token } })
  const statuses: number[] = []
  for (let begun = 0; begun < RACES; begun += RACING) {
    const racing = Array.from({ length: RACING }, async (_, place) => {
      const caller = place % 2 === 0 ? staff : seller
      const body = { session: crypto.randomUUID() }
      return (await caller.post(`/v1/estimator/projects/${held.id}/lock/acquire`, body)).status
    })
    statuses.push(...(await Promise.all(racing)))
  }
  expect(statuses.toSorted()).toEqual([200, ...Array<number>(RACES - 1).fill(423)])
})

test(`none of ${STALE_WRITES} writes with the token of a lock that was taken over changes anything`, async () => {
  const held = await makeProject(staff)
  const ways = await waysOfChanging(held)
  const writes = Array.from({ length: Math.ceil(STALE_WRITES / ways.length) }, () => ways)
  const body = { session: crypto.randomUUID(), reason: 'Test' }
  await seller.call('forceLock', { params: { id: held.id }, body })
  const before = await held.read()
  for (const round of writes) {
    for (let sent = 0; sent < round.length; sent += AT_ONCE) {
      const some = round.slice(sent, sent + AT_ONCE)
      const answers = await Promise.all(some.map(([method, path, body]) => held.send(method, path, body)))
      expect(answers.map(({ status }) => status)).toEqual(some.map(() => 409))
    }
  }
  expect(await held.read()).toEqual(before)
})

test('no route of the contract changes a project with the token of a lock that was taken over', async () => {
  const held = await makeProject(staff)
  const part = (path: string, values: object) =>
    held.send('POST', path, { projectId: held.id, description: 'Part', unit: 'pcs', ...values })
  const made = {
    'project-items': await part('project-items', { section: 'Machines' }),
    'project-optional-extras': await part('project-optional-extras', {}),
    'project-deliveries': await held.send('POST', 'project-deliveries', {
      projectId: held.id,
      incoterm: 'DAP',
      namedPlace: 'Oslo',
    }),
    'project-commissioning': await held.send('POST', 'project-commissioning', {
      projectId: held.id,
      kind: 'SAT',
      description: 'At site',
    }),
    'project-media': await held.send('POST', 'project-media', { projectId: held.id, kind: 'photo', caption: 'Hall' }),
  }
  const ids = Object.entries(made).map(([name, answer]) => [name, [succeeded<{ id: string }>(answer).id]])
  const places = { projects: [held.id], versions: ['1'], parentId: [held.id], ...Object.fromEntries(ids) }
  const body = { session: crypto.randomUUID(), reason: 'Test' }
  await seller.call('forceLock', { params: { id: held.id }, body })
  const before = await held.read()
  const { rowVersion } = before
  const bodies = [
    { rowVersion, reason: 'Test' },
    { rowVersion: 1, description: 'Other', caption: 'Other', namedPlace: 'Bergen' },
  ]
  const routes = new Set<string>()
  const exits = new EveryExit(staff, places).refused('Estimator', ['POST', 'PUT', 'DELETE'], bodies, held.token)
  for await (const { name, answer } of exits) {
    routes.add(name)
    const isPart = /^project(Item|OptionalExtra|Delivery|Commissioning|Media)\./.test(name)
    if (isPart) expect([name, answer.status < 300]).toEqual([name, false])
  }
  expect(routes.size).toBeGreaterThan(60)
  expect(await held.read()).toEqual(before)
})

test('files of a project and of all that it consists of are attached, deleted and brought back with the token of who edits alone', async () => {
  const held = await makeProject(staff)
  const rows: [path: string, values: object][] = [
    ['project-items', { section: 'Machines', description: 'Bagger', unit: 'pcs' }],
    ['project-optional-extras', { description: 'Kit', unit: 'set' }],
    ['project-deliveries', { incoterm: 'DAP', namedPlace: 'Oslo' }],
    ['project-commissioning', { kind: 'SAT', description: 'At site' }],
    ['project-media', { kind: 'photo', caption: 'Hall' }],
  ]
  const owners = [`projects/${held.id}`]
  for (const [path, values] of rows) {
    const { id } = succeeded<{ id: string }>(await held.send('POST', path, { projectId: held.id, ...values }))
    owners.push(`${path}/${id}`)
  }
  const holder = staff.with({ 'edit-lock': held.token })
  const attach = (owner: string, name: string) =>
    sendFile(app, holder, `/v1/estimator/${owner}/files`, name, Buffer.from('A'))
  const kept = new Map<string, { there: string; gone: string }>()
  for (const owner of owners) {
    const there = succeeded<{ id: string }>(await attach(owner, 'there.txt'))
    const gone = succeeded<{ id: string }>(await attach(owner, 'gone.txt'))
    succeeded(await held.send('DELETE', `${owner}/files/${gone.id}`))
    kept.set(owner, { there: there.id, gone: gone.id })
  }
  await seller.call('forceLock', { params: { id: held.id }, body: { session: crypto.randomUUID(), reason: 'Test' } })
  for (const [owner, { there, gone }] of kept) {
    expectProblem(await attach(owner, 'late.txt'), 'edit_lock_lost')
    expectProblem(await held.send('DELETE', `${owner}/files/${there}`), 'edit_lock_lost')
    expectProblem(await held.send('POST', `${owner}/files/${gone}/restore`), 'edit_lock_lost')
    const { items } = succeeded<{ items: { id: string }[] }>(await staff.get(`/v1/estimator/${owner}/files`))
    expect(items.map(({ id }) => id)).toEqual([there])
  }
})

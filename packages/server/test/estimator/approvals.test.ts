import { permissionDescriptions } from '@packhouse/contract'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
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
  projectAfter,
  step,
  succeeded,
} from './estimator-rows.ts'

const app = useTestApp()
const maker = new Maker(app)
let staff: Caller
/** May approve, and sees no costs. */
let approver: Caller
/** May approve nothing but by a role in a project. */
let colleague: Caller
let director = ''
let finance = ''

beforeAll(async () => {
  staff = await app.as('staff')
  const all = Object.keys(permissionDescriptions).filter((one) => one !== 'cost.read')
  approver = await maker.account(all)
  colleague = await maker.account(all.filter((one) => one !== 'project.approve'))
  // Those of the sample.
  await app.sql('DELETE FROM approval_rule')
  director = await roleType('director', 'Sales director')
  finance = await roleType('finance', 'Finance')
})

afterEach(async () => {
  await app.sql('DELETE FROM approval_rule')
})

async function roleType(code: string, name: string): Promise<string> {
  const body = { code, name, canApprove: true, canEdit: false }
  return succeeded<{ id: string }>(await staff.post('/v1/estimator/admin/project-role-types', body)).id
}

async function rule(dimension: string, threshold: string, roleTypeId = director, values: object = {}): Promise<void> {
  const body = { name: dimension, dimension, threshold, roleTypeId, ...values }
  succeeded(await staff.post('/v1/estimator/admin/approval-rules', body))
}

async function decide(caller: Caller, held: HeldProject, values: object = {}) {
  const { rowVersion } = await held.read()
  const body = { rowVersion, roleTypeId: director, decision: 'approve', ...values }
  return await caller.post(`/v1/estimator/projects/${held.id}/approvals`, body)
}

async function neededBy(caller: Caller, { id }: HeldProject) {
  return (await caller.call('listApprovals', { params: { id } })).needed
}

/** The holder stops editing, so that somebody else can decide. */
async function release({ id, token }: HeldProject): Promise<void> {
  await staff.call('releaseLock', { params: { id }, body: { token } })
}

describe('the approvals that a project needs', () => {
  test('follow from the rules, each explained; a margin only to who may see costs', async () => {
    await rule('margin', '22')
    await rule('discount', '5', finance)
    await rule('total', '50', finance, { place: 2 })
    await rule('missingCost', '0', director, { place: 3 })
    const held = await projectAfter(staff, [], { discountValue: '10' })
    const explained = (needed: Awaited<ReturnType<typeof neededBy>>) =>
      Object.fromEntries(needed.map(({ roleType: role, reasons }) => [role, reasons.map((one) => one.explanation)]))
    expect(explained(await neededBy(staff, held))).toEqual({
      'Sales director': ['The margin of 11.11 % is under 22 %.'],
      Finance: ['The discount of 10 % is over 5 %.', 'The total of 90 EUR before tax is over 50 EUR.'],
    })
    // Of a draft, whose prices can be tried, nothing is said that depends on costs.
    expect(Object.keys(explained(await neededBy(approver, held)))).toEqual(['Finance'])
    await held.item({ unitPrice: '1' })
    expect(explained(await neededBy(staff, held))['Sales director']).toEqual([
      'The margin is not known: the cost of 1 line is missing.',
      'The cost of 1 line is missing.',
    ])
    const submitted = await projectAfter(staff, ['submit'], { discountValue: '10' })
    expect(explained(await neededBy(approver, submitted))['Sales director']).toEqual(['The margin is under the limit.'])
  })

  test('are given in the name of each role; the last one approves the project', async () => {
    await rule('margin', '22')
    await rule('total', '50', finance)
    const held = await projectAfter(staff, ['submit'])
    await release(held)
    expect(await refusal(decide(colleague, held))).toContain('Sales director')
    const { user } = await colleague.call('me')
    succeeded(
      await staff.post('/v1/estimator/project-roles', { projectId: held.id, userId: user.id, typeId: director }),
    )
    succeeded(await decide(colleague, held, { note: 'Fine' }))
    expect((await held.read()).status).toBe('review')
    expect(await refusal(decide(colleague, held, { roleTypeId: finance }))).toContain('Finance')
    succeeded(await decide(approver, held, { roleTypeId: finance }))
    expect((await held.read()).status).toBe('approved')
    expect(await neededBy(staff, held)).toMatchObject([
      { approval: { note: 'Fine', isVoid: false } },
      { approval: { decision: 'approve' } },
    ])
  })

  test('are given in the order of their rules: who comes later waits, and is told for whom', async () => {
    await rule('margin', '22', director, { place: 2 })
    await rule('total', '50', finance, { place: 1 })
    const held = await projectAfter(staff, ['submit'])
    await release(held)
    expect(await neededBy(approver, held)).toMatchObject([
      { roleType: 'Finance', waitsFor: [], mayDecide: true },
      { roleType: 'Sales director', waitsFor: ['Finance'], mayDecide: false, hindrance: 'Finance approves first.' },
    ])
    expect(expectProblem(await decide(approver, held), 'not_usable').detail).toBe('Finance approves first.')
    succeeded(await decide(approver, held, { roleTypeId: finance }))
    succeeded(await decide(approver, held))
    expect((await held.read()).status).toBe('approved')
  })

  test('look at the machine and the packaging style of a line', async () => {
    await rule('unknownCompatibility', '0')
    const [known] = await app.sql<{ machine: string; style: string; other: string }>(`
      SELECT c.machine_id AS machine, c.style_id AS style, (SELECT id FROM packaging_style s WHERE NOT EXISTS (
        SELECT FROM compatibility o WHERE o.machine_id = c.machine_id AND o.style_id = s.id) LIMIT 1) AS other
      FROM compatibility c WHERE c.result = 'yes' LIMIT 1`)
    const held = await makeProject(staff)
    await held.item({ libraryMachineId: known?.machine, styleId: known?.style })
    await held.item({ libraryMachineId: known?.machine })
    expect(await neededBy(staff, held)).toEqual([])
    await held.item({ libraryMachineId: known?.machine, styleId: known?.other })
    expect(await neededBy(staff, held)).toMatchObject([{ reasons: [{ dimension: 'unknownCompatibility' }] }])
  })

  test('are never given by who owns or has submitted the project, nor passed by the plain transition', async () => {
    await rule('margin', '22')
    const held = await projectAfter(staff, ['submit'])
    expect(await refusal(decide(staff, held))).toContain('You own this project')
    const { rowVersion } = await held.read()
    const plain = await held.send('POST', `projects/${held.id}/transitions/approve`, { rowVersion })
    expect(expectProblem(plain, 'invalid_request').detail).toContain('Sales director')
    const { user } = await approver.call('me')
    await app.sql(`UPDATE project SET owner_id = $2 WHERE id = $1`, [held.id, user.id])
    expect(await refusal(decide(staff, held))).toContain('You submitted this project')
    expect(await refusal(decide(approver, held))).toContain('You own this project')
  })

  test('end with a rejection, which says why and makes the project a draft again', async () => {
    await rule('margin', '22')
    const held = await projectAfter(staff, ['submit'])
    expectProblem(await decide(approver, held, { decision: 'reject' }), 'invalid_request')
    // Somebody edits it: what a decision would bring into another state stays with them.
    expectProblem(await decide(approver, held, { decision: 'reject', note: 'Too cheap' }), 'edit_locked')
    await release(held)
    succeeded(await decide(approver, held, { decision: 'reject', note: 'Too cheap' }))
    expect((await held.read()).status).toBe('draft')
    expect((await staff.get(`/v1/estimator/projects/${held.id}/history`)).text).toContain('Too cheap')
    held.token = (await beginToEdit(staff, held.id)).token
    expect(await step(held, 'submit')).toMatchObject({ status: 'review' })
    expect(await neededBy(staff, held)).toMatchObject([{ approval: null }])
  })
})

describe('an approval', () => {
  /** Every way of changing what is offered, or what it costs. */
  const ways: [string, (held: HeldProject, item: Item) => Promise<unknown>][] = [
    [
      'a line',
      (held, item) => held.send('PUT', `project-items/${item.id}`, { rowVersion: item.rowVersion, unitPrice: '99' }),
    ],
    [
      'a cost',
      (held, item) => held.send('PUT', `project-items/${item.id}`, { rowVersion: item.rowVersion, unitCost: '99' }),
    ],
    ['a new line', (held) => held.item({ unitPrice: '1' })],
    ['a line that goes', (held, item) => held.send('DELETE', `project-items/${item.id}`)],
    ['the project', (held) => change(held, { paymentTerms: 'Later' })],
    ['the whole project', (held) => change(held, { items: [] })],
    [
      'an extra',
      (held) =>
        held.send('POST', 'project-optional-extras', { projectId: held.id, description: 'Printer', unit: 'pcs' }),
    ],
    [
      'a delivery',
      (held) => held.send('POST', 'project-deliveries', { projectId: held.id, incoterm: 'DAP', namedPlace: 'Oslo' }),
    ],
    [
      'a commissioning step',
      (held) => held.send('POST', 'project-commissioning', { projectId: held.id, kind: 'SAT', description: 'Test' }),
    ],
    [
      'a restored version',
      async (held) => held.send('POST', `projects/${held.id}/versions/1/restore`, await rowVersionOf(held)),
    ],
  ]

  test('is void after any change of what is offered, whatever way it came', async () => {
    await rule('total', '0')
    await rule('missingCost', '0', finance)
    await rule('validity', '1', finance)
    for (const [what, way] of ways) {
      const held = await projectAfter(staff, [])
      await held.send('POST', `projects/${held.id}/versions`, await rowVersionOf(held))
      const item = await held.item({ unitPrice: '10', unitCost: '5' })
      await step(held, 'submit')
      succeeded(await decide(approver, held))
      expect((await neededBy(staff, held))[0]?.approval, what).not.toBeNull()
      await way(held, { ...item, rowVersion: (await lineOf(item)).rowVersion })
      const needed = await neededBy(staff, held)
      expect(
        needed.every(({ approval }) => approval === null),
        what,
      ).toBe(true)
      const { decisions } = await staff.call('listApprovals', { params: { id: held.id } })
      expect(decisions[0]?.isVoid, what).toBe(true)
    }
  })

  test('cannot be outdated by a change afterwards: what is approved is frozen, and a revision starts without it', async () => {
    await rule('margin', '22')
    const held = await projectAfter(staff, ['submit'])
    await release(held)
    succeeded(await decide(approver, held))
    const [item] = (await held.read()).items
    for (const [what, way] of ways.slice(0, 1)) {
      await way(held, item as Item)
      expect((await held.read()).total, what).toBe('100')
    }
    const { id } = succeeded<Project>(await staff.post(`/v1/estimator/projects/${held.id}/revise`))
    expect(await staff.call('listApprovals', { params: { id } })).toMatchObject({
      decisions: [],
      needed: [{ approval: null }],
    })
  })

  test('is about what was looked at: after a change in between it is refused', async () => {
    await rule('margin', '22')
    const held = await projectAfter(staff, ['submit'])
    const { rowVersion } = await held.read()
    await change(held, { notes: 'Other' })
    expectProblem(await decide(approver, held, { rowVersion }), 'stale')
  })
})

async function refusal(answer: ReturnType<typeof decide>): Promise<string> {
  return expectProblem(await answer, 'permission_missing').detail ?? ''
}

async function rowVersionOf(held: HeldProject): Promise<{ rowVersion: number }> {
  const { rowVersion } = await held.read()
  return { rowVersion }
}

async function lineOf({ id }: Item): Promise<Item> {
  return succeeded<Item>(await staff.get(`/v1/estimator/project-items/${id}`))
}

async function change(held: HeldProject, values: object): Promise<void> {
  succeeded(await held.send('PUT', `projects/${held.id}`, { ...(await rowVersionOf(held)), ...values }))
}

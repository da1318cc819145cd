import { permissionDescriptions } from '@packhouse/contract'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import type { Caller } from '../support/caller.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import {
  beginToEdit,
  HeldProject,
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
    const metBy = async (caller: Caller) =>
      (await caller.call('listApprovals', { params: { id: held.id } })).met.map(({ explanation }) => explanation)
    expect(await metBy(staff)).toEqual(['All costs are known.'])
    expect(await metBy(approver)).toEqual([])
    await rule('margin', '11')
    await rule('discount', '12.5', finance)
    expect(await metBy(staff)).toEqual([
      'The margin of 11.11 % is not under 11 %.',
      'The discount of 10 % is not over 12.5 %.',
      'All costs are known.',
    ])
    expect(await metBy(approver)).toEqual(['The discount of 10 % is not over 12.5 %.'])
    await app.sql('DELETE FROM approval_rule WHERE threshold IN (11, 12.5)')
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

describe('somebody who sees no costs', () => {
  test('does not find one by submitting one price after the other: a person judges every margin', async () => {
    await rule('margin', '22')
    const original = await projectAfter(staff, [])
    await release(original)
    const { id } = succeeded<Project>(await approver.post(`/v1/estimator/projects/${original.id}/duplicate`))
    const held = new HeldProject(await projectOf(id), approver, (await beginToEdit(approver, id)).token)
    const told = new Set<string>()
    // Of a cost of 80: margins of 0, 20, 23, 60 and 99.2 %.
    for (const unitPrice of ['80', '100', '104', '200', '10000']) {
      const [item] = (await held.read()).items
      const { rowVersion } = item as Item
      succeeded(await held.send('PUT', `project-items/${item?.id}`, { rowVersion, unitPrice }))
      await step(held, 'submit')
      told.add(JSON.stringify(await neededBy(approver, held)))
      await step(held, 'take-back', { reason: 'Another price' })
    }
    expect([...told].map((one) => JSON.parse(one))).toMatchObject([
      [
        {
          roleType: 'Sales director',
          reasons: [{ dimension: 'margin', explanation: expect.stringContaining('A person must judge') }],
        },
      ],
    ])
  })

  test('nor by changing what somebody has submitted who does', async () => {
    await rule('margin', '22')
    const held = await projectAfter(staff, [])
    const [item] = (await held.read()).items
    succeeded(await held.send('PUT', `project-items/${item?.id}`, { rowVersion: item?.rowVersion, unitPrice: '200' }))
    await step(held, 'submit')
    expect(await neededBy(approver, held)).toEqual([])
    await release(held)
    const other = new HeldProject(held.project, approver, (await beginToEdit(approver, held.id)).token)
    const [line] = (await other.read()).items
    succeeded(await other.send('PUT', `project-items/${line?.id}`, { rowVersion: line?.rowVersion, unitPrice: '201' }))
    expect(await neededBy(approver, held)).toMatchObject([{ reasons: [{ dimension: 'margin' }] }])
    expect(await neededBy(staff, held)).toMatchObject([{ reasons: [{ dimension: 'margin' }] }])
  })

  test('is not told a cost by a sum that is too big, as nobody is', async () => {
    const held = await projectAfter(staff, [])
    const [item] = (await held.read()).items
    const body = { rowVersion: item?.rowVersion, unitPrice: '0', quantity: '9999999999' }
    succeeded(await held.send('PUT', `project-items/${item?.id}`, { ...body, unitCost: '999999999' }))
    expect(await held.read()).toMatchObject({ cost: null, margin: null, total: '0' })
  })
})

describe('roles in a project', () => {
  /** Works with roles and role types; sees no costs and approves nothing. */
  let clerk: Caller
  let clerkId = ''
  let seeing = ''
  let plain = ''

  beforeAll(async () => {
    const all = Object.keys(permissionDescriptions)
    clerk = await maker.account(all.filter((one) => one !== 'cost.read' && one !== 'project.approve'))
    clerkId = (await clerk.call('me')).user.id
    const types = '/v1/estimator/admin/project-role-types'
    seeing = succeeded<{ id: string }>(
      await staff.post(types, { code: 'sees', name: 'Calculation', seesCost: true }),
    ).id
    plain = succeeded<{ id: string }>(await staff.post(types, { code: 'plain', name: 'Sales' })).id
  })

  async function lacking(answer: Promise<Awaited<ReturnType<Caller['post']>>>): Promise<string> {
    return expectProblem(await answer, 'permission_missing').detail ?? ''
  }

  test('give nobody the sight of costs, nor approvals, by somebody who has neither', async () => {
    const { id } = await projectAfter(staff, [])
    const own = succeeded<{ id: string; rowVersion: number }>(
      await clerk.post('/v1/estimator/project-roles', { projectId: id, userId: clerkId, typeId: plain }),
    )
    const { user } = await colleague.call('me')
    const ways: [typeId: string, permission: string][] = [
      [seeing, 'cost.read'],
      [director, 'project.approve'],
    ]
    for (const [typeId, permission] of ways) {
      const { rowVersion } = own
      const change = { method: 'PUT', body: { rowVersion, typeId } }
      expect(await lacking(clerk.request(`/v1/estimator/project-roles/${own.id}`, change))).toContain(permission)
      const given = { userId: user.id, typeId }
      expect(await lacking(clerk.post('/v1/estimator/project-roles', { projectId: id, ...given }))).toContain(
        permission,
      )
      expect(await lacking(clerk.post(`/v1/estimator/projects/${id}/roles`, given))).toContain(permission)
    }
    expect((await clerk.call('peopleOfProject', { params: { projectId: id } })).map((one) => one.typeId)).toEqual([
      plain,
    ])
  })

  test('nor by a type of role that is made or changed to give them', async () => {
    const types = '/v1/estimator/admin/project-role-types'
    for (const [gives, permission] of [
      ['seesCost', 'cost.read'],
      ['canApprove', 'project.approve'],
    ] as const) {
      const made = { code: `new ${gives}`, name: gives, [gives]: true }
      expect(await lacking(clerk.post(types, made))).toContain(permission)
      const { rowVersion } = succeeded<{ rowVersion: number }>(await clerk.get(`${types}/${plain}`))
      const change = { method: 'PUT', body: { rowVersion, [gives]: true } }
      expect(await lacking(clerk.request(`${types}/${plain}`, change))).toContain(permission)
    }
    const inGerman = clerk.with({ 'accept-language': 'de' })
    const { body } = await inGerman.post(types, { code: 'new', name: 'New', seesCost: true })
    expect(body).toMatchObject({ detail: 'Sie können nur geben, was Sie selbst dürfen; Ihnen fehlt: cost.read.' })
    // What gives more already can be named otherwise by anybody.
    const { rowVersion } = succeeded<{ rowVersion: number }>(await clerk.get(`${types}/${seeing}`))
    succeeded(await clerk.request(`${types}/${seeing}`, { method: 'PUT', body: { rowVersion, name: 'Costing' } }))
  })

  test('nor by a rule that leaves approvals to a role that they could not give', async () => {
    const rules = '/v1/estimator/admin/approval-rules'
    const values = { name: 'Big ones', dimension: 'total', threshold: '1', roleTypeId: plain }
    const own = succeeded<{ id: string; rowVersion: number }>(await clerk.post(rules, values))
    for (const [roleTypeId, permission] of [
      [director, 'project.approve'],
      [seeing, 'cost.read'],
    ] as const) {
      const body = { rowVersion: own.rowVersion, roleTypeId }
      expect(await lacking(clerk.request(`${rules}/${own.id}`, { method: 'PUT', body }))).toContain(permission)
      expect(await lacking(clerk.post(rules, { ...values, roleTypeId }))).toContain(permission)
    }
    await rule('margin', '20')
    const { items } = succeeded<{ items: { id: string; roleTypeId: string; rowVersion: number }[] }>(
      await staff.get(rules),
    )
    const theirs = items.find(({ roleTypeId }) => roleTypeId === director)
    // What stays with its role can be changed by whoever may change rules.
    const body = { rowVersion: theirs?.rowVersion, threshold: '21', roleTypeId: director }
    succeeded(await clerk.request(`${rules}/${theirs?.id}`, { method: 'PUT', body }))
  })

  test('are given on by who has them there, and go into copies as far as whoever copies may give them', async () => {
    const { id } = await projectAfter(staff, [])
    const { user } = await colleague.call('me')
    const path = '/v1/estimator/project-roles'
    succeeded(await staff.post(path, { projectId: id, userId: clerkId, typeId: seeing }))
    succeeded(await clerk.post(path, { projectId: id, userId: user.id, typeId: seeing }))
    const other = await projectAfter(staff, [])
    succeeded(await staff.post(path, { projectId: other.id, userId: user.id, typeId: director }))
    const copyBy = async (caller: Caller, projectId: string) => {
      const made = succeeded<{ id: string }>(await caller.post(`/v1/estimator/projects/${projectId}/duplicate`))
      return (await staff.call('peopleOfProject', { params: { projectId: made.id } })).length
    }
    expect([await copyBy(clerk, id), await copyBy(clerk, other.id), await copyBy(staff, other.id)]).toEqual([2, 0, 1])
  })

  test('that do not edit keep from editing whoever has them', async () => {
    const held = await projectAfter(staff, [])
    await release(held)
    const { user } = await colleague.call('me')
    const role = { projectId: held.id, userId: user.id }
    const { id } = succeeded<{ id: string }>(
      await staff.post('/v1/estimator/project-roles', { ...role, typeId: director }),
    )
    const body = { session: crypto.randomUUID() }
    const begin = () => colleague.post(`/v1/estimator/projects/${held.id}/lock/acquire`, body)
    expect(expectProblem(await begin(), 'permission_missing').detail).toContain('Sales director')
    // Nor do they end it, or make it another, by which they would edit.
    const path = `/v1/estimator/project-roles/${id}`
    const other = `/v1/estimator/project-roles/${held.id}/${user.id}`
    const change = { method: 'PUT', body: { rowVersion: 1, typeId: plain } }
    for (const answer of [
      await colleague.request(path, { method: 'DELETE' }),
      await colleague.request(other, { method: 'DELETE' }),
      await colleague.request(path, change),
    ]) {
      expect(expectProblem(answer, 'permission_missing').detail).toContain('Sales director')
    }
    succeeded(await staff.request(path, { method: 'DELETE' }))
    succeeded(await begin())
  })
})

async function projectOf(id: string): Promise<Project> {
  return succeeded<Project>(await staff.get(`/v1/estimator/projects/${id}`))
}

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

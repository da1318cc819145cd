import { beforeAll, describe, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { sendFile } from '../support/form.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'
import {
  beginToEdit,
  type HeldProject,
  makeProject,
  type Project,
  projectAfter,
  step,
  succeeded,
} from './estimator-rows.ts'

const app = useTestApp()
let staff: Caller

beforeAll(async () => {
  staff = await app.as('staff')
})

const sent = ['submit', 'approve', 'send']

async function expire({ id }: HeldProject): Promise<void> {
  await app.sql(`UPDATE project SET valid_until = current_date - 3 WHERE id = $1`, [id])
}

describe('the state of a project', () => {
  test('follows its transitions; taking back and losing need a reason, which the history has', async () => {
    const held = await projectAfter(staff, ['submit'])
    const { rowVersion } = await held.read()
    const path = `projects/${held.id}/transitions/take-back`
    const { errors } = expectProblem(await held.send('POST', path, { rowVersion }), 'invalid_request')
    expect(errors?.map(({ path: at }) => at)).toEqual(['body.reason'])
    expect(await step(held, 'take-back', { reason: 'A line is missing' })).toMatchObject({ status: 'draft' })
    for (const name of sent) await step(held, name)
    const refused = expectProblem(
      await held.send('POST', `projects/${held.id}/transitions/submit`, await versionOf(held)),
      'transition_not_allowed',
    )
    expect(refused).toMatchObject({ state: 'sent', transitions: [{ name: 'win' }, { name: 'lose' }] })
    expect(await step(held, 'lose', { reason: 'Too slow' })).toMatchObject({ status: 'lost' })
    const { text } = await staff.get(`/v1/estimator/projects/${held.id}/history`)
    expect(text).toContain('A line is missing')
    expect(text).toContain('Too slow')
  })

  test('goes to review only when what is offered is complete: each fault is said at its field', async () => {
    const held = await makeProject(staff, { discountKind: 'amount', discountValue: '5', taxCategory: 'standard' })
    await app.sql(`UPDATE project SET valid_until = '2020-01-01' WHERE id = $1`, [held.id])
    const { errors } = expectProblem(
      await held.send('POST', `projects/${held.id}/transitions/submit`, await versionOf(held)),
      'invalid_request',
    )
    expect(errors?.map(({ path }) => path)).toEqual([
      'row.items',
      'row.discountValue',
      'row.taxPercent',
      'row.validUntil',
    ])
  })

  test('goes to review with no line for 0 whose item has a price, or none', async () => {
    const held = await makeProject(staff)
    const item = async (more: object) =>
      succeeded<{ id: string }>(
        await staff.post('/v1/estimator/item-masters', { description: 'Item', unit: 'pcs', currency: 'EUR', ...more }),
      ).id
    await held.item({ description: 'Scale', masterId: await item({ code: 'ZERO-1', price: '10' }) })
    await held.item({ description: 'Printer\nwith ribbon', masterId: await item({ code: 'ZERO-2' }) })
    await held.item({ description: 'Manual', masterId: await item({ code: 'ZERO-3', price: '0' }) })
    await held.item({ description: 'Training' })
    const { errors } = expectProblem(
      await held.send('POST', `projects/${held.id}/transitions/submit`, await versionOf(held)),
      'invalid_request',
    )
    expect(errors?.map(({ path, message }) => [path, message])).toEqual([
      ['row.items', expect.stringContaining('“Scale”')],
      ['row.items', expect.stringContaining('“Printer”')],
    ])
  })

  test('is edited by nobody once it is submitted: the last approval finds no lock', async () => {
    const held = await projectAfter(staff, [])
    const { rowVersion } = await held.read()
    succeeded(await held.send('POST', `projects/${held.id}/transitions/submit`, { rowVersion }))
    expect((await staff.call('lockStatus', { params: { id: held.id } })).editor).toBeNull()
    expectProblem(
      await held.send('PUT', `projects/${held.id}`, { ...(await versionOf(held)), title: 'Other' }),
      'edit_lock_lost',
    )
    const back = { ...(await versionOf(held)), reason: 'A line is missing' }
    succeeded(await staff.post(`/v1/estimator/projects/${held.id}/transitions/take-back`, back))
  })

  test('ends the edit lock when it is frozen, and leads on without one', async () => {
    const held = await projectAfter(staff, ['submit', 'approve'])
    expect((await staff.call('lockStatus', { params: { id: held.id } })).editor).toBeNull()
    expectProblem(
      await staff.post(`/v1/estimator/projects/${held.id}/lock/acquire`, { session: crypto.randomUUID() }),
      'state_frozen',
    )
    held.token = ''
    expect(await step(held, 'send')).toMatchObject({ status: 'sent' })
  })

  test('has expired when its last day is over at the site, also in lists, and is never written so', async () => {
    const held = await projectAfter(staff, sent)
    await expire(held)
    expect(await held.read()).toMatchObject({ status: 'expired' })
    const listed = async (status: string) => {
      const { body } = await staff.get(`/v1/estimator/projects?status=${status}&pageSize=100&sort=status`)
      return (body as { items: Project[] }).items.map(({ id }) => id)
    }
    expect(await listed('expired')).toContain(held.id)
    expect(await listed('sent')).not.toContain(held.id)
    const won = await held.send('POST', `projects/${held.id}/transitions/win`, await versionOf(held))
    expect(expectProblem(won, 'transition_not_allowed').state).toBe('expired')
    expect(await app.sql('SELECT status FROM project WHERE id = $1', [held.id])).toEqual([{ status: 'sent' }])
  })
})

describe('a new revision', () => {
  test('has the number and everything of the old one, whose lines it goes on with, and is made once', async () => {
    const held = await makeProject(staff, { milestones: [{ name: 'Order', percent: '100' }] })
    const main = await held.item({ unitPrice: '10', unitCost: '7' })
    const other = await held.item({ unitPrice: '99', unitCost: '70', alternativeToId: main.id })
    const extra = { projectId: held.id, description: 'Printer', unit: 'pcs', unitCost: '5', dependsOnItemId: main.id }
    succeeded(await held.send('POST', 'project-optional-extras', extra))
    for (const name of sent) await step(held, name)
    const path = `/v1/estimator/projects/${held.id}/revise`
    const answers = await Promise.all([staff.post(path), staff.post(path), staff.post(path)])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    const { id } = succeeded<Project>(answers.find(({ status }) => status === 201) ?? answers[0])
    const made = succeeded<Project>(await staff.get(`/v1/estimator/projects/${id}`))
    const old = await held.read()
    expect(made).toMatchObject({ number: old.number, revision: 2, revisionOfId: old.id, status: 'draft', total: '10' })
    expect(made.items.map(({ lineId }) => lineId)).toEqual([main.lineId, other.lineId])
    expect(made.items[1]?.alternativeToId).toBe(made.items[0]?.id)
    expect(made.extras[0]?.dependsOnItemId).toBe(made.items[0]?.id)
    expect(made.items[0]).toMatchObject({ unitCost: '7', id: expect.not.stringMatching(main.id) })
    expect(old).toMatchObject({ status: 'sent', revision: 1 })
    // It is free, and can be edited.
    await beginToEdit(staff, id)
  })

  test('is not made of a draft: the answer names the state', async () => {
    const held = await projectAfter(staff, [])
    expect(
      expectProblem(await staff.post(`/v1/estimator/projects/${held.id}/revise`), 'transition_not_allowed').state,
    ).toBe('draft')
  })

  test('has the files of what was copied', async () => {
    const held = await projectAfter(staff, [])
    const medium = succeeded<Project>(
      await held.send('POST', 'project-media', { projectId: held.id, kind: 'photo', caption: 'Hall' }),
    )
    const holder = staff.with({ 'edit-lock': held.token })
    const url = `/v1/estimator/project-media/${medium.id}/files`
    expect((await sendFile(app, holder, url, 'hall.txt', Buffer.from('hello'))).status).toBe(201)
    for (const name of sent) await step(held, name)
    const { id } = succeeded<Project>(await staff.post(`/v1/estimator/projects/${held.id}/revise`))
    const made = succeeded<Project>(await staff.get(`/v1/estimator/projects/${id}`))
    const files = `/v1/estimator/project-media/${made.media[0]?.id}/files`
    const [file] = succeeded<{ items: { id: string; name: string }[] }>(await staff.get(files)).items
    expect(file?.name).toBe('hall.txt')
    expect((await staff.get(`${files}/${file?.id}`)).text).toBe('hello')
  })
})

test('A duplicate has a number and lines of its own, and no revision, version or approval', async () => {
  const held = await projectAfter(staff, sent)
  const { id } = succeeded<Project>(await staff.post(`/v1/estimator/projects/${held.id}/duplicate`))
  const made = succeeded<Project>(await staff.get(`/v1/estimator/projects/${id}`))
  expect(made).toMatchObject({ status: 'draft', revision: 1, revisionOfId: null, total: '100', cost: '80' })
  expect(made.number).not.toBe(held.project.number)
  expect(made.items[0]?.lineId).toBe(made.items[0]?.id)
  expect((await staff.get(`/v1/estimator/projects/${id}/versions`)).body).toMatchObject({ total: 0 })
  const approvals = await staff.call('listApprovals', { params: { id } })
  expect(approvals).toMatchObject({ decisions: [], submittedBy: null })
})

async function versionOf(held: HeldProject): Promise<{ rowVersion: number }> {
  const { rowVersion } = await held.read()
  return { rowVersion }
}

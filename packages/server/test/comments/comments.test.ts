import { customers } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { Maker } from '../conformance/support/maker.ts'
import type { Caller } from '../support/caller.ts'
import { mailsTo } from '../support/mailbox.ts'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()
const maker = new Maker(app)
let staff: Caller
/** Staff who may read customers and comments, and write none. */
let reader: Caller
/** Staff who may write comments but read no customers. */
let outsider: Caller
let record: { resource: string; recordId: string }

interface Person {
  id: string
  first_name: string
  email: string
}

async function me(caller: Caller): Promise<Person> {
  return ((await caller.get('/v1/auth/me')).body as { user: Person }).user
}

async function newCustomer(name: string): Promise<{ resource: string; recordId: string }> {
  const { id } = await maker.create(customers, { name })
  return { resource: 'customer', recordId: String(id) }
}

beforeAll(async () => {
  staff = await app.as('staff')
  reader = await maker.account(['customer.access', 'customer.read', 'comment.read'])
  outsider = await maker.account(['customer.access', 'comment.read', 'comment.write'])
  record = await newCustomer('Commented Foods')
})

const comment = (text: string, mentions: string[] = [], caller = staff) =>
  caller.call('createComment', { body: { ...record, text, mentions } })

describe('a comment', () => {
  test('is seen by staff who may read the record, newest first, and changed by its author alone', async () => {
    const first = await comment('They want the spare parts list')
    const second = await comment('Sent')
    expect(first).toMatchObject({ isMine: true, changedAt: null, mentions: [] })
    const { items, total } = await reader.call('listComments', { query: record })
    expect(total).toBe(2)
    expect(items.map(({ id, isMine }) => ({ id, isMine }))).toEqual([
      { id: second.id, isMine: false },
      { id: first.id, isMine: false },
    ])
    const params = { id: second.id }
    const denied = await reader.request(`/v1/comments/${second.id}`, { method: 'PUT', body: { text: 'Not yet' } })
    expectProblem(denied, 'permission_missing')
    const strange = await outsider.request(`/v1/comments/${second.id}`, { method: 'PUT', body: { text: 'Not yet' } })
    expectProblem(strange, 'not_found')
    const changed = await staff.call('changeComment', { params, body: { text: 'Sent by mail' } })
    expect(changed).toMatchObject({ text: 'Sent by mail', changedAt: expect.any(String) })
    await staff.call('removeComment', { params })
    expect((await reader.call('listComments', { query: record })).items.map(({ id }) => id)).toEqual([first.id])
    const audited = await app.sql('SELECT action, after FROM audit_entry WHERE row_id = $1 ORDER BY id', [second.id])
    expect(audited.map(({ action }) => action)).toEqual(['create', 'update', 'delete'])
    // What was written is between those who may read the record.
    expect(JSON.stringify(audited)).not.toContain('Sent')
  })

  test('is for nobody who may not read the record, and for no customer whatever they may do', async () => {
    const query = new URLSearchParams(record)
    expectProblem(await outsider.get(`/v1/comments?${query}`), 'permission_missing')
    expectProblem(await outsider.post('/v1/comments', { ...record, text: 'Hello' }), 'permission_missing')
    expectProblem(await staff.get(`/v1/comments?resource=nothing&recordId=${record.recordId}`), 'not_found')
    await app.sql(
      `INSERT INTO user_permission (user_id, permission)
       SELECT id, unnest(ARRAY['comment.read', 'comment.write', 'customer.read']) FROM user_account WHERE email LIKE 'customer@%'`,
    )
    const customer = await app.signIn('customer')
    for (const path of [`/v1/comments?${query}`, '/v1/comments/mentions', '/v1/follow-ups'])
      expectProblem(await customer.get(path), 'not_found')
    expectProblem(await customer.post('/v1/comments', { ...record, text: 'Hello' }), 'not_found')
  })

  test('names people, who get a mail once and find it on their home until they have seen it', async () => {
    const { id, email } = await me(reader)
    const people = await staff.call('commentPeople', { query: record })
    expect(people.map((person) => person.id)).toContain(id)
    await app.sql(`UPDATE user_account SET first_name = 'İZMİR', last_name = 'ΟΔΟΣ' WHERE id = $1`, [id])
    for (const search of ['izmir', 'οδος', 'ΟΔΟΣ', 'izmir οδ'])
      expect((await staff.call('commentPeople', { query: { ...record, search } })).map((one) => one.id)).toEqual([id])
    const stranger = await me(outsider)
    expect(people.map((person) => person.id)).not.toContain(stranger.id)
    expectProblem(
      await staff.post('/v1/comments', { ...record, text: 'Hello', mentions: [stranger.id] }),
      'invalid_request',
    )
    const made = await comment('Please call them @Reader', [id])
    await staff.call('changeComment', {
      params: { id: made.id },
      body: { text: 'Please call @Reader', mentions: [id] },
    })
    const mails = await mailsTo(app, email)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ subject: expect.stringContaining('Commented Foods') })
    expect(await reader.call('myMentions')).toMatchObject([
      { comment: { id: made.id }, record: { resource: 'customer', label: 'Commented Foods' } },
    ])
    await reader.call('seeMentions', { body: record })
    expect(await reader.call('myMentions')).toEqual([])
  })

  test('is one of at most 1,000 on a record', async () => {
    const full = await newCustomer('Full Foods')
    await app.sql(
      `INSERT INTO record_comment (resource, record_id, text) SELECT 'customer', $1, 'x' FROM generate_series(1, 1000)`,
      [full.recordId],
    )
    expectProblem(await staff.post('/v1/comments', { ...full, text: 'One more' }), 'not_usable')
  })
})

describe('a follow-up', () => {
  test('comes up for its assignee by its day, is done, and is opened again', async () => {
    const { id } = await me(reader)
    const later = await staff.call('createFollowUp', { body: { ...record, what: 'Visit', dueOn: '2026-12-24' } })
    const sooner = await staff.call('createFollowUp', { body: { ...record, what: 'Call', dueOn: '2026-12-01' } })
    await staff.call('createFollowUp', { body: { ...record, what: 'Read', dueOn: '2026-11-01', assigneeId: id } })
    const mine = await staff.call('listFollowUps', { query: {} })
    expect(mine.items.map(({ what }) => what)).toEqual(['Call', 'Visit'])
    expect(mine.items[0]).toMatchObject({ record: { label: 'Commented Foods' }, doneAt: null })
    expect((await reader.call('listFollowUps', { query: {} })).items.map(({ what }) => what)).toEqual(['Read'])
    expect((await staff.call('listFollowUps', { query: record })).total).toBe(3)
    const params = { id: sooner.id }
    const body = { what: 'Call', dueOn: '2026-12-01' }
    await staff.call('changeFollowUp', { params, body: { ...body, done: true } })
    expect((await staff.call('listFollowUps', { query: {} })).items.map(({ what }) => what)).toEqual(['Visit'])
    expect((await staff.call('listFollowUps', { query: { state: 'done' } })).items).toMatchObject([{ id: sooner.id }])
    await staff.call('changeFollowUp', { params, body: { ...body, done: false } })
    expect((await staff.call('listFollowUps', { query: {} })).total).toBe(2)
    await staff.call('removeFollowUp', { params: { id: later.id } })
    expect((await staff.call('listFollowUps', { query: {} })).total).toBe(1)
  })

  test('is for staff who may see its record, and is changed by its author and its assignee', async () => {
    const { id } = await me(outsider)
    const body = { ...record, what: 'Call', dueOn: '2026-12-01' }
    expectProblem(await staff.post('/v1/follow-ups', { ...body, assigneeId: id }), 'invalid_request')
    const made = await staff.call('createFollowUp', { body })
    const change = { method: 'PUT', body: { what: 'Other', dueOn: '2026-12-01' } }
    expectProblem(await outsider.request(`/v1/follow-ups/${made.id}`, change), 'not_found')
    expectProblem(await outsider.request(`/v1/follow-ups/${made.id}`, { method: 'DELETE' }), 'not_found')
    expectProblem(await staff.get(`/v1/follow-ups?resource=customer`), 'invalid_request')
  })

  test('of a deleted record says so', async () => {
    const gone = await newCustomer('Gone Foods')
    const made = await staff.call('createFollowUp', { body: { ...gone, what: 'Write', dueOn: '2026-10-01' } })
    expect((await staff.request(`/v1/customers/${gone.recordId}`, { method: 'DELETE' })).status).toBe(204)
    const { items } = await staff.call('listFollowUps', { query: {} })
    expect(items.find(({ id }) => id === made.id)).toMatchObject({ what: 'Write', record: null })
  })
})

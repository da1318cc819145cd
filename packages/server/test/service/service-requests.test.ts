import { MOST_OPEN_REQUESTS, serviceRequests } from '@packhouse/contract'
import { expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const ID = 'VFFS-2214'
const path = `/v1/ignition/machines/${ID}/service-requests`
const app = useTestApp()

test('a customer asks for service and follows it; staff plan it and answer', async () => {
  const customer = await app.as('customer')
  const staff = await app.as('staff')
  const body = {
    subject: 'Film tears at the jaw',
    details: 'Since the new reel.',
    urgency: 'standing' as const,
    phone: '+47 1',
    wantedOn: '2031-12-01',
  }
  const asked = await customer.call('askForService', { params: { id: ID }, body })
  expect(asked.requests).toEqual([
    expect.objectContaining({
      subject: body.subject,
      urgency: 'standing',
      status: 'open',
      wantedOn: '2031-12-01',
      askedBy: 'Jonas Eide',
      answer: null,
    }),
  ])
  const { id = '' } = asked.requests[0] ?? {}
  const listed = (await staff.get('/v1/service-requests?status=open')).body as {
    items: { id: string; rowVersion: number }[]
  }
  expect(listed.items.map((one) => one.id)).toEqual([id])
  const change = { rowVersion: 1, status: 'planned', plannedOn: '2031-12-03', answer: 'Katja brings a set of jaws.' }
  const planned = await staff.request(`/v1/service-requests/${id}`, { method: 'PUT', body: change })
  expect(planned.status, planned.text).toBe(200)
  const followed = await customer.call('machineRequests', { params: { id: ID } })
  expect(followed.requests[0]).toMatchObject({
    status: 'planned',
    plannedOn: '2031-12-03',
    isOverdue: false,
    answer: change.answer,
  })

  // The audit says who asked, and nobody else sees it or writes into it.
  const audit = await app.sql(
    `SELECT a.action, u.email FROM audit_entry a JOIN user_account u ON u.id = a.actor_id WHERE a.resource = 'serviceRequest' ORDER BY a.id`,
  )
  expect(audit.map(({ action, email }) => [action, email])).toEqual([
    ['create', 'customer@packhouse.example'],
    ['update', 'staff@packhouse.example'],
  ])
  expectProblem(await (await app.as('other')).get(path), 'not_found')
  expectProblem(await (await app.as('other')).post(path, { subject: 'x' }), 'not_found')
  expectProblem(await customer.post(serviceRequests.calls.create.path, { subject: 'x' }), 'permission_missing')
  expectProblem(await customer.post(path, { subject: 'x', status: 'done' }), 'invalid_request')
  expectProblem(await customer.post(path, { subject: '' }), 'invalid_request')
  expectProblem(await customer.post(path, { subject: 'x', wantedOn: '2031-13-01' }), 'invalid_request')
})

test('so many requests of a machine may be open, however many ask at once', async () => {
  const customer = await app.as('customer')
  const { requests: before } = await customer.call('machineRequests', { params: { id: ID } })
  const asked = await Promise.all(
    Array.from({ length: MOST_OPEN_REQUESTS + 5 }, (_, n) => customer.post(path, { subject: `Fault ${n}` })),
  )
  const refused = asked.filter(({ status }) => status !== 201)
  expect(refused).toHaveLength(before.length + 5)
  for (const answer of refused) expectProblem(answer, 'not_usable')
})

import { calls, sampleFleet } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { Caller, pathOf } from '../support/caller.ts'
import type { Answer } from '../support/http-request.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { expectationOf, expectations, type PrincipalName, principals } from './expectations.ts'

const app = useTestApp()
const callers = new Map<PrincipalName, Caller>()
const names = Object.keys(calls)
const signedIn = ['own', 'other', 'staff'] as const
/** An API key of staff that was given no scope. */
let key = ''

beforeAll(async () => {
  callers.set('anonymous', app.anonymous)
  callers.set('denied', await app.as('denied'))
  callers.set('own', await app.as('customer'))
  callers.set('other', await app.as('other'))
  callers.set('staff', await app.as('staff'))
  const body = { name: 'Without a scope', ratePerMinute: 100_000 }
  const made = await caller('staff').request('/v1/auth/api-keys', { method: 'POST', body })
  key = (made.body as { key: string }).key
})

function callOf(name: string) {
  const call = calls[name]
  if (call === undefined) throw new Error(`There is no call ${name}.`)
  return call
}

function caller(principal: PrincipalName): Caller {
  return callers.get(principal) ?? app.anonymous
}

/** Its own session where the call ends it. */
async function callerFor(name: string, principal: PrincipalName): Promise<Caller> {
  const usual = caller(principal)
  if (name !== 'logout' || usual.tokens === undefined) return usual
  return new Caller(app.port, await app.login((await usual.call('me')).user.email))
}

async function ask(name: string, principal: PrincipalName, method?: string): Promise<Answer> {
  const call = callOf(name)
  const { input = {} } = expectationOf(name, call)
  return await (await callerFor(name, principal)).request(pathOf(call, input), {
    method: method ?? call.method,
    body: input.body,
    headersOnly: call.answer === 'event-stream',
  })
}

/** The machines of the sample company that a principal may see. */
function visibleTo(principal: PrincipalName): string[] {
  const customer = { own: 'NORDFJELL', other: 'BALTIC' }[principal as 'own' | 'other']
  return sampleFleet
    .filter((machine) => principal === 'staff' || machine.customer === customer)
    .map((machine) => machine.machineID)
    .toSorted()
}

test('every call of the contract has an expectation, and every row of the table a call', () => {
  for (const name of names) expect(() => expectationOf(name, callOf(name)), name).not.toThrow()
  expect(names).toEqual(expect.arrayContaining(Object.keys(expectations)))
})

test.each(names)('%s states its access, and its expectation agrees with it', (name) => {
  const call = callOf(name)
  const { statuses } = expectationOf(name, call)
  expect(call.access).toBeTruthy()
  if (call.access === 'public') return
  expect(statuses.anonymous).toBe(401)
  if (call.access !== 'signed-in') expect(statuses.denied).toBe(403)
})

describe.each(names)('%s', (name) => {
  const call = callOf(name)
  const { statuses, machines } = expectationOf(name, call)

  test.each(principals)('answers %s as expected', async (principal) => {
    const answer = await ask(name, principal)
    expect(answer.status, answer.text).toBe(statuses[principal])
    if (machines === undefined || answer.status !== 200) return
    expect(machines(answer.body as never).toSorted()).toEqual(visibleTo(principal))
  })

  test('answers an API key without a scope like an anonymous caller where it is public, and denies it everywhere else', async () => {
    const { input = {} } = expectationOf(name, call)
    const { status, text } = await app.anonymous.request(pathOf(call, input), {
      method: call.method,
      body: input.body,
      headers: { 'x-api-key': key },
      headersOnly: call.answer === 'event-stream',
    })
    expect(status, text).toBe(call.access === 'public' ? statuses.anonymous : 403)
  })

  if (call.method !== 'GET' || call.answer === 'event-stream') return

  test('answers HEAD with the same statuses and no body', async () => {
    for (const principal of principals) {
      const answer = await ask(name, principal, 'HEAD')
      expect(answer.status, principal).toBe(statuses[principal])
      expect(answer.text).toBe('')
    }
  })
})

test.each(signedIn)('the live stream shows %s exactly the machines of the lists', async (principal) => {
  const stream = await app.stream(caller(principal), '0')
  const event = await until('the first event', () => stream.events[0])
  expect(event.machines.map((machine) => machine.machineID).toSorted()).toEqual(visibleTo(principal))
})

test.each(signedIn)('the counters of the ingest count for %s the machines it may see', async (principal) => {
  const health = await caller(principal).call('ignitionHealth')
  expect(health.machines.total).toBe(visibleTo(principal).length)
})

/** Makes a user beside the sample accounts. @param customer SQL that gives the customer's id */
async function makeUser(email: string, role: string, customer: string): Promise<Caller> {
  await app.sql(
    `WITH made AS (
       INSERT INTO user_account (email, first_name, last_name, customer_id)
       SELECT $1, '', '', ${customer} RETURNING id),
     known AS (INSERT INTO user_credential (user_id, password_hash)
       SELECT made.id, password_hash FROM made, (SELECT password_hash FROM user_credential LIMIT 1))
     INSERT INTO user_role SELECT made.id, role.id FROM made, role WHERE role.name = $2`,
    [email, role],
  )
  return new Caller(app.port, await app.login(email))
}

test("a customer's user sees the own customer's machines only, even with the permission for all", async () => {
  await app.sql(`INSERT INTO customer (code, name, currency, status) VALUES ('EMPTY', 'Empty', 'EUR', 'active')`)
  const user = await makeUser('empty@packhouse.example', 'staff', `(SELECT id FROM customer WHERE code = 'EMPTY')`)
  expect(await user.call('listMachineIds')).toEqual({ count: 0, ids: [] })
})

test('somebody without a customer and without the permission for all sees no machine', async () => {
  const user = await makeUser('nowhere@packhouse.example', 'customer', 'NULL')
  expect(await user.call('listMachineIds')).toEqual({ count: 0, ids: [] })
  expect((await user.get('/v1/ignition/machines/VFFS-2214')).status).toBe(404)
})

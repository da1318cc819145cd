import { type Call, calls } from '@packhouse/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { askedCalls } from '../conformance/support/places.ts'
import type { Caller } from '../support/caller.ts'
import { until } from '../support/until.ts'
import { useTestApp } from '../support/use-test-app.ts'
import { expectationOf, expectations } from './expectations.ts'
import { callOf, cellsOf, RightsMatrix, visibleTo } from './rights-matrix.ts'

const app = useTestApp()
const names = Object.keys(calls)
const signedIn = ['own', 'other', 'staff'] as const
let matrix: RightsMatrix

beforeAll(async () => {
  matrix = await RightsMatrix.create(() => app.port)
})

test('every call of the contract has an expectation, and every row of the table a call', () => {
  for (const name of names) expect(() => expectationOf(name, callOf(name)), name).not.toThrow()
  expect(names).toEqual(expect.arrayContaining(Object.keys(expectations)))
})

test('every call states its access, and its expectation agrees with it', () => {
  const faults = names.flatMap((name) => {
    const { access } = callOf(name)
    const { anonymous, denied } = expectationOf(name, callOf(name)).statuses
    if (access === 'public' || (anonymous === 401 && (access === 'signed-in' || denied === 403))) return []
    return [
      `${name} (${access || 'no access'}) is expected to answer ${anonymous} to the anonymous and ${denied} to who has no permission`,
    ]
  })
  expect(faults).toEqual([])
})

test.each(Object.keys(askedCalls))(
  '%s answers everybody, a key without a scope, and one of a partner, as expected',
  async (name) => {
    const faults: (string | undefined)[] = []
    for (const cell of cellsOf(name)) faults.push(await matrix.faultOf(cell, app.port))
    expect(faults.filter((fault) => fault !== undefined)).toEqual([])
  },
)

// What a call needs is asked in process, by `http-server.test.ts`; here is left what each principal has.
test.each(['denied', ...signedIn] as const)(
  '%s has the permissions of the other calls exactly as expected',
  async (who) => {
    const { permissions } = await matrix.caller(who, app.port).call('me')
    const faults = names
      .filter((name) => !(name in askedCalls))
      .filter((name) => {
        const call = callOf(name)
        return permissions.includes(call.access) !== (expectationOf(name, call).statuses[who] !== 403)
      })
    expect(faults.map((name) => `${name} by ${who}: ${callOf(name).access}`)).toEqual([])
  },
)

test.each(signedIn)('the live stream shows %s exactly the machines of the lists', async (principal) => {
  const stream = await app.stream(matrix.caller(principal, app.port), '0')
  const event = await until('the first event', () => stream.events[0])
  expect(event.machines.map((machine) => machine.machineID).toSorted()).toEqual(visibleTo(principal))
})

test.each(signedIn)('the counters of the ingest count for %s the machines it may see', async (principal) => {
  const health = await matrix.caller(principal, app.port).call('ignitionHealth')
  expect(health.machines.total).toBe(visibleTo(principal).length)
})

/** The names of what is declared for a query. */
function parametersOf(declared: Call['query']): string[] {
  if (declared === undefined) return []
  const { properties = {} } = z.toJSONSchema(declared, { io: 'input', unrepresentable: 'any' })
  return Object.keys(properties)
}

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
  return await app.user(email)
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

describe("a customer's user", () => {
  const NOBODY = 'zqxj-nobody'
  /** Parts of the addresses and names of people of another customer and of the company. */
  const OTHERS = ['other@packhouse', 'staff@packhouse', 'Zofia']
  const ASKED_TOO: Record<string, string> = { alarmChoices: 'of=customer&' }

  /** Every call that takes a word to search by, with its address up to that word. */
  const searches = names.flatMap((name) => {
    const { method, path, query } = callOf(name)
    const parameter = parametersOf(query).find((one) => one === 'search' || one === 'q')
    if (method !== 'GET' || path.includes('{') || parameter === undefined) return []
    return [{ name, address: `${path}?${ASKED_TOO[name] ?? ''}${parameter}=` }]
  })

  test('finds nobody of the others by any search, whatever they may do', async () => {
    await app.sql(`INSERT INTO customer (code, name, currency, status) VALUES ('LONELY', 'Lonely', 'EUR', 'active')`)
    const user = await makeUser('lonely@packhouse.example', 'staff', `(SELECT id FROM customer WHERE code = 'LONELY')`)
    const asked = async (caller: Caller, address: string, word: string) => {
      const { status, text } = await caller.get(`${address}${encodeURIComponent(word)}`)
      return `${status} ${text.replaceAll(word, '').replace(/"instance":"[^"]*"/, '')}`
    }
    const found: string[] = []
    for (const { name, address } of searches) {
      const ofNobody = await asked(user, address, NOBODY)
      for (const word of OTHERS) if ((await asked(user, address, word)) !== ofNobody) found.push(`${name}: ${word}`)
    }
    expect(found).toEqual([])
    const staff = await app.as('staff')
    const people = searches.filter(({ name }) =>
      ['user.list', 'user.options', 'searchRecords', 'listAuthLog'].includes(name),
    )
    for (const { name, address } of people)
      expect(await asked(staff, address, 'other@packhouse'), name).not.toBe(await asked(staff, address, NOBODY))
    expect(people).toHaveLength(4)
    expect(searches.length).toBeGreaterThan(100)
  })
})

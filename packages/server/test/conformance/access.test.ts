import { type Call, calls, permissionDescriptions } from '@packhouse/contract'
import { beforeAll, expect, test } from 'vitest'
import type { Caller } from '../support/caller.ts'
import { askedCalls } from './support/places.ts'
import { statusOf } from './support/status.ts'
import { useMaker } from './support/use-maker.ts'

const { app, maker } = useMaker()

const everyPermission = Object.keys(permissionDescriptions)
/** The others are asked in process, by `http-server.test.ts`. */
const every = Object.entries(askedCalls)
const needed = permissionsOf(askedCalls)

/** Somebody with exactly what a call needs, and somebody with everything else. */
const having = new Map<string, Caller>()
const lacking = new Map<string, Caller>()

beforeAll(async () => {
  for (const access of needed) {
    having.set(access, await maker.account([access]))
    lacking.set(access, await maker.account(everyPermission.filter((permission) => permission !== access)))
  }
})

async function seen(call: Call, caller: Caller | undefined): Promise<string> {
  if (caller === undefined) throw new Error(`Nobody was made for ${call.access}.`)
  return await statusOf(app.port, caller, call)
}

function isAdmitted(status: string): boolean {
  return !/^(401|403|5)/.test(status)
}

function permissionsOf(some: Readonly<Record<string, Call>>): string[] {
  return [...new Set(Object.values(some).map((call) => call.access))].filter((access) => access.includes('.'))
}

test('every permission that a call needs can be given', () => {
  expect(permissionsOf(calls).filter((access) => !everyPermission.includes(access))).toEqual([])
})

const guarded = every.filter(([, call]) => call.access !== 'public')

test.each(guarded)(
  '%s is closed to the anonymous, in full and for its head, and open to what it names',
  async (_, call) => {
    expect(await seen(call, app.anonymous)).toBe('401 not_signed_in')
    if (call.method === 'GET' && call.answer === undefined) {
      expect(await statusOf(app.port, app.anonymous, call, 'HEAD')).toBe('401')
    }
    if (call.access !== 'signed-in') {
      expect(await seen(call, lacking.get(call.access))).toBe('403 permission_missing')
      expect(await seen(call, await app.as('denied'))).toBe('403 permission_missing')
    }
    // Of an account somebody of one's own: some calls end the other sessions of anyone who makes them.
    const status = await seen(call, call.access === 'signed-in' ? await maker.account([]) : having.get(call.access))
    expect(isAdmitted(status), status).toBe(true)
  },
)

/** What users of customers may do; every other permission belongs to staff. */
const OF_CUSTOMERS = [
  'customer.access',
  'alarm.acknowledge',
  'downtime.update',
  'sharing.decide',
  'partnerAccess.read',
  'partnerAccess.give',
  'machine.claim',
]
const staffOnly = guarded.filter(([, { access }]) => access !== 'signed-in' && !OF_CUSTOMERS.includes(access))

test("is closed to a customer's user wherever staff work", async () => {
  const found = await Promise.all(
    staffOnly.map(async ([name, call]) => [name, await seen(call, await app.as('customer'))]),
  )
  expect(found).toEqual(staffOnly.map(([name]) => [name, '403 permission_missing']))
})

test("a customer's user has no permission of staff, so that every other call of theirs is closed too", async () => {
  const { permissions } = await (await app.as('customer')).call('me')
  expect(permissions.filter((one) => !OF_CUSTOMERS.includes(one))).toEqual([])
})

test.each(every.filter(([, call]) => call.access === 'public'))('%s is open to everybody', async (_, call) => {
  const status = await seen(call, app.anonymous)
  expect(isAdmitted(status), status).toBe(true)
})

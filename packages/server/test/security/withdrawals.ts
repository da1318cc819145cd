import { setTimeout as sleep } from 'node:timers/promises'
import { type TokenPair, tokenPairSchema } from '@packhouse/contract'
import { Caller } from '../support/caller.ts'
import type { Answer } from '../support/http-request.ts'
import { until } from '../support/until.ts'

/** A request that begins this long after access was taken away at one node is refused at all, ms. */
export const REFUSED_WITHIN_MS = 500
/** Between two requests: all of them at once must not be the load that they are measured under. */
const PAUSE_MS = 20
/** A request and the pause behind it count as so long at most. */
const LONGEST_ROUND_MS = 60
const PASSWORD = 'vellum kraken tundra of the nodes'
const ASKED = '/v1/customers'

/** Somebody who may read customers at one node, until that is taken away at another. */
interface Subject {
  ask: () => Promise<Answer>
  takeAway: () => Promise<unknown>
  refusal: 401 | 403
}

/** What came of it: how long after the change a request still began that was let in, and what later ones were answered. */
export interface Withdrawn {
  lateMs: number
  refusals: number[]
  expected: number[]
}

/** The ways to take access away. @param staff at the node where it is done @param port of the node that is asked */
function subjectsOf(staff: Caller, port: number): Record<string, () => Promise<Subject>> {
  const withUser = async (refusal: 401 | 403, takeAway: (user: Person) => Promise<unknown>) => {
    const user = await makeReader(staff)
    const there = new Caller(port, user.tokens)
    return { ask: () => there.get(ASKED), takeAway: () => takeAway(user), refusal }
  }
  return {
    'a role': () =>
      withUser(403, ({ id }) => changed(staff, 'PUT', '/v1/auth/permissions/sync', { userId: id, roleIds: [] })),
    'a permission of a role': () =>
      withUser(403, ({ roleId }) =>
        changed(staff, 'POST', '/v1/auth/permissions/detach', { permissions: ['customer.read'], roleId }),
      ),
    'the account of a user that is blocked': () =>
      withUser(401, async ({ id }) => {
        const { rowVersion } = (await staff.get(`/v1/users/${id}`)).body as { rowVersion: number }
        await changed(staff, 'PUT', `/v1/users/${id}`, { rowVersion, disabled: true })
      }),
    'a session that staff end': () =>
      withUser(401, ({ id }) => changed(staff, 'POST', `/v1/users/${id}/sessions/end-all`)),
    'a session that is signed out': () => withUser(401, ({ tokens }) => new Caller(staff.port, tokens).call('logout')),
    'an API key': async () => {
      const { id, key } = await makeKey(staff)
      const there = new Caller(port)
      return {
        ask: () => there.get(ASKED, { 'x-api-key': key }),
        takeAway: () => changed(staff, 'POST', `/v1/auth/api-keys/${id}/revoke`),
        refusal: 401,
      }
    },
  }
}

/** Takes access away in every way at once, while the other node is asked all the time. */
export async function withdraw(staff: Caller, port: number): Promise<[way: string, Withdrawn][]> {
  const ways = Object.entries(subjectsOf(staff, port))
  const subjects: [way: string, Subject][] = []
  for (const [way, make] of ways) subjects.push([way, await make()])
  return await Promise.all(
    subjects.map(async ([way, subject]) => [way, await takeAway(subject)] as [string, Withdrawn]),
  )
}

async function takeAway(subject: Subject): Promise<Withdrawn> {
  const asked: { began: number; status: number }[] = []
  let isOver = false
  // A clock that stops while a busy machine does: then it is not the product that takes the time.
  let now = 0
  const ask = async () => {
    while (!isOver) {
      const began = performance.now()
      asked.push({ began: now, status: (await subject.ask()).status })
      await sleep(PAUSE_MS)
      now += Math.min(performance.now() - began, LONGEST_ROUND_MS)
    }
  }
  const asking = ask()
  try {
    await until('a request that is let in', () => asked.some(({ status }) => status === 200))
    await subject.takeAway()
    const at = now
    await until('later requests', () => asked.some(({ began }) => began > at + 2 * REFUSED_WITHIN_MS))
    const lateMs = Math.max(0, ...asked.filter(({ status }) => status === 200).map(({ began }) => began - at))
    const refusals = new Set(asked.filter(({ began }) => began > at + REFUSED_WITHIN_MS).map(({ status }) => status))
    return { lateMs: Math.round(lateMs), refusals: [...refusals], expected: [subject.refusal] }
  } finally {
    isOver = true
    await asking
  }
}

interface Person {
  id: string
  roleId: string
  tokens: TokenPair
}

/** Somebody with a role of their own, signed in at the node of the staff. */
async function makeReader(staff: Caller): Promise<Person> {
  const name = `reader-${crypto.randomUUID()}`
  const roleId = await made(staff, '/v1/auth/roles', { name })
  await changed(staff, 'POST', '/v1/auth/permissions/assign', { permissions: ['customer.read'], roleId })
  const email = `${name}@packhouse.example`
  const id = await made(staff, '/v1/users', { email, first_name: 'Ada', last_name: 'Berg' })
  await changed(staff, 'PUT', '/v1/auth/permissions/sync', { userId: id, roleIds: [roleId] })
  await changed(staff, 'PUT', `/v1/users/${id}/password`, { password: PASSWORD })
  const signIn = { email, password: PASSWORD }
  const tokens = tokenPairSchema.parse(await new Caller(staff.port).call('login', { body: signIn }))
  return { id, roleId, tokens }
}

async function makeKey(staff: Caller): Promise<{ id: string; key: string }> {
  const draft = { name: `Reader ${crypto.randomUUID()}`, ratePerMinute: 100_000 }
  const key = (await changed(staff, 'POST', '/v1/auth/api-keys', draft)).body as { id: string; key: string }
  const { items } = (await staff.get('/v1/auth/api-key-scopes')).body as { items: { id: string; name: string }[] }
  const ids = items.filter(({ name }) => name === 'customers:read').map(({ id }) => id)
  await changed(staff, 'PUT', `/v1/auth/api-keys/${key.id}/scopes`, { ids })
  return key
}

async function made(staff: Caller, path: string, body: object): Promise<string> {
  return ((await changed(staff, 'POST', path, body)).body as { id: string }).id
}

async function changed(staff: Caller, method: string, path: string, body?: object): Promise<Answer> {
  const answer = await staff.request(path, { method, body })
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`)
  return answer
}

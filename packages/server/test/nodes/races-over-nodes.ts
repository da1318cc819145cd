import type { TokenPair } from '@packhouse/contract'
import { describe, expect, test } from 'vitest'
import { makeProject } from '../estimator/estimator-rows.ts'
import { SAMPLE_PASSWORD } from '../support/databases.ts'
import type { Answer } from '../support/http-request.ts'
import { mailTo, makeInvited, tokenIn } from '../support/mailbox.ts'
import { codeOf, forgetUsedCodes, switchOn } from '../support/second-factor.ts'
import { emailOf, type TestApp } from '../support/test-app.ts'

const AT_ONCE = 8
/** Ten wrong codes close an account for a while. */
const CODES_AT_ONCE = 4
const GOOD = 'vellum kraken tundra'

/** How many answers there are of each kind: `{ 200: 1, link_invalid: 7 }`. */
export function tally(answers: readonly Answer[]): Record<string, number> {
  const kinds = answers.map(({ status, body }) => (status < 300 ? `${status}` : (body as { code: string }).code))
  return Object.fromEntries([...Map.groupBy(kinds, (kind) => kind)].map(([kind, all]) => [kind, all.length]))
}

/** What can be done once is done once, also where both nodes are asked for it in the same moment. */
export function testRaces(one: TestApp, other: TestApp): void {
  const nodeOf = (place: number) => (place % 2 === 0 ? one : other)

  async function atBoth(ask: (node: TestApp, place: number) => Promise<Answer>, length = AT_ONCE): Promise<Answer[]> {
    return await Promise.all(Array.from({ length }, (_, place) => ask(nodeOf(place), place)))
  }

  describe('of the same at both nodes at once', () => {
    test('an old refresh token ends its session, and no node takes any of its tokens any more', async () => {
      const refresh = (node: TestApp, token: string) =>
        node.anonymous.post('/v1/auth/refresh', { refresh_token: token })
      const { refresh_token: oldest } = await one.login(emailOf('other'))
      const second = (await refresh(other, oldest)).body as TokenPair
      const newest = (await refresh(one, second.refresh_token)).body as TokenPair
      const { refresh_token_reused: reused = 0, refresh_token_invalid: invalid = 0 } = tally(
        await atBoth((node) => refresh(node, oldest)),
      )
      expect(reused).toBeGreaterThan(0)
      expect(reused + invalid).toBe(AT_ONCE)
      const newestAtBoth = await atBoth((node) => refresh(node, newest.refresh_token))
      expect(tally(newestAtBoth)).toEqual({ refresh_token_invalid: AT_ONCE })
    })

    test('a code of an app, a recovery code and a sign-in that waits for one let one in', async () => {
      const user = await one.signIn('other')
      const { secret, recoveryCodes } = await switchOn(one, user)
      const signIn = { email: emailOf('other'), password: SAMPLE_PASSWORD }
      const pend = async (node: TestApp) =>
        ((await node.anonymous.post('/v1/auth/login', signIn)).body as { pending_token: string }).pending_token
      const pending = async () =>
        await Promise.all(Array.from({ length: CODES_AT_ONCE }, (_, place) => pend(nodeOf(place + 1))))
      const validate = (node: TestApp, token: string | undefined, code: string | undefined) =>
        node.anonymous.post('/v1/auth/validate-two-factor', { pending_token: token, two_factor_code: code })
      const onlyOne = { 200: 1, second_factor_wrong: CODES_AT_ONCE - 1 }

      // Each sign-in was begun at the other node.
      for (const code of [await codeOf(one, secret), recoveryCodes[0]]) {
        const tokens = await pending()
        const answers = await atBoth((node, place) => validate(node, tokens[place], code), CODES_AT_ONCE)
        expect(tally(answers)).toEqual(onlyOne)
      }
      await forgetUsedCodes(one)
      const [token] = await pending()
      const codes = [await codeOf(one, secret), ...recoveryCodes.slice(1)]
      const answers = await atBoth((node, place) => validate(node, token, codes[place]), CODES_AT_ONCE)
      expect(tally(answers)).toEqual({ 200: 1, pending_token_invalid: CODES_AT_ONCE - 1 })
      await one.sql('DELETE FROM user_second_factor')
    })

    test('an invitation and a link to a new password set one password', async () => {
      const staff = await one.as('staff')
      const email = 'race@packhouse.example'
      const passwords = Array.from({ length: AT_ONCE }, (_, place) => `${GOOD} number ${place}`)
      const links: [path: string, ask: () => Promise<unknown>][] = [
        ['/v1/invitations/set-password', async () => staff.post(`/v1/users/${id}/send-invitation`)],
        ['/v1/auth/reset-password', () => other.anonymous.post('/v1/auth/forgot-password', { email })],
      ]
      const id = await makeInvited(one, email)
      for (const [mails, [path, ask]] of links.entries()) {
        await ask()
        const token = tokenIn(await mailTo(one, email, mails + 1))
        const answers = await atBoth((node, place) => node.anonymous.post(path, { token, password: passwords[place] }))
        expect(tally(answers), path).toEqual({ 204: 1, link_invalid: AT_ONCE - 1 })
        const set = answers.findIndex(({ status }) => status === 204)
        for (const node of [one, other]) expect((await node.login(email, passwords[set])).access_token).toMatch(/^pha_/)
      }
    })

    test('the lock of a project is taken by one window, and passes to one', async () => {
      const staff = await one.as('staff')
      const held = await makeProject(staff)
      const path = `/v1/estimator/projects/${held.id}/lock`
      await staff.call('releaseLock', { params: { id: held.id }, body: { token: held.token } })
      const acquire = (node: TestApp) => staff.at(node).post(`${path}/acquire`, { session: crypto.randomUUID() })
      const answers = await atBoth(acquire)
      expect(tally(answers)).toEqual({ 200: 1, edit_locked: AT_ONCE - 1 })
      const [token] = answers.flatMap(({ body }) => (body as { token?: string }).token ?? [])
      const release = (node: TestApp) => staff.at(node).post(`${path}/release`, { token })
      await atBoth(release)
      expect(tally(await atBoth(acquire))).toEqual({ 200: 1, edit_locked: AT_ONCE - 1 })
    })

    test('requests with one key of idempotency make one record', async () => {
      const staff = await one.as('staff')
      const key = { 'idempotency-key': '0198c0de-race-of-two-nodes-here' }
      const body = { name: 'Raced for', code: 'RACE' }
      const answers = await atBoth((node) => staff.at(node).post('/v1/industries', body, key))
      expect(await one.sql(`SELECT FROM industry WHERE code = 'RACE'`)).toHaveLength(1)
      const made = answers.filter(({ status }) => status === 201)
      expect(made.length).toBeGreaterThan(0)
      expect(new Set(made.map(({ text }) => text)).size).toBe(1)
    })
  })
}

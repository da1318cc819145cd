import { afterEach, describe, expect, inject, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { switchOn } from '../support/second-factor.ts'
import { TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'

const SAMPLE_ACCOUNT = { email: 'staff@packhouse.example', password: 'wrong' }
const EMAIL = 'first.person@company.example'
const PASSWORD = 'vellum kraken tundra'
const environment = { SAMPLE: 'off', ADMINISTRATOR_EMAIL: EMAIL }
const running: TestApp[] = []

async function start(options: NodeJS.ProcessEnv): Promise<TestApp> {
  const app = new TestApp(inject('databaseServer'), { environment: options })
  running.push(app)
  return await app.start()
}

afterEach(async () => {
  for (const app of running.splice(0)) await app.stop()
})

function tokenOf(link: string | undefined): string {
  return new URL(link ?? '').searchParams.get('token') ?? ''
}

describe('without the sample company', () => {
  test('none of its users can sign in, and the first administrator gets a link at every start until it was used', async () => {
    const app = await start(environment)
    const old = tokenOf(app.administratorLink)
    expect((await app.anonymous.request('/v1/auth/login', { method: 'POST', body: SAMPLE_ACCOUNT })).status).toBe(401)
    await expect(app.signIn('staff')).rejects.toThrow()
    await expect(app.device()).rejects.toMatchObject({ code: 4 })
    await app.stopProduct()
    await app.startProduct()
    const token = tokenOf(app.administratorLink)
    const accept = (sent: string) =>
      app.anonymous.request('/v1/invitations/set-password', {
        method: 'POST',
        body: { token: sent, password: PASSWORD },
      })
    expect((await accept(old)).status).toBe(410)
    expect((await accept(token)).status).toBeLessThan(300)
    const first = await app.user(EMAIL, PASSWORD)
    expect(await first.call('me')).toMatchObject({ permissions: [], secondFactorRequired: true })
    expectProblem(await first.get('/v1/customers'), 'second_factor_required')
    await switchOn(app, first)
    const { permissions } = await first.call('me')
    expect(permissions).toEqual(expect.arrayContaining(['customer.access', 'user.update', 'role.update']))
    expect((await first.get('/v1/customers')).status).toBe(200)
    await app.stopProduct()
    await app.startProduct()
    expect(app.administratorLink).toBeUndefined()
  })

  test('the sample company starts with administrators who need no second factor, and what staff change of that stays', async () => {
    const app = await start({})
    const needs = async () =>
      (
        await app.sql<{ needs: boolean }>(
          `SELECT requires_second_factor AS needs FROM role WHERE name = 'Administrator'`,
        )
      )[0]
    expect(await needs()).toEqual({ needs: false })
    await app.sql(`UPDATE role SET requires_second_factor = true WHERE name = 'Administrator'`)
    await app.stopProduct()
    await app.startProduct()
    expect(await needs()).toEqual({ needs: true })
  })

  test('an address for the administrator must be given', async () => {
    await expect(start({ SAMPLE: 'off' })).rejects.toThrow('ADMINISTRATOR_EMAIL must be set where SAMPLE is off')
  })
})

describe('the address of a client behind a proxy', () => {
  async function reportedAddress(app: TestApp): Promise<unknown> {
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    await app.anonymous.request('/v1/auth/login', { method: 'POST', headers, body: SAMPLE_ACCOUNT })
    const find = () =>
      app.sql<{ address: string }>(
        `SELECT address FROM auth_log WHERE action = 'sign-in-refused' ORDER BY at DESC, id DESC LIMIT 1`,
      )
    const event = await until('the refusal in the log', async () => (await find())[0])
    return event.address
  }

  test('is what a trusted proxy reports, and nobody else', async () => {
    expect(await reportedAddress(await start({}))).toBe('127.0.0.1')
    expect(await reportedAddress(await start({ TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1' }))).toBe('203.0.113.9')
    expect(await reportedAddress(await start({ TRUSTED_PROXIES: '10.0.0.0/8' }))).toBe('127.0.0.1')
  })

  test('is not configured with what is no address', async () => {
    await expect(start({ TRUSTED_PROXIES: 'proxy.example' })).rejects.toThrow(
      'TRUSTED_PROXIES must be a list of addresses',
    )
  })
})

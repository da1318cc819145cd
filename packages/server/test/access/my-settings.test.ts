import { describe, expect, test } from 'vitest'
import { expectProblem } from '../support/problem.ts'
import { useTestApp } from '../support/use-test-app.ts'

const app = useTestApp()

async function put(body: unknown) {
  return await (await app.as('customer')).request('/v1/me/settings', { method: 'PUT', body })
}

describe('the own profile', () => {
  test('is changed field by field, and its history reports who did it', async () => {
    const user = await app.as('customer')
    const body = { first_name: 'Jonas Emil', language: 'nb-NO', timezone: 'Europe/Oslo', theme: 'dark' as const }
    const changed = await user.call('changeMySettings', { body })
    expect(changed).toMatchObject({ ...body, last_name: 'Eide', email: 'customer@packhouse.example' })
    expect(await user.call('mySettings')).toEqual(changed)
    const { user: me } = await user.call('me')
    expect(me.first_name).toBe('Jonas Emil')
    const [entry] = await app.sql(
      `SELECT actor_id, action, before->>'language' AS before, after->>'language' AS after FROM audit_entry
       WHERE resource = 'user' AND row_id = $1 ORDER BY id DESC LIMIT 1`,
      [me.id],
    )
    expect(entry).toEqual({ actor_id: me.id, action: 'update', before: null, after: 'nb-NO' })
  })

  test('has a unit, a start page and mails of its own, each by itself', async () => {
    const user = await app.as('other')
    expect(await user.call('mySettings')).toMatchObject({
      temperatureUnit: null,
      startPage: null,
      mails: { alarms: true, reports: true, service: true },
    })
    await user.call('changeMySettings', { body: { temperatureUnit: 'fahrenheit', startPage: '/alarms' } })
    const chosen = await user.call('changeMySettings', { body: { mails: { reports: false } } })
    expect(chosen).toMatchObject({
      temperatureUnit: 'fahrenheit',
      startPage: '/alarms',
      mails: { alarms: true, reports: false, service: true },
    })
    const back = { temperatureUnit: null, startPage: null, mails: { reports: true } }
    expect(await user.call('changeMySettings', { body: back })).toMatchObject({
      startPage: null,
      temperatureUnit: null,
    })
  })

  test.each([
    [{ first_name: '' }, 'body.first_name'],
    [{ last_name: 'x'.repeat(101) }, 'body.last_name'],
    [{ language: 'Norwegian!' }, 'body.language'],
    [{ timezone: 'Europe/Atlantis' }, 'body.timezone'],
    [{ theme: 'pink' }, 'body.theme'],
    [{ temperatureUnit: 'kelvin' }, 'body.temperatureUnit'],
    [{ startPage: '//evil.example' }, 'body.startPage'],
    [{ mails: { alarms: 'no' } }, 'body.mails.alarms'],
    [{ email: 'boss@packhouse.example' }, 'body.email'],
    [{ customerId: null }, 'body.customerId'],
    [{ preferences: [] }, 'body.preferences'],
  ])('refuses %j', async (body, path) => {
    expect(expectProblem(await put(body), 'invalid_request').errors?.[0]?.path).toBe(path)
  })
})

describe('preferences', () => {
  test('are set key by key, and null removes one', async () => {
    const user = await app.as('other')
    await user.call('changeMySettings', { body: { preferences: { 'views:customer': [{ name: 'a' }], kept: null } } })
    await user.call('changeMySettings', { body: { preferences: { 'columns:customer': ['name'] } } })
    const both = { 'views:customer': [{ name: 'a' }], 'columns:customer': ['name'] }
    expect((await user.call('mySettings')).preferences).toEqual(both)
    const { preferences } = await user.call('changeMySettings', { body: { preferences: { 'views:customer': null } } })
    expect(preferences).toEqual({ 'columns:customer': ['name'] })
  })

  test('written at once all stay', async () => {
    const user = await app.as('staff')
    const keys = Array.from({ length: 20 }, (_, index) => `key ${index}`)
    await Promise.all(keys.map((key) => user.call('changeMySettings', { body: { preferences: { [key]: key } } })))
    expect((await user.call('mySettings')).preferences).toEqual(Object.fromEntries(keys.map((key) => [key, key])))
  })

  test('of others are not seen', async () => {
    expect((await (await app.as('denied')).call('mySettings')).preferences).toEqual({})
  })

  test('take no more than 64 KiB altogether, and a refused one changes nothing', async () => {
    const half = { a: 'x'.repeat(40_000) }
    expect((await put({ preferences: half })).status).toBe(200)
    const problem = expectProblem(await put({ theme: 'light', preferences: { b: half.a } }), 'invalid_request')
    expect(problem.errors?.[0]?.path).toBe('body.preferences')
    const settings = await (await app.as('customer')).call('mySettings')
    expect(settings.preferences).toEqual(half)
    expect(settings.theme).toBe('dark')
    expect((await put({ preferences: { a: null, b: half.a } })).status).toBe(200)
  })

  test.each([
    ['a NUL', { a: ['\u0000'] }],
    ['a NUL in a key', { a: { '\u0000': 1 } }],
    ['half a surrogate pair', { a: { b: '\ud800' } }],
    ['twenty levels', { a: JSON.parse('['.repeat(20) + ']'.repeat(20)) }],
  ])('with %s are refused', async (_, preferences) => {
    expect(expectProblem(await put({ preferences }), 'invalid_request').errors?.[0]?.path).toBe('body.preferences')
  })

  test('with a hundred levels are not even read', async () => {
    const body = { preferences: { a: JSON.parse('['.repeat(100) + ']'.repeat(100)) } }
    expect(expectProblem(await put(body), 'invalid_request').errors).toMatchObject([{ path: 'body', code: 'too_deep' }])
  })

  test('with tens of thousands of levels are refused too', async () => {
    const body = `{"preferences":{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`
    expect((await put(body)).status).toBe(400)
  })
})

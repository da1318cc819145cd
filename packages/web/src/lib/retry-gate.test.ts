import { describe, expect, it } from 'vitest'
import { readProblem } from './api-error.ts'
import { createRetryGate } from './retry-gate.ts'

const busy = { code: 'too_many_requests', title: 'Too many requests.', detail: 'There may be 3 a minute.' }

function server() {
  const state = { now: 1_000_000, status: 429, headers: { 'retry-after': '20' } as Record<string, string>, asked: 0 }
  const fetch = createRetryGate(
    async () => {
      state.asked++
      return Response.json(state.status < 300 ? {} : busy, { status: state.status, headers: state.headers })
    },
    () => state.now,
  )
  const get = (url = '/v1/x', authorization = 'Bearer a') => fetch(url, { headers: { authorization } })
  return { state, get, fetch }
}

describe.each([429, 503])('after a refusal for now (%i)', (status) => {
  it('the same is not asked before its time, and whoever asks learns why and how long it takes', async () => {
    const { state, get } = server()
    state.status = status
    await get()
    state.now += 12_500
    expect(await readProblem(await get())).toMatchObject({ status, detail: busy.detail, retryAfterSeconds: 8 })
    expect(state.asked).toBe(1)
  })

  it('it is asked when the time is over', async () => {
    const { state, get } = server()
    state.status = status
    await get()
    state.now += 20_000
    state.status = 200
    expect((await get()).status).toBe(200)
    expect(state.asked).toBe(2)
  })

  it('other addresses, other users and changes are not held up', async () => {
    const { state, get, fetch } = server()
    state.status = status
    await get()
    await get('/v1/y')
    await get('/v1/x', 'Bearer b')
    await fetch('/v1/x', { method: 'POST', headers: { authorization: 'Bearer a' } })
    expect(state.asked).toBe(4)
  })
})

describe('an answer is handed on as it is', () => {
  it.each([
    [503, {}],
    [503, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }],
    [401, { 'retry-after': '20' }],
    [200, {}],
  ])('%i with %j', async (status, headers) => {
    const { state, get } = server()
    Object.assign(state, { status, headers })
    expect((await get()).status).toBe(status)
    await get()
    expect(state.asked).toBe(2)
  })
})

it('nobody waits longer than five minutes', async () => {
  const { state, get } = server()
  state.headers = { 'retry-after': '86400' }
  expect(await readProblem(await get())).toMatchObject({ retryAfterSeconds: 300 })
})

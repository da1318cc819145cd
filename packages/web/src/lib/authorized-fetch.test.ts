import { describe, expect, it } from 'vitest'
import { ApiError, SignedOutError } from './api-error.ts'
import { createAuthorizedFetch } from './authorized-fetch.ts'
import { createTokenRefresh, type Locks } from './token-refresh.ts'
import { createTokenStore } from './token-store.ts'

/** One browser: a storage and a lock that all its tabs share, and the server's side of the tokens. */
function browser() {
  const kept = new Map([
    ['token', 'pha_0'],
    ['refresh_token', 'phr_0'],
  ])
  const server = {
    valid: 'pha_1',
    generation: 0,
    exchanges: 0,
    requests: 0,
    failure: undefined as Error | undefined,
    answering: undefined as Promise<void> | undefined,
  }
  let queue: Promise<unknown> = Promise.resolve()
  const locks: Locks = {
    request(_name, work) {
      const turn = queue.then(work)
      queue = turn.catch(() => undefined)
      return turn
    },
  }

  function tab(shared: Locks | undefined = locks) {
    const ended: string[] = []
    const tokens = createTokenStore({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    })
    const refresh = createTokenRefresh({
      tokens,
      locks: shared,
      async exchange(refreshToken) {
        server.exchanges++
        await (server.answering ?? new Promise((resolve) => setTimeout(resolve)))
        if (server.failure) throw server.failure
        if (refreshToken !== `phr_${server.generation}`) throw refused('refresh_token_reused')
        server.generation++
        return { access_token: `pha_${server.generation}`, refresh_token: `phr_${server.generation}` }
      },
    })
    const send = createAuthorizedFetch({
      async fetch(_url, init) {
        server.requests++
        const headers = new Headers(init.headers)
        const agree = headers.get('authorization') === `Bearer ${headers.get('x-api-key')}`
        return agree && headers.get('x-api-key') === server.valid ? Response.json({}) : unauthorized()
      },
      tokens,
      refresh,
      onSessionEnd: () => ended.push('ended'),
    })
    const request = { url: '/v1/auth/me', method: 'GET', body: undefined, isPublic: false }
    return { tokens, ended, get: (isPublic = false) => send({ ...request, isPublic }) }
  }
  return { kept, server, tab }
}

const refused = (code: 'refresh_token_reused') => new ApiError({ code, status: 401, title: code })
const unauthorized = () => Response.json({ code: 'token_expired', title: 'Expired' }, { status: 401 })

describe('a request with an expired token', () => {
  it('is sent again after one refresh', async () => {
    const { server, tab, kept } = browser()
    expect((await tab().get()).status).toBe(200)
    expect(server).toMatchObject({ exchanges: 1, requests: 2 })
    expect(Object.fromEntries(kept)).toEqual({ token: 'pha_1', refresh_token: 'phr_1' })
  })

  it('waits with all others of its tab for the single refresh', async () => {
    const { server, tab } = browser()
    const { get } = tab()
    const answers = await Promise.all(Array.from({ length: 20 }, () => get()))
    expect(answers.every((answer) => answer.ok)).toBe(true)
    expect(server).toMatchObject({ exchanges: 1, requests: 40 })
  })

  it('uses the tokens that another tab has just received', async () => {
    const { server, tab } = browser()
    const answers = await Promise.all([tab(), tab(), tab()].map(({ get }) => get()))
    expect(answers.every((answer) => answer.ok)).toBe(true)
    expect(server.exchanges).toBe(1)
  })

  it('refreshes once where the browser has no locks', async () => {
    const { server, tab } = browser()
    const { get } = tab(undefined)
    await Promise.all([get(), get()])
    expect(server.exchanges).toBe(1)
  })

  it('is retried once only: a second 401 ends the session', async () => {
    const { server, tab, kept } = browser()
    server.valid = 'none'
    const { get, ended } = tab()
    await expect(get()).rejects.toMatchObject({ code: 'token_expired' })
    expect(server).toMatchObject({ exchanges: 1, requests: 2 })
    expect(kept.size).toBe(0)
    expect(ended).toHaveLength(1)
  })
})

describe('a refresh that fails', () => {
  it('rejects every waiting request, clears the tokens and is told once', async () => {
    const { server, tab, kept } = browser()
    server.generation = 5
    const { get, ended } = tab()
    const answers = await Promise.allSettled([get(), get(), get()])
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(server.exchanges).toBe(1)
    expect(kept.size).toBe(0)
    expect(ended).toHaveLength(1)
  })

  it('keeps the session when the server could not be asked, so that it can be tried again', async () => {
    const { server, tab, kept } = browser()
    const { get, ended } = tab()
    server.failure = new TypeError('Failed to fetch')
    await expect(get()).rejects.toThrow('Failed to fetch')
    expect(kept.size).toBe(2)
    expect(ended).toEqual([])
    server.failure = undefined
    expect((await get()).status).toBe(200)
  })

  it('asks nobody when there is no refresh token', async () => {
    const { server, tab, kept } = browser()
    kept.delete('refresh_token')
    await expect(tab().get()).rejects.toMatchObject({ status: 401 })
    expect(server.exchanges).toBe(0)
  })
})

describe('a browser that has signed out', () => {
  it('asks nothing, and says that the session has ended', async () => {
    const { server, tab, kept } = browser()
    kept.clear()
    const { get, ended } = tab()
    await expect(get()).rejects.toBeInstanceOf(SignedOutError)
    expect(server).toMatchObject({ exchanges: 0, requests: 0 })
    expect(ended).toHaveLength(1)
  })

  it('does not come back by a refresh that was under way', async () => {
    const { server, tab, kept } = browser()
    const exchange = Promise.withResolvers<void>()
    server.answering = exchange.promise
    const asked = tab().get()
    while (server.exchanges === 0) await new Promise((resolve) => setTimeout(resolve))
    kept.clear()
    exchange.resolve()
    await expect(asked).rejects.toMatchObject({ status: 401 })
    expect(kept.size).toBe(0)
    expect(server.requests).toBe(1)
  })

  it('leaves the tokens of whoever has signed in during a refresh', async () => {
    const { server, tab, kept } = browser()
    const exchange = Promise.withResolvers<void>()
    server.answering = exchange.promise
    const asked = tab().get()
    while (server.exchanges === 0) await new Promise((resolve) => setTimeout(resolve))
    kept.set('token', 'pha_1')
    kept.set('refresh_token', 'phr_another')
    exchange.resolve()
    expect((await asked).status).toBe(200)
    expect(kept.get('refresh_token')).toBe('phr_another')
  })
})

describe('a public call', () => {
  it('gets its 401 as an answer, without a refresh', async () => {
    const { server, tab } = browser()
    expect((await tab().get(true)).status).toBe(401)
    expect(server).toMatchObject({ exchanges: 0, requests: 1 })
  })
})

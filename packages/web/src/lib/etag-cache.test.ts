import { describe, expect, it } from 'vitest'
import type { ApiRequest } from './api-request.ts'
import { createEtagCache } from './etag-cache.ts'
import type { SendOptions } from './request-init.ts'

const request: ApiRequest = { url: '/v1/x', method: 'GET', body: undefined, isPublic: false }

function server() {
  const state = { etag: '"1"' as string | null, body: { value: 1 } as unknown, status: 200, asked: [] as unknown[] }
  const cache = createEtagCache(async (_request: ApiRequest, options: SendOptions = {}) => {
    const asked = options.headers?.['if-none-match']
    state.asked.push(asked)
    if (state.status !== 200) return Response.json({ code: 'unavailable', title: 'Away' }, { status: state.status })
    if (asked !== undefined && asked === state.etag) return new Response(null, { status: 304 })
    return Response.json(state.body, { headers: state.etag === null ? {} : { etag: state.etag } })
  })
  return { state, cache }
}

describe('etag cache', () => {
  it('returns the identical object while the server answers 304', async () => {
    const { state, cache } = server()
    const first = await cache.get(request)
    expect(await cache.get(request)).toBe(first)
    expect(state.asked).toEqual([undefined, '"1"'])
  })

  it('returns the new body once the ETag has changed', async () => {
    const { state, cache } = server()
    await cache.get(request)
    Object.assign(state, { etag: '"2"', body: { value: 2 } })
    expect(await cache.get(request)).toEqual({ value: 2 })
  })

  it('keeps each address by itself', async () => {
    const { state, cache } = server()
    await cache.get(request)
    await cache.get({ ...request, url: '/v1/y' })
    expect(state.asked).toEqual([undefined, undefined])
  })

  it('makes the new body of the last one and of the differences that were asked for', async () => {
    const asked: (string | undefined)[] = []
    const bodies = [
      Response.json('1', { status: 226, headers: { etag: '"1"', im: 'text' } }),
      Response.json([2], { status: 226, headers: { etag: '"2"', im: 'more' } }),
      new Response(null, { status: 304 }),
      Response.json([9], { headers: { etag: '"3"' } }),
    ]
    const cache = createEtagCache(async (_request, options = {}) => {
      asked.push(options.headers?.['a-im'])
      return bodies.shift() ?? Response.error()
    })
    const whole = { name: 'text', read: (sent: unknown) => [Number(sent)] }
    const delta = { name: 'more', apply: (before: unknown, more: unknown) => [before, more].flat(), whole }
    const get = () => cache.get(request, {}, delta)
    expect([await get(), await get(), await get(), await get()]).toEqual([[1], [1, 2], [1, 2], [9]])
    expect(asked).toEqual(['text', 'more, text', 'more, text', 'more, text'])
  })

  it('still knows the last body after a failed request', async () => {
    const { state, cache } = server()
    const first = await cache.get(request)
    state.status = 503
    await expect(cache.get(request)).rejects.toMatchObject({ status: 503 })
    state.status = 200
    expect(await cache.get(request)).toBe(first)
  })

  it('forgets everything when it is cleared, so that the next user starts with nothing', async () => {
    const { state, cache } = server()
    await cache.get(request)
    cache.clear()
    await cache.get(request)
    expect(state.asked).toEqual([undefined, undefined])
  })
})

import { api } from '@packhouse/contract'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toRequest } from './api-request.ts'
import { createAuthorizedFetch } from './authorized-fetch.ts'
import { toInit } from './request-init.ts'
import { createTokenStore } from './token-store.ts'
import { forgetView } from './view-as.ts'

const stored = new Map<string, string>()
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
}

beforeEach(() => {
  stored.clear()
  storage.setItem('packhouse-view-as', 'the-view')
  vi.stubGlobal('sessionStorage', storage)
})
afterEach(() => vi.unstubAllGlobals())

const viewOf = (request: ReturnType<typeof toRequest>) =>
  new Headers(toInit(request, 'pha_1', {}).headers).get('view-as')

test('while viewing as another user everything is asked as that user but what is the viewer’s own or nobody’s', () => {
  expect(viewOf(toRequest(api.me, undefined))).toBe('the-view')
  for (const own of [api.mySettings, api.changeMySettings, api.endViewAs, api.logout]) {
    expect(viewOf(toRequest(own, undefined)), own.path).toBeNull()
  }
  expect(viewOf(toRequest(api.publicSettings, undefined))).toBeNull()
  forgetView()
  expect(viewOf(toRequest(api.me, undefined))).toBeNull()
})

test('the end of a view is heard of once the server says so, and of no other refusal', async () => {
  const ended = vi.fn()
  const send = (code: string) =>
    createAuthorizedFetch({
      fetch: async () => Response.json({ code, title: code }, { status: 403 }),
      tokens: createTokenStore({ ...storage, getItem: () => 'pha_1' }),
      refresh: async () => 'ended',
      onSessionEnd: () => undefined,
      onViewEnd: ended,
    })(toRequest(api.me, undefined))
  await send('view_only')
  expect(ended).not.toHaveBeenCalled()
  const response = await send('view_ended')
  expect(ended).toHaveBeenCalledOnce()
  expect(await response.json()).toMatchObject({ code: 'view_ended' })
})

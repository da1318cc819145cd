import { describe, expect, it, vi } from 'vitest'
import { createEarlyAnswers } from './early-answers.ts'
import { asksForSession } from './member-pages.ts'
import { areaNames } from './section.ts'

const URL = '/v1/auth/me'
const asMember = (token: string, others: Record<string, string> = {}): RequestInit => ({
  method: 'GET',
  headers: { accept: 'application/json', authorization: `Bearer ${token}`, traceparent: '00-1', ...others },
})

function early() {
  const sent: { url: string; init: RequestInit }[] = []
  const answers = createEarlyAnswers(async (url, init) => {
    sent.push({ url, init })
    return Response.json({ number: sent.length })
  })
  return { answers, sent }
}

describe('what is asked early', () => {
  it('is handed over once to whoever asks the same, whatever it is traced by', async () => {
    const { answers, sent } = early()
    answers.ask(URL, asMember('a'))
    const taken = answers.take(URL, asMember('a', { traceparent: '00-2' }))
    expect(await (await taken)?.json()).toEqual({ number: 1 })
    expect(answers.take(URL, asMember('a'))).toBeUndefined()
    expect(sent).toHaveLength(1)
  })

  it.each([
    ['another address', '/v1/me/settings', asMember('a')],
    ['another token', URL, asMember('b')],
    ['another language', URL, asMember('a', { 'accept-language': 'de' })],
    ['another user whose view it is', URL, asMember('a', { 'view-as': 'x' })],
    ['the rest of a stream', URL, asMember('a', { 'last-event-id': '7' })],
    ['a change', URL, { ...asMember('a'), method: 'POST' }],
  ])('is not the answer for %s', (_what, url, init) => {
    const { answers } = early()
    answers.ask(URL, asMember('a'))
    expect(answers.take(url, init)).toBeUndefined()
  })

  it('ends with the signal of whoever has taken it', async () => {
    const { answers, sent } = early()
    const taker = new AbortController()
    answers.ask(URL, asMember('a'))
    await answers.take(URL, { ...asMember('a'), signal: taker.signal })
    expect(sent[0]?.init.signal?.aborted).toBe(false)
    taker.abort()
    expect(sent[0]?.init.signal?.aborted).toBe(true)
  })

  it('is ended when nobody has taken it in time, or somebody else signs in', async () => {
    vi.useFakeTimers()
    try {
      const { answers, sent } = early()
      answers.ask(URL, asMember('a'))
      await vi.advanceTimersByTimeAsync(60_000)
      expect(answers.take(URL, asMember('a'))).toBeUndefined()
      expect(sent[0]?.init.signal?.aborted).toBe(true)
      answers.ask(URL, asMember('a'))
      answers.clear()
      expect(answers.take(URL, asMember('a'))).toBeUndefined()
      expect(sent[1]?.init.signal?.aborted).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })

  it('is handed over behind what follows from it, so that its taker finds that asked for', async () => {
    const { answers, sent } = early()
    answers.ask(URL, asMember('a'), async (answer) => {
      await answer.clone().json()
      answers.ask('/v1/me/settings', asMember('a'))
    })
    const taken = await answers.take(URL, asMember('a'))
    expect(await taken?.json()).toEqual({ number: 1 })
    expect(answers.take('/v1/me/settings', asMember('a'))).toBeDefined()
    expect(sent).toHaveLength(2)
  })

  it('is handed over where nothing can be made of it', async () => {
    const { answers } = early()
    answers.ask(URL, asMember('a'), () => Promise.reject(new SyntaxError('no JSON')))
    expect(await answers.take(URL, asMember('a'))).toBeInstanceOf(Response)
  })

  it('fails for whoever takes it, as its request has failed', async () => {
    const answers = createEarlyAnswers(() => Promise.reject(new TypeError('away')))
    answers.ask(URL, asMember('a'))
    await expect(answers.take(URL, asMember('a'))).rejects.toThrow('away')
  })
})

it('The session is asked for early on the pages of every area, and on no public page', () => {
  for (const address of ['/', '/home', '/settings', ...areaNames.map((area) => `/${area}/page`)])
    expect(asksForSession(address), address).toBe(true)
  for (const address of ['/login', '/quote/token', '/invitation', '/forgot-password', '/auth/twofactor', '/unknown'])
    expect(asksForSession(address), address).toBe(false)
})

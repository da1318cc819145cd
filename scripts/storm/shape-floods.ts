import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { placeOf } from './http-floods.ts'
import { json, posted, requests } from './requests.ts'
import { holdCrowd } from './sockets.ts'
import type { Flood } from './target.ts'

const KEYS = 9_000
const DEPTH = 30_000
const COOKIES = 700
const HEADERS = 500
const RANGES = 1_000
const UNPACKED_BYTES = 64 * 1024 * 1024
const CROWD = 400
const UNREAD_LIFETIME_MS = 10_000
const PIPELINED = 8
const FIRST_ADDRESS = 8

const login = '/v1/auth/login'

/** Requests of shapes that cost whoever reads them more than whoever sends them. */
export const shapeFloods: Record<string, Record<string, Flood>> = {
  'unknown keys': {
    keys: requests(() => {
      const body = JSON.stringify(Object.fromEntries(Array.from({ length: KEYS }, (_, index) => [`k${index}`, 1])))
      return () => ({ path: login, ...json(body) })
    }),
  },
  depth: {
    depth: requests(() => {
      const body = `${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}`
      return (turn) => ({ path: turn % 2 === 0 ? login : '/v1/customers', ...json(body) })
    }),
  },
  'large bodies': {
    bodies: requests(() => {
      const body = JSON.stringify({ email: 'x'.repeat(1_000_000) })
      return (turn) => ({ path: turn % 2 === 0 ? login : '/v1/customers', ...json(body) })
    }),
  },
  compressed: {
    bodies: requests(() => {
      const body = gzipSync(Buffer.alloc(UNPACKED_BYTES, 0x20))
      return () => ({ path: login, ...posted(body, 'application/json', { 'content-encoding': 'gzip' }) })
    }),
  },
  forms: {
    fields: requests(() => {
      const body = 'a&'.repeat(100_000)
      return () => ({ path: '/auth/saml2/acs', ...posted(body, 'application/x-www-form-urlencoded') })
    }),
  },
  headers: {
    many: requests(() => {
      const many = Object.fromEntries(Array.from({ length: HEADERS }, (_, index) => [`x-${index}`, 'y'.repeat(20)]))
      return () => ({ path: '/v1/settings/public', headers: many })
    }),
    large: requests(() => () => ({ path: '/v1/settings/public', headers: { 'x-large': 'y'.repeat(60_000) } })),
  },
  cookies: {
    cookies: requests(() => {
      const cookie = Array.from({ length: COOKIES }, (_, index) => `c${index}=${index}`).join('; ')
      return () => ({ path: '/v1/settings/public', headers: { cookie } })
    }),
  },
  addresses: {
    addresses: requests(() => (turn) => {
      const bad = [`/${'a/'.repeat(3_000)}`, `/v1/${'%2e%2e/'.repeat(800)}`, `/v1/customers?${'a=b&'.repeat(2_500)}`]
      return { path: `${bad[turn % bad.length]}${turn}` }
    }),
  },
  ranges: {
    ranges: requests(() => {
      const range = `bytes=${Array.from({ length: RANGES }, (_, index) => `${index}-${index + 1}`).join(',')}`
      return (turn) => ({ path: turn % 2 === 0 ? '/docs/js/scalar.js' : '/v1/openapi.json', headers: { range } })
    }),
  },
  languages: {
    languages: requests(() => {
      const languages = Array.from({ length: 1_000 }, (_, index) => `x-${index};q=0.${index}`).join(',')
      return () => ({ path: '/v1/quotes/none', headers: { 'accept-language': languages } })
    }),
  },
  pipelined: {
    requests: crowd(8, (socket) => socket.write('GET /x HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(2_400))),
  },
  chunks: { chunks: crowd(0, trickle) },
  unreadable: { bytes: crowd(1, (socket) => socket.end(randomBytes(2_000))) },
  'conflicting lengths': {
    lengths: crowd(2, (socket) =>
      socket.write(
        `POST ${login} HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET / HTTP/1.1\r\n\r\n`,
      ),
    ),
  },
  'unread script': { script: crowd(3, unreadOf('/docs/js/scalar.js'), UNREAD_LIFETIME_MS) },
  'unread pages': { pages: crowd(4, unreadOf('/'), UNREAD_LIFETIME_MS) },
  upgrades: {
    'web sockets': crowd(5, upgradeTo('/mqtt')),
    elsewhere: crowd(6, upgradeTo('/v1/health')),
  },
  'streams of nobody': {
    streams: crowd(7, (socket) =>
      socket.write('GET /v1/ignition/machines/me/stream HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n'),
    ),
  },
}

function crowd(index: number, act: (socket: Socket) => unknown, lifetimeMs?: number): Flood {
  return async ({ url }, until) => {
    const lifetime = lifetimeMs === undefined ? {} : { lifetimeMs }
    const place = placeOf(url, FIRST_ADDRESS + index)
    const { opened, ended } = await holdCrowd(
      { ...place, size: CROWD, ...lifetime, act: (socket) => void act(socket) },
      until,
    )
    return `${opened} connections, ${ended} ended`
  }
}

/** A body of one byte a chunk. */
function trickle(socket: Socket): void {
  socket.on('data', () => undefined)
  socket.write(
    `POST ${login} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  socket.write('1\r\n \r\n'.repeat(5_000))
}

function unreadOf(path: string): (socket: Socket) => void {
  return (socket) => {
    socket.pause()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(PIPELINED))
  }
}

function upgradeTo(path: string): (socket: Socket) => void {
  return (socket) => {
    socket.on('data', () => undefined)
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: mqtt\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
    )
  }
}

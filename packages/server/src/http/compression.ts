import { promisify } from 'node:util'
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { encodedTag } from '../engine/entity-tags.ts'

/** Smaller bodies fit into the packet that carries the headers. */
const LEAST_BYTES = 1_000
/** Larger bodies are compressed by another thread: up to here that would cost more than the work itself. */
const MOST_SYNC_BYTES = 16 * 1024
const TEXT = /^(application\/(?:[\w.-]+\+)?json|text\/(?!event-stream)[\w-]+)\b/

interface Encoder {
  now: (bytes: Buffer) => Buffer
  soon: (bytes: Buffer) => Promise<Buffer>
}

/** The fastest level of each is the best trade for answers that are made when they are asked for (decision 0101). */
const zstdOptions = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const gzipOptions = { level: 1 }
const [soonByZstd, soonByBrotli, soonByGzip] = [promisify(zstdCompress), promisify(brotliCompress), promisify(gzip)]

/** In the order of preference, where a client takes several alike. */
const encoders: Readonly<Record<string, Encoder>> = {
  zstd: { now: (bytes) => zstdCompressSync(bytes, zstdOptions), soon: (bytes) => soonByZstd(bytes, zstdOptions) },
  br: {
    now: (bytes) => brotliCompressSync(bytes, brotliOptions),
    soon: (bytes) => soonByBrotli(bytes, brotliOptions),
  },
  gzip: { now: (bytes) => gzipSync(bytes, gzipOptions), soon: (bytes) => soonByGzip(bytes, gzipOptions) },
}
const names = [...Object.keys(encoders), 'identity']

/** Bytes that a handler sends to several clients are compressed once in each encoding, for as long as the handler has them. */
const shared = new WeakMap<Buffer, Map<string, Promise<Buffer>>>()

/**
 * Compresses whole answers of text in an encoding that the client takes. What streams, and what its handler has encoded itself, stays
 * as it is. Runs after all other hooks of a route, so that these see what the handler has answered.
 */
export function registerCompression(app: FastifyInstance): void {
  app.addHook('onRoute', (route: RouteOptions) => {
    route.onSend = [route.onSend ?? []].flat().concat(compress)
  })
}

async function compress(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  const isWhole = typeof payload === 'string' || Buffer.isBuffer(payload)
  if (!isWhole || reply.hasHeader('content-encoding') || !TEXT.test(String(reply.getHeader('content-type'))))
    return payload
  addVary(reply)
  const name = negotiate(String(request.headers['accept-encoding'] ?? 'identity'), names) ?? 'identity'
  const encoder = encoders[name]
  if (encoder === undefined || Buffer.byteLength(payload) < LEAST_BYTES) return payload
  const body = await encode(payload, name, encoder)
  reply.header('content-encoding', name).header('content-length', body.length)
  const etag = reply.getHeader('etag')
  if (typeof etag === 'string') reply.header('etag', encodedTag(etag, name))
  return body
}

async function encode(payload: string | Buffer, name: string, { now, soon }: Encoder): Promise<Buffer> {
  if (typeof payload === 'string') {
    const bytes = Buffer.from(payload)
    return bytes.length <= MOST_SYNC_BYTES ? now(bytes) : await soon(bytes)
  }
  if (payload.length <= MOST_SYNC_BYTES) return now(payload)
  const made = shared.get(payload) ?? new Map<string, Promise<Buffer>>()
  shared.set(payload, made)
  const known = made.get(name)
  if (known !== undefined) return await known
  const body = soon(payload)
  made.set(name, body)
  return await body
}

/** A cache must not give a client an encoding that another one has asked for, whichever this client gets. */
function addVary(reply: FastifyReply): void {
  const vary = reply.getHeader('vary')
  if (vary === undefined) reply.header('vary', 'accept-encoding')
  else if (!String(vary).includes('accept-encoding')) reply.header('vary', `${vary}, accept-encoding`)
}

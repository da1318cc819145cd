import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isKnown, sendNotModified } from '../engine/entity-tags.ts'
import { SlicedBody } from './sliced-body.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
/** A tenth larger than at the best quality, and made in a tenth of the time: somebody waits for it. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

/** From here on a body is sent in slices. */
const LARGE_BYTES = 128 * 1024

type Encoding = 'br' | 'gzip' | 'identity'
const encodings: Encoding[] = ['br', 'gzip', 'identity']

/** An answer that is the same for everybody: its bytes are made and compressed once and shared by all who ask. */
export class PreparedAnswer {
  readonly #bodies: Record<Encoding, Buffer>
  readonly #headers: Record<string, string>
  readonly #hash: string

  private constructor(bodies: Record<Encoding, Buffer>, headers: Record<string, string>) {
    this.#bodies = bodies
    this.#headers = headers
    this.#hash = createHash('sha256').update(bodies.identity).digest('base64url').slice(0, 22)
  }

  /** @param headers of every answer: content-type, and others where needed */
  static async make(body: string | Buffer, headers: Record<string, string>): Promise<PreparedAnswer> {
    const identity = Buffer.from(body)
    const [br, gzipped] = await Promise.all([compressBrotli(identity, BROTLI), compressGzip(identity)])
    return new PreparedAnswer({ br, gzip: gzipped, identity }, headers)
  }

  /** Answers in an encoding that the client takes, or 304 where it has this very representation. */
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const encoding = negotiate(String(request.headers['accept-encoding'] ?? 'identity'), encodings) ?? 'identity'
    // A strong ETag names bytes, and those differ with the encoding (RFC 9110, 8.8.3.3).
    const etag = `"${this.#hash}-${encoding}"`
    const vary = [this.#headers.vary, 'accept-encoding'].filter((one) => one !== undefined).join(', ')
    reply.headers({ 'cache-control': 'no-cache', ...this.#headers, etag, vary })
    if (isKnown(request, etag)) return sendNotModified(reply)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    const body = this.#bodies[encoding]
    // A HEAD has no body to share the turns for.
    if (body.length < LARGE_BYTES || request.method === 'HEAD') return reply.code(200).send(body)
    return reply.code(200).header('content-length', body.length).send(new SlicedBody(body))
  }
}

/** Makes an answer when it is first asked for; anyone who asks in the meantime waits for the same one. A failure is tried again. */
export function prepareOnce(make: () => Promise<PreparedAnswer>, dependsOn = () => ''): () => Promise<PreparedAnswer> {
  let made: Promise<PreparedAnswer> | undefined
  let of = ''
  return () => {
    const now = dependsOn()
    if (now !== of) made = undefined
    of = now
    made ??= make().catch((error: unknown) => {
      made = undefined
      throw error
    })
    return made
  }
}

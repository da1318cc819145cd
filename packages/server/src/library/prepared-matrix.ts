import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

type Encoding = 'br' | 'gzip' | 'identity'

/** A whole matrix as bytes, which all who may read it share. */
export class PreparedMatrix {
  /** Names the revision, the day and the material that it is of. */
  readonly tag: string
  readonly #identity: Buffer
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()

  constructor(tag: string, identity: Buffer) {
    this.tag = tag
    this.#identity = identity
  }

  /** Answers in an encoding that the client takes; each is made when it is first asked for. */
  async send(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const encoding = encodingOf(request)
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    reply
      .header('etag', `"${this.tag}-${encoding}"`)
      .header('vary', 'accept-encoding')
      .header('content-type', 'application/json; charset=utf-8')
      .send(await this.#bytes(encoding))
  }

  async #bytes(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.#identity
    const made =
      this.#compressed.get(encoding) ??
      (encoding === 'br' ? compressBrotli(this.#identity, BROTLI) : compressGzip(this.#identity))
    this.#compressed.set(encoding, made)
    return await made
  }
}

/** Whether the client has this revision, in whatever encoding. */
export function isKnown(request: FastifyRequest, tag: string): boolean {
  const known = String(request.headers['if-none-match'] ?? '')
  return known.split(',').some((one) => one.trim().replace(/^W\//, '').startsWith(`"${tag}-`))
}

export function encodingOf(request: FastifyRequest): Encoding {
  const accepted = String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .map((one) => one.trim())
  // One that is refused by `;q=0` is not among them, since it has more than its name.
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? 'identity'
}

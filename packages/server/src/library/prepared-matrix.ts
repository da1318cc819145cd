import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { knownTag } from '../engine/entity-tags.ts'

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

const encodings = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof encodings)[number]

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

/** The tag by which the client has this revision, in whatever encoding; undefined where it does not. */
export function knownTagOf({ headers }: FastifyRequest, tag: string): string | undefined {
  const known = knownTag(headers, (opaque) => encodings.some((encoding) => opaque === `"${tag}-${encoding}"`))
  return known === '*' ? `"${tag}-identity"` : known
}

export function encodingOf(request: FastifyRequest): Encoding {
  const accepted = String(request.headers['accept-encoding'] ?? '')
    .split(',')
    .map((one) => one.trim())
  // One that is refused by `;q=0` is not among them, since it has more than its name.
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding)) ?? 'identity'
}

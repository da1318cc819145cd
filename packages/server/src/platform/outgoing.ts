import { type LookupAddress, lookup } from 'node:dns'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { reachOf } from './address-ranges.ts'
import { sentence } from './sentence.ts'

const TIME_LIMIT_MS = 5_000
const SIZE_LIMIT = 1024 * 1024

export interface OutgoingRequest {
  method?: string
  headers?: Record<string, string>
  /** Bytes, or what is sent as text. */
  body?: unknown
}

/** Why a request was not made or not finished, in words that can be shown to staff. */
export class OutgoingError extends Error {}

/**
 * Requests to addresses that people enter, such as those of an identity provider. What a name resolves to is looked at
 * before the connection is made, and the connection goes to just that address: a name cannot change its mind in between.
 * Redirects are handed back, not followed.
 */
export class Outgoing {
  readonly #allowPrivate: boolean
  readonly #timeLimitMs: number

  /** @param allowPrivate whether loopback and private networks, and http, are admitted; link-local and metadata addresses never are */
  constructor(allowPrivate: boolean, timeLimitMs = TIME_LIMIT_MS) {
    this.#allowPrivate = allowPrivate
    this.#timeLimitMs = timeLimitMs
  }

  get timeLimitMs(): number {
    return this.#timeLimitMs
  }

  get allowsPrivate(): boolean {
    return this.#allowPrivate
  }

  /** @throws OutgoingError where the address is refused or away, after 5 s, or beyond 1 MiB */
  readonly fetch = async (address: string, { method = 'GET', headers = {}, body }: OutgoingRequest = {}) => {
    const url = this.#admitted(address)
    const bytes = body === undefined || body === null || body instanceof Uint8Array ? (body ?? undefined) : String(body)
    return await new Promise<Response>((resolve, reject) => {
      const send = url.protocol === 'https:' ? requestHttps : requestHttp
      const signal = AbortSignal.timeout(this.#timeLimitMs)
      const options = { method, headers: { ...headers, 'accept-encoding': 'identity' }, lookup: this.#lookup, signal }
      const sent = send(url, { ...options, agent: false }, (response) => {
        collect(response).then(
          (answer) => resolve(toResponse(response, answer)),
          (error) => reject(this.#toError(error, url)),
        )
      })
      sent.once('error', (error) => reject(this.#toError(error, url)))
      sent.end(bytes)
    })
  }

  #admitted(address: string): URL {
    const url = URL.parse(address)
    const protocols = this.#allowPrivate ? ['https:', 'http:'] : ['https:']
    if (url === null || !protocols.includes(url.protocol)) {
      // It may hold a password or a token, and these words are stored and shown.
      throw new OutgoingError(sentence`The address must start with ${protocols.join('// or ')}//.`)
    }
    // An address in numbers is not looked up.
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
    if (isIP(host) !== 0) this.#assertReach(host, host)
    return url
  }

  #assertReach(name: string, address: string): void {
    const reach = reachOf(address)
    if (reach === 'public' || (reach === 'private' && this.#allowPrivate)) return
    const remedy =
      reach === 'private'
        ? sentence`Use a public address, or start the product with ALLOW_PRIVATE_ADDRESSES=on.`
        : sentence`Such addresses are never asked.`
    throw new OutgoingError(`${name} leads to ${address}, an address inside of a closed network. ${remedy}`)
  }

  #toError(error: Error & { code?: string }, { host }: URL): OutgoingError {
    if (error instanceof OutgoingError) return error
    if (error.name === 'AbortError' || error.name === 'TimeoutError') {
      return new OutgoingError(sentence`${host} did not answer within ${this.#timeLimitMs / 1000} seconds.`)
    }
    return new OutgoingError(sentence`${host} could not be reached (${error.code ?? error.message}).`)
  }

  readonly #lookup: LookupFunction = (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, '')
      try {
        for (const { address } of found) this.#assertReach(name, address)
      } catch (refusal) {
        return done(refusal as Error, '')
      }
      if (options.all) return done(null, found)
      return done(null, found[0]?.address ?? '', found[0]?.family)
    })
  }
}

async function collect(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (size > SIZE_LIMIT) throw new OutgoingError(sentence`The answer is larger than 1 MiB.`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

function toResponse({ statusCode = 500, headers }: IncomingMessage, bytes: Buffer): Response {
  const given = Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
  const isEmpty = statusCode === 204 || statusCode === 304
  return new Response(isEmpty ? null : new Uint8Array(bytes), { status: statusCode, headers: given })
}

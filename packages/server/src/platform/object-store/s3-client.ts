import { createHash } from 'node:crypto'
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { clock } from '../clock.ts'
import { ObjectStoreError, type ObjectStoreFault } from './object-store.ts'
import { firstText, textsOf } from './s3-answers.ts'
import { encode, queryOf, type S3Credentials, signedHeaders } from './s3-signature.ts'

export interface S3Place extends S3Credentials {
  /** Such as `https://s3.eu-central-1.amazonaws.com`, without a path. */
  endpoint: string
  bucket: string
}

export interface S3Times {
  /** Longest silence of the service while something is sent or awaited, ms. */
  silenceMs: number
  /** Pause before the second attempt, ms; each further one is twice as long. */
  pauseMs: number
}

export interface S3Request {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** Undefined for the bucket as a whole. */
  key?: string | undefined
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
}

export interface S3Answer {
  status: number
  headers: IncomingMessage['headers']
  text: string
}

const ATTEMPTS = 4
/** Answers other than contents: lists have at most 1,000 keys. */
const LARGEST_ANSWER = 4 * 1024 * 1024
const EMPTY = new Uint8Array()
/** What passes: too many requests, and what the service could not do just now. */
const PASSING = new Set([408, 429, 500, 502, 503, 504])

/** Signed requests to one bucket, in path style. Each is tried up to four times, and none waits longer than its silence for anything. */
export class S3Client {
  readonly #place: S3Place
  readonly #times: S3Times
  readonly #agent: HttpAgent

  constructor(place: S3Place, times: S3Times) {
    this.#place = place
    this.#times = times
    const options = { keepAlive: true, maxSockets: 32, maxFreeSockets: 4, timeout: times.silenceMs }
    this.#agent = place.endpoint.startsWith('https:') ? new HttpsAgent(options) : new HttpAgent(options)
  }

  /** @returns the whole answer @throws ObjectStoreError for every status but those from 200 to 299 */
  async ask(request: S3Request): Promise<S3Answer> {
    return await this.#repeat(async () => {
      const response = await this.#send(request)
      const text = await textOf(response)
      const answer = { status: response.statusCode ?? 0, headers: response.headers, text }
      // Joining parts may fail after it was answered with 200.
      const code = firstText(textsOf(text), 'Code')
      if (answer.status >= 300 || (answer.status === 200 && text.includes('<Error>'))) throw this.#refusal(answer, code)
      return answer
    })
  }

  /** @returns the answer while its body still comes; whoever calls reads or destroys it */
  async open(request: S3Request): Promise<IncomingMessage> {
    return await this.#repeat(async () => {
      const response = await this.#send(request)
      const status = response.statusCode ?? 0
      if (status < 300) return response
      const text = await textOf(response)
      throw this.#refusal({ status, headers: response.headers, text }, firstText(textsOf(text), 'Code'))
    })
  }

  /** Words for what failed on the way. */
  toError(error: unknown): ObjectStoreError {
    if (error instanceof ObjectStoreError) return error
    const { code, message } = error as NodeJS.ErrnoException
    return new ObjectStoreError('away', `${this.#name} could not be reached (${code ?? message}).`, error)
  }

  get #name(): string {
    return `The bucket ${this.#place.bucket} at ${this.#place.endpoint}`
  }

  async #repeat<Result>(attempt: () => Promise<Result>): Promise<Result> {
    for (let attempts = 1; ; attempts++) {
      try {
        return await attempt()
      } catch (error) {
        const { isPassing = true } = error as { isPassing?: boolean }
        if (!isPassing || attempts === ATTEMPTS) throw this.toError(error)
        // Not all who failed at once come again at once.
        await clock.sleep(this.#times.pauseMs * 2 ** (attempts - 1) * (0.5 + Math.random()))
      }
    }
  }

  async #send({ method, key, query = {}, headers = {}, body = EMPTY }: S3Request): Promise<IncomingMessage> {
    const { endpoint, bucket } = this.#place
    const { host } = new URL(endpoint)
    const path = `/${encode(bucket)}${key === undefined ? '' : `/${key.split('/').map(encode).join('/')}`}`
    const sha256 = createHash('sha256').update(body).digest('hex')
    const signed = signedHeaders(this.#place, { method, host, path, query, headers, sha256, at: new Date(clock.now()) })
    const send = endpoint.startsWith('https:') ? requestHttps : requestHttp
    const search = queryOf(query)
    const url = `${endpoint}${path}${search === '' ? '' : `?${search}`}`
    return await new Promise((resolve, reject) => {
      const options = { method, agent: this.#agent, timeout: this.#times.silenceMs }
      const sent = send(url, { ...options, headers: { ...signed, 'content-length': body.byteLength } }, resolve)
      sent.once('timeout', () => sent.destroy(new Error(`no answer for ${this.#times.silenceMs / 1_000} s`)))
      sent.once('error', reject)
      sent.end(body)
    })
  }

  #refusal({ status }: S3Answer, code = `status ${status}`): ObjectStoreError & { isPassing: boolean } {
    const isPassing = PASSING.has(status) || status === 200
    const fault: ObjectStoreFault = faults[code] ?? (status === 404 ? 'missing' : isPassing ? 'away' : 'refused')
    const words = `${this.#name} ${remedies[code] ?? `has refused a request (${code}).`}`
    return Object.assign(new ObjectStoreError(fault, words), { isPassing })
  }
}

const faults: Record<string, ObjectStoreFault> = {
  NoSuchBucket: 'refused',
  NoSuchKey: 'missing',
  NoSuchUpload: 'missing',
  QuotaExceeded: 'full',
  XMinioStorageFull: 'full',
}

/** What an operator can mend. */
const remedies: Record<string, string> = {
  NoSuchBucket: 'does not exist: make it first (NoSuchBucket).',
  NoSuchKey: 'does not have the file (NoSuchKey).',
  AccessDenied: 'does not admit this: give the key the rights to list, read, write and delete (AccessDenied).',
  InvalidAccessKeyId: 'does not know S3_ACCESS_KEY_ID (InvalidAccessKeyId).',
  SignatureDoesNotMatch: 'refuses the signature: S3_SECRET_ACCESS_KEY is another one (SignatureDoesNotMatch).',
  AuthorizationHeaderMalformed: 'is in another region: set S3_REGION (AuthorizationHeaderMalformed).',
  RequestTimeTooSkewed: 'has another time: set the clock of this machine (RequestTimeTooSkewed).',
  PermanentRedirect: 'is at another address: set S3_REGION and S3_ENDPOINT (PermanentRedirect).',
}

async function textOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (size > LARGEST_ANSWER) throw new Error('the answer is larger than 4 MiB')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

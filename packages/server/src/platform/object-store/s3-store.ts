import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { clock } from '../clock.ts'
import {
  assertKey,
  isKey,
  type ObjectStore,
  ObjectStoreError,
  type StoredObject,
  type WrittenObject,
} from './object-store.ts'
import { entriesOf, firstText, joinedParts, textsOf } from './s3-answers.ts'
import { S3Client, type S3Place, type S3Times } from './s3-client.ts'
import { Turns } from './turns.ts'

export interface S3StorePlace extends S3Place {
  /** Begins all keys; empty, or without a slash at either end. */
  prefix: string
}

export interface S3Limits extends S3Times {
  /** Of an upload that is larger than one, in bytes. All but the last have this size: some services want them equal. */
  partBytes: number
  /** Puts at once, each with a part in memory; others wait. */
  putsAtOnce: number
}

const MEBIBYTE = 1024 * 1024
const defaults: S3Limits = { silenceMs: 30_000, pauseMs: 200, partBytes: 16 * MEBIBYTE, putsAtOnce: 4 }
/** Of one upload, as S3 has it: 156 GiB in parts of 16 MiB. */
const MOST_PARTS = 10_000
/** So often a content that was cut goes on where it was, without having got on. */
const RESUMES = 3
/** The key under which it is tried that the bucket can be written to. */
const PROBE = 'packhouse-probe'

/** Objects in a bucket of an S3-compatible service. */
export class S3Store implements ObjectStore {
  readonly place: string
  readonly #prefix: string
  readonly #client: S3Client
  readonly #limits: S3Limits
  readonly #turns: Turns

  constructor(place: S3StorePlace, limits: Partial<S3Limits> = {}) {
    this.#limits = { ...defaults, ...limits }
    this.#prefix = place.prefix === '' ? '' : `${place.prefix}/`
    this.place = `s3://${place.bucket}/${place.prefix}`
    this.#client = new S3Client(place, this.#limits)
    this.#turns = new Turns(this.#limits.putsAtOnce)
  }

  async prepare(): Promise<void> {
    await this.put(PROBE, EMPTY)
    await this.remove(PROBE)
  }

  async probe(): Promise<void> {
    const query = { 'list-type': '2', 'max-keys': '1', prefix: this.#prefix }
    await this.#client.ask({ method: 'GET', query })
  }

  async put(key: string, content: Readable | Uint8Array): Promise<WrittenObject> {
    assertKey(key)
    // It may fail while it waits for its turn; that is thrown when it is read.
    if (content instanceof Readable) content.once('error', () => undefined)
    return await this.#turns.take(() => this.#put(key, content))
  }

  async putFile(key: string, path: string): Promise<void> {
    await this.put(key, createReadStream(path))
    await rm(path, { force: true })
  }

  async get(key: string): Promise<Readable> {
    assertKey(key)
    const response = await this.#client.open({ method: 'GET', key: this.#named(key) })
    return Readable.from(this.#contentOf(key, response), { objectMode: false })
  }

  async *list(prefix = ''): AsyncIterable<StoredObject> {
    const names = ['Key', 'Size', 'LastModified'] as const
    const query = { 'list-type': '2', 'encoding-type': 'url', prefix: `${this.#prefix}${prefix}` }
    let token: string | undefined
    do {
      const more: Record<string, string> = token === undefined ? {} : { 'continuation-token': token }
      const { text } = await this.#client.ask({ method: 'GET', query: { ...query, ...more } })
      const texts = textsOf(text)
      for (const { Key, Size, LastModified } of entriesOf(texts, names)) {
        const key = decoded(Key).slice(this.#prefix.length)
        // What somebody else has put there is not ours.
        if (isKey(key)) yield { key, size: Number(Size), modifiedAt: new Date(LastModified) }
      }
      const isMore = firstText(texts, 'IsTruncated') === 'true'
      token = isMore ? firstText(texts, 'NextContinuationToken') : undefined
    } while (token !== undefined)
  }

  async remove(key: string): Promise<void> {
    assertKey(key)
    await this.#client.ask({ method: 'DELETE', key: this.#named(key) }).catch(ignoreMissing)
  }

  async removeAbandoned(olderThanMs: number): Promise<void> {
    const query = { uploads: '', prefix: this.#prefix, 'max-uploads': '1000' }
    // What is beyond a thousand is found the next time.
    const { text } = await this.#client.ask({ method: 'GET', query })
    for (const { Key, UploadId, Initiated } of entriesOf(textsOf(text), ['Key', 'UploadId', 'Initiated'])) {
      if (!Key.startsWith(this.#prefix) || clock.now() - Date.parse(Initiated) < olderThanMs) continue
      await this.#abort(Key, UploadId)
    }
  }

  async #put(key: string, content: Readable | Uint8Array): Promise<WrittenObject> {
    const name = this.#named(key)
    const hash = createHash('sha256')
    let size = 0
    let upload: PartUpload | undefined
    try {
      for await (const { part, isLast } of partsOf(content, this.#limits.partBytes)) {
        hash.update(part)
        size += part.byteLength
        if (upload === undefined && isLast) await this.#client.ask({ method: 'PUT', key: name, body: part })
        else {
          upload ??= { id: await this.#begin(name), etags: [] }
          upload.etags.push(await this.#putPart(name, upload, part))
        }
      }
      if (upload !== undefined) await this.#join(key, upload, size)
    } catch (error) {
      if (upload !== undefined) await this.#abort(name, upload.id).catch(() => undefined)
      throw error
    }
    return { size, sha256: hash.digest('hex') }
  }

  async #begin(name: string): Promise<string> {
    const { text } = await this.#client.ask({ method: 'POST', key: name, query: { uploads: '' } })
    const id = firstText(textsOf(text), 'UploadId')
    if (id === undefined) throw new ObjectStoreError('away', `${this.place} has begun no upload.`)
    return id
  }

  async #putPart(name: string, { id, etags }: PartUpload, body: Uint8Array): Promise<string> {
    const number = etags.length + 1
    if (number > MOST_PARTS) throw new ObjectStoreError('full', `${this.place} takes no content larger than 156 GiB.`)
    const query = { partNumber: String(number), uploadId: id }
    const { headers } = await this.#client.ask({ method: 'PUT', key: name, query, body })
    if (headers.etag === undefined) throw new ObjectStoreError('away', `${this.place} has confirmed no part.`)
    return headers.etag
  }

  async #join(key: string, { id, etags }: PartUpload, size: number): Promise<void> {
    const request = { method: 'POST', key: this.#named(key), query: { uploadId: id } } as const
    try {
      await this.#client.ask({ ...request, body: Buffer.from(joinedParts(etags)) })
    } catch (error) {
      // A first attempt may have joined them, and its answer was lost.
      ignoreMissing(error)
      for await (const found of this.list(key)) if (found.key === key && found.size === size) return
      throw error
    }
  }

  async #abort(name: string, uploadId: string): Promise<void> {
    await this.#client.ask({ method: 'DELETE', key: name, query: { uploadId } }).catch(ignoreMissing)
  }

  /** Goes on where it was cut, as long as it is the same content and gets on. */
  async *#contentOf(key: string, first: IncomingMessage): AsyncGenerator<Buffer> {
    const { etag } = first.headers
    let response = first
    let sent = 0
    for (let resumes = 0; ; ) {
      try {
        for await (const chunk of withinSilence(response, this.#limits.silenceMs)) {
          sent += chunk.length
          resumes = 0
          yield chunk
        }
        return
      } catch (error) {
        if (etag === undefined || ++resumes > RESUMES) throw this.#client.toError(error)
      } finally {
        response.destroy()
      }
      const headers = { range: `bytes=${sent}-`, 'if-match': etag }
      response = await this.#client.open({ method: 'GET', key: this.#named(key), headers })
      if (response.statusCode !== 206) {
        response.destroy()
        throw new ObjectStoreError('away', `${this.place} was cut and did not go on.`)
      }
    }
  }

  #named(key: string): string {
    return `${this.#prefix}${key}`
  }
}

interface PartUpload {
  id: string
  etags: string[]
}

const EMPTY = new Uint8Array()

/** Cuts a content into parts of one size; the last, and an only one, may be smaller or empty. */
async function* partsOf(
  content: Readable | Uint8Array,
  size: number,
): AsyncGenerator<{ part: Uint8Array; isLast: boolean }> {
  let chunks: Buffer[] = []
  let length = 0
  const source = content instanceof Readable ? (content as AsyncIterable<Buffer>) : [content]
  for await (const chunk of source) {
    for (let rest = Buffer.from(chunk); rest.length > 0; ) {
      // A full part leaves only when more is known to come.
      if (length === size) {
        yield { part: Buffer.concat(chunks), isLast: false }
        chunks = []
        length = 0
      }
      const taken = rest.subarray(0, size - length)
      chunks.push(taken)
      length += taken.length
      rest = rest.subarray(taken.length)
    }
  }
  yield { part: Buffer.concat(chunks), isLast: true }
}

/** The chunks of an answer. Only the time counts in which somebody waits for the next one. */
async function* withinSilence(response: IncomingMessage, silenceMs: number): AsyncGenerator<Buffer> {
  response.socket.setTimeout(0)
  const chunks = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  for (;;) {
    const timer = clock.timeout(silenceMs, () => response.destroy(new Error(`nothing came for ${silenceMs / 1_000} s`)))
    const { value, done } = await chunks.next().finally(() => timer.stop())
    if (done) return
    yield value
  }
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof ObjectStoreError && error.fault === 'missing') return undefined
  throw error
}

function decoded(key: string): string {
  try {
    return decodeURIComponent(key.replaceAll('+', ' '))
  } catch {
    return ''
  }
}

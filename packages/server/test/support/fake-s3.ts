import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

interface Kept {
  content: Buffer
  modifiedAt: Date
}

interface Upload {
  key: string
  parts: Map<number, Buffer>
  initiated: Date
}

/**
 * What the next request meets in place of its answer: a status with a code of S3, silence, a connection that is cut after so many bytes, or (`lost`)
 * before the answer to what was done.
 */
type Trouble = { status: number; code: string } | 'silence' | 'lost' | { cutAfter: number }

/**
 * A service as S3 is, for one bucket, on the loopback. It works out every signature by itself, from what really arrived, and compares the hash of
 * the body with what was signed.
 */
export class FakeS3 {
  readonly accessKeyId = 'test-key'
  readonly secretAccessKey = `secret-${randomUUID()}`
  readonly region = 'eu-test-1'
  readonly bucket = 'test-bucket'
  readonly objects = new Map<string, Kept>()
  readonly uploads = new Map<string, Upload>()
  /** Each request as `METHOD key?query`. */
  readonly requests: string[] = []
  /** What the next requests meet. */
  readonly troubles: Trouble[] = []
  /** The same, by the number of a request from 1 on. */
  onRequest: (number: number) => Trouble | undefined = () => undefined
  /** Keys of one page of a list. */
  pageSize = 1_000
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error) => response.destroy(error))
    })
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const body = await collect(request)
    const url = new URL(request.url ?? '/', this.endpoint)
    const [, bucket = '', ...names] = url.pathname.split('/').map(decodeURIComponent)
    const key = names.join('/')
    this.requests.push(`${request.method} ${key}${url.search}`)
    const trouble = this.onRequest(this.requests.length) ?? this.troubles.shift()
    if (trouble === 'silence') return undefined
    if (typeof trouble === 'object' && 'code' in trouble) return refuse(response, trouble.status, trouble.code)
    const fault = this.#faultOf(request, body)
    if (fault !== undefined) return refuse(response, 403, fault)
    if (bucket !== this.bucket) return refuse(response, 404, 'NoSuchBucket')
    if (trouble === 'lost') request.socket.destroy()
    const cutAfter = typeof trouble === 'object' ? trouble.cutAfter : undefined
    if (url.searchParams.has('list-type')) return this.#list(url.searchParams, response)
    if (request.method === 'GET' && key === '' && url.searchParams.has('uploads')) return this.#listUploads(response)
    if (request.method === 'GET') return this.#get(key, request, response, cutAfter)
    if (request.method === 'PUT') return this.#put(key, url.searchParams, body, response)
    if (request.method === 'DELETE') return this.#delete(key, url.searchParams, response)
    return this.#post(key, url.searchParams, body, response)
  }

  /** Worked out from the raw request, by the documentation of Signature Version 4 alone. */
  #faultOf(request: IncomingMessage, body: Buffer): string | undefined {
    const given =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
        request.headers.authorization ?? '',
      )
    if (given === null) return 'AccessDenied'
    const [, keyId, day, region, names = '', signature = ''] = given
    if (keyId !== this.accessKeyId) return 'InvalidAccessKeyId'
    if (region !== this.region) return 'AuthorizationHeaderMalformed'
    const time = String(request.headers['x-amz-date'])
    const at = Date.parse(time.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
    if (!time.startsWith(day ?? '?') || !(Math.abs(Date.now() - at) < 15 * 60_000)) return 'RequestTimeTooSkewed'
    const sha256 = createHash('sha256').update(body).digest('hex')
    if (request.headers['x-amz-content-sha256'] !== sha256) return 'XAmzContentSHA256Mismatch'
    for (const needed of ['host', 'x-amz-date', 'x-amz-content-sha256']) {
      if (!names.split(';').includes(needed)) return 'AccessDenied'
    }
    const raw = (request.url ?? '').split('?')
    const query = (raw[1] ?? '').split('&').filter(Boolean).sort().join('&')
    let canonical = `${request.method}\n${raw[0]}\n${query}\n`
    for (const name of names.split(';')) canonical += `${name}:${String(request.headers[name] ?? '').trim()}\n`
    canonical += `\n${names}\n${sha256}`
    const scope = `${day}/${region}/s3/aws4_request`
    const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
    const hash = createHash('sha256').update(canonical).digest('hex')
    const signing = hmac(
      hmac(hmac(hmac(`AWS4${this.secretAccessKey}`, String(day)), String(region)), 's3'),
      'aws4_request',
    )
    const expected = hmac(signing, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${hash}`)
    return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? undefined : 'SignatureDoesNotMatch'
  }

  #list(query: URLSearchParams, response: ServerResponse): ServerResponse {
    const prefix = query.get('prefix') ?? ''
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString()
    const keys = [...this.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
    const page = keys.slice(0, this.pageSize)
    const rows = page.map((key) => {
      const { content, modifiedAt } = this.objects.get(key) as Kept
      return `<Contents><Key>${encodeURIComponent(key).replaceAll('%2F', '/')}</Key><LastModified>${modifiedAt.toISOString()}</LastModified><ETag>${tagOf(content)}</ETag><Size>${content.length}</Size></Contents>`
    })
    const isMore = page.length < keys.length
    const token = isMore
      ? `<NextContinuationToken>${Buffer.from(page.at(-1) ?? '').toString('base64')}</NextContinuationToken>`
      : ''
    return xml(
      response,
      `<ListBucketResult><IsTruncated>${isMore}</IsTruncated>${token}${rows.join('')}</ListBucketResult>`,
    )
  }

  #listUploads(response: ServerResponse): ServerResponse {
    const rows = [...this.uploads].map(([id, { key, initiated }]) => {
      return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated.toISOString()}</Initiated></Upload>`
    })
    return xml(response, `<ListMultipartUploadsResult>${rows.join('')}</ListMultipartUploadsResult>`)
  }

  #get(
    key: string,
    { headers }: IncomingMessage,
    response: ServerResponse,
    cutAfter: number | undefined,
  ): ServerResponse {
    const kept = this.objects.get(key)
    if (kept === undefined) return refuse(response, 404, 'NoSuchKey')
    if (headers['if-match'] !== undefined && headers['if-match'] !== tagOf(kept.content)) {
      return refuse(response, 412, 'PreconditionFailed')
    }
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
    const content = kept.content.subarray(from)
    response.writeHead(headers.range === undefined ? 200 : 206, {
      etag: tagOf(kept.content),
      'content-length': content.length,
    })
    if (cutAfter === undefined) return response.end(content)
    response.write(content.subarray(0, cutAfter), () => response.destroy())
    return response
  }

  #put(key: string, query: URLSearchParams, body: Buffer, response: ServerResponse): ServerResponse {
    const uploadId = query.get('uploadId')
    if (uploadId === null) this.objects.set(key, { content: body, modifiedAt: new Date() })
    else {
      const upload = this.uploads.get(uploadId)
      if (upload?.key !== key) return refuse(response, 404, 'NoSuchUpload')
      upload.parts.set(Number(query.get('partNumber')), body)
    }
    return response.writeHead(200, { etag: tagOf(body) }).end()
  }

  #delete(key: string, query: URLSearchParams, response: ServerResponse): ServerResponse {
    const uploadId = query.get('uploadId')
    if (uploadId !== null) this.uploads.delete(uploadId)
    else this.objects.delete(key)
    return response.writeHead(204).end()
  }

  #post(key: string, query: URLSearchParams, body: Buffer, response: ServerResponse): ServerResponse {
    if (query.has('uploads')) {
      const id = randomUUID()
      this.uploads.set(id, { key, parts: new Map(), initiated: new Date() })
      return xml(response, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    const id = query.get('uploadId') ?? ''
    const upload = this.uploads.get(id)
    if (upload?.key !== key) return refuse(response, 404, 'NoSuchUpload')
    const named = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g)]
    const parts = named.map(([, number, etag = '']) => {
      const part = upload.parts.get(Number(number))
      return part !== undefined && tagOf(part) === etag.replaceAll('&#34;', '"') ? part : undefined
    })
    if (parts.length === 0 || parts.includes(undefined)) return refuse(response, 400, 'InvalidPart')
    this.uploads.delete(id)
    this.objects.set(key, { content: Buffer.concat(parts as Buffer[]), modifiedAt: new Date() })
    return xml(response, '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>')
  }
}

async function collect(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}

function tagOf(content: Buffer): string {
  return `"${createHash('md5').update(content).digest('hex')}"`
}

function xml(response: ServerResponse, text: string): ServerResponse {
  return response
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`)
}

function refuse(response: ServerResponse, status: number, code: string): ServerResponse {
  return response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>words</Message></Error>`)
}

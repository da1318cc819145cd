import { createServer, type IncomingHttpHeaders } from 'node:http'

/** Named alike in all environments. */
type DerivingKey = Parameters<typeof crypto.subtle.deriveBits>[1]

/** A browser that has subscribed. It decrypts by the steps of RFC 8291 and RFC 8188 with WebCrypto, as browsers do. */
export class PushBrowser {
  readonly keys: { p256dh: string; auth: string }
  readonly #privateKey: DerivingKey

  private constructor(privateKey: DerivingKey, keys: PushBrowser['keys']) {
    this.#privateKey = privateKey
    this.keys = keys
  }

  static async make(): Promise<PushBrowser> {
    const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
    const p256dh = Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey)).toString('base64url')
    return new PushBrowser(pair.privateKey, {
      p256dh,
      auth: Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url'),
    })
  }

  async decrypt(record: Buffer): Promise<string> {
    const salt = record.subarray(0, 16)
    const idLength = record.readUInt8(20)
    const sender = record.subarray(21, 21 + idLength)
    const body = record.subarray(21 + idLength)
    const curve = { name: 'ECDH', namedCurve: 'P-256' }
    const theirs = await crypto.subtle.importKey('raw', new Uint8Array(sender), curve, false, [])
    const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, this.#privateKey, 256)
    const own = Buffer.from(this.keys.p256dh, 'base64url')
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own, sender])
    const secret = await derive(new Uint8Array(shared), Buffer.from(this.keys.auth, 'base64url'), info, 32)
    const key = await derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const iv = await derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const aes = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
    const plain = Buffer.from(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, aes, new Uint8Array(body)))
    if (plain.at(-1) !== 2) throw new Error('It is not the last record.')
    return plain.subarray(0, -1).toString()
  }
}

async function derive(secret: Uint8Array<ArrayBuffer>, salt: Uint8Array, info: Uint8Array, bytes: number) {
  const key = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const parts = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(salt), info: new Uint8Array(info) }
  return new Uint8Array(await crypto.subtle.deriveBits(parts, key, bytes * 8))
}

export interface PushedRecord {
  /** The last part of the path: which subscription it is for. */
  to: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A push service on the loopback. */
export class PushService {
  readonly pushed: PushedRecord[] = []
  /** What it answers. */
  status = 201
  readonly #server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      this.pushed.push({ to: (request.url ?? '').slice(1), headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(this.status).end()
    })
  })

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  /** The address of a subscription. */
  endpoint(name: string): string {
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/${name}`
  }

  /** What was sent to a subscription. */
  to(name: string): PushedRecord[] {
    return this.pushed.filter(({ to }) => to === name)
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

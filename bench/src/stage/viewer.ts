import { Agent, request } from 'node:http'

export interface Reply {
  status: number
  etag: string
  body: Buffer
}

/** Sees every machine. */
const EMAIL = 'staff@packhouse.example'

/** Somebody who is signed in and asks over one connection. */
export class Viewer {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #port: number
  #token = ''

  private constructor(port: number) {
    this.#port = port
  }

  static async signIn(port: number, password: string): Promise<Viewer> {
    const viewer = new Viewer(port)
    const headers = { 'content-type': 'application/json' }
    const { body } = await viewer.#send('POST', '/v1/auth/login', headers, JSON.stringify({ email: EMAIL, password }))
    viewer.#token = (JSON.parse(body.toString()) as { access_token: string }).access_token
    return viewer
  }

  async get(path: string, etag?: string, more: Record<string, string> = {}): Promise<Reply> {
    const known: Record<string, string> = etag === undefined ? {} : { 'if-none-match': etag }
    const headers = { authorization: `Bearer ${this.#token}`, ...known, ...more }
    return await this.#send('GET', path, headers, '')
  }

  /** Sends JSON. @param more further headers */
  async send(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<Reply> {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json', ...more }
    return await this.#send(method, path, headers, body === undefined ? '' : JSON.stringify(body))
  }

  /** Reads a stream of events until it is left. @param heard gets each event as it comes */
  follow(path: string, heard: (text: string) => void): () => void {
    const headers = { authorization: `Bearer ${this.#token}` }
    const call = request({ port: this.#port, host: '127.0.0.1', agent: false, path, headers }, (reply) => {
      reply.setEncoding('utf8').on('data', heard)
      reply.on('error', () => undefined)
    })
    call.on('error', () => undefined).end()
    return () => call.destroy()
  }

  /** @throws Error where it is refused */
  async post<Answer>(path: string, body: object, more: Record<string, string> = {}): Promise<Answer> {
    const headers = { authorization: `Bearer ${this.#token}`, 'content-type': 'application/json', ...more }
    const reply = await this.#send('POST', path, headers, JSON.stringify(body))
    if (reply.status >= 300) throw new Error(`${path} was answered ${reply.status}: ${reply.body}`)
    return JSON.parse(reply.body.toString()) as Answer
  }

  leave(): void {
    this.#agent.destroy()
  }

  async #send(method: string, path: string, headers: Record<string, string>, content: string): Promise<Reply> {
    return await new Promise((resolve, reject) => {
      const call = request(
        { port: this.#port, host: '127.0.0.1', agent: this.#agent, method, path, headers },
        (reply) => {
          const chunks: Buffer[] = []
          reply.on('data', (chunk: Buffer) => chunks.push(chunk))
          reply.on('error', reject)
          reply.on('end', () => {
            const { etag = '' } = reply.headers
            resolve({ status: reply.statusCode ?? 0, etag, body: Buffer.concat(chunks) })
          })
        },
      )
      call.on('error', reject).end(content)
    })
  }
}

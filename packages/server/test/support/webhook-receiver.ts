import { createServer, type IncomingHttpHeaders } from 'node:http'

export interface ReceivedPost {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A receiver of webhooks on the loopback. */
export class WebhookReceiver {
  readonly received: ReceivedPost[] = []
  /** What it answers. */
  status = 200
  answer = ''
  readonly #server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      this.received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() })
      response.writeHead(this.status).end(this.answer)
    })
  })

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return this
  }

  get url(): string {
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/hook?key=private`
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

import { connect, createServer, type Server, type Socket } from 'node:net'

/** A way to the database that loses or holds back what a test chooses. */
export class DatabaseProxy {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #forgotten = new Set<Socket>()
  #stalled = false
  #lost: { statement: string; happened: () => void } | undefined

  private constructor(target: URL) {
    this.#server = createServer((client) => this.#join(client, connect(Number(target.port), target.hostname)))
  }

  /** @returns the proxy, and the address that leads through it */
  static async start(databaseUrl: string): Promise<{ proxy: DatabaseProxy; url: string }> {
    const target = new URL(databaseUrl)
    const proxy = new DatabaseProxy(target)
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve))
    const address = proxy.#server.address()
    if (address === null || typeof address === 'string') throw new Error('The proxy does not listen.')
    return { proxy, url: Object.assign(new URL(target), { port: String(address.port) }).href }
  }

  /**
   * Hands the next statement with this very text on, waits for its answer, and ends the connection instead of giving
   * the answer back: it has happened, and anyone who asked does not know.
   */
  loseAnswerTo(statement: string): Promise<void> {
    return new Promise((resolve) => {
      this.#lost = { statement, happened: resolve }
    })
  }

  /** From now on nothing passes either way, and neither end is notified: connections stay open, new ones too. */
  stall(): void {
    this.#stalled = true
    for (const socket of this.#sockets) socket.pause()
  }

  /** Lets everything pass again, what was held back as well. */
  resume(): void {
    this.#stalled = false
    for (const socket of this.#sockets) if (!this.#forgotten.has(socket)) socket.resume()
  }

  /** Nothing will ever pass over the connections that are open now, and neither end is notified; new ones work. */
  forgetConnections(): void {
    for (const socket of this.#sockets) {
      this.#forgotten.add(socket)
      socket.pause()
    }
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #join(client: Socket, database: Socket): void {
    let losing: (() => void) | undefined
    client.on('data', (chunk) => {
      // A simple query is one packet: Q, length, text, NUL (PostgreSQL protocol 3.0, 'Message Formats').
      if (this.#lost !== undefined && chunk.toString('latin1', 5) === `${this.#lost.statement}\0`) {
        losing = this.#lost.happened
        this.#lost = undefined
      }
      database.write(chunk)
    })
    database.on('data', (chunk) => {
      if (losing === undefined) return client.write(chunk)
      client.destroy()
      losing()
    })
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      this.#sockets.add(socket)
      if (this.#stalled) socket.pause()
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        this.#sockets.delete(socket)
        this.#forgotten.delete(socket)
        other.destroy()
      })
    }
  }
}

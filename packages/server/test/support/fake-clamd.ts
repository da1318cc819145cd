import { createServer, type Server, type Socket } from 'node:net'

/** Whatever has this in it is reported. */
export const EVIL = 'evil bytes of a test'

/**
 * A ClamAV daemon on the loopback, just large enough to be asked about files: PING, and INSTREAM with its chunks (clamd(8)). What it
 * answers can be told for once.
 */
export class FakeClamd {
  /** What it was sent to look at. */
  readonly scanned: Buffer[] = []
  /** Answers in place of its own; an empty one is none at all. */
  readonly answers: string[] = []
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #port = 0

  constructor() {
    this.#server = createServer((socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
      socket.on('error', () => socket.destroy())
      this.#talk(socket)
    })
  }

  /** Listens; after a stop at the port it had. @param path of a socket in place of a port */
  async start(path?: string): Promise<this> {
    await new Promise<void>((resolve) => {
      if (path === undefined) this.#server.listen(this.#port, '127.0.0.1', resolve)
      else this.#server.listen(path, resolve)
    })
    const address = this.#server.address()
    if (address !== null && typeof address !== 'string') this.#port = address.port
    return this
  }

  get port(): number {
    return this.#port
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  #talk(socket: Socket): void {
    let pending = Buffer.alloc(0)
    socket.on('data', (bytes) => {
      pending = Buffer.concat([pending, bytes])
      const end = pending.indexOf(0)
      if (end < 0) return
      const command = pending.toString('latin1', 0, end)
      const content = command === 'zINSTREAM' ? contentOf(pending.subarray(end + 1)) : Buffer.alloc(0)
      if (content === undefined) return
      pending = Buffer.alloc(0)
      const answer = this.#answerTo(command, content)
      if (answer !== '') socket.end(`${answer}\0`)
    })
  }

  #answerTo(command: string, content: Buffer): string {
    const told = this.answers.shift()
    if (command === 'zPING') return told ?? 'PONG'
    if (command !== 'zINSTREAM') return told ?? 'UNKNOWN COMMAND'
    this.scanned.push(content)
    return told ?? (content.includes(EVIL) ? 'stream: Test.Evil-1 FOUND' : 'stream: OK')
  }
}

/** The chunks up to the empty one that ends them, joined; undefined while more is to come. */
function contentOf(stream: Buffer): Buffer | undefined {
  const chunks: Buffer[] = []
  for (let at = 0; at + 4 <= stream.length; ) {
    const length = stream.readUInt32BE(at)
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(stream.subarray(at + 4, at + 4 + length))
    at += 4 + length
  }
  return undefined
}

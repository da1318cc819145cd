import { createServer, type Server, type Socket } from 'node:net'

const TEXT_TYPE = 25

/**
 * A server that speaks as much of the protocol of PostgreSQL as it takes to sign in without a password and to ask for one setting, for
 * versions that are not installed everywhere.
 */
export class OldPostgres {
  readonly #server: Server
  /** Every statement it was asked. */
  readonly statements: string[] = []

  private constructor(version: string) {
    this.#server = createServer((socket) => this.#serve(socket, version))
  }

  /** @param version what it answers to `SHOW server_version` and to every other statement */
  static async start(version: string): Promise<OldPostgres> {
    const postgres = new OldPostgres(version)
    await new Promise<void>((resolve) => postgres.#server.listen(0, '127.0.0.1', resolve))
    return postgres
  }

  get url(): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string') throw new Error('The server does not listen.')
    return `postgres://somebody@127.0.0.1:${address.port}/packhouse`
  }

  async stop(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #serve(socket: Socket, version: string): void {
    let isSignedIn = false
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      // Each message of these few comes in its own piece: the client waits for the answer.
      if (!isSignedIn) {
        isSignedIn = true
        socket.write(Buffer.concat([message('R', int32(0)), ready()]))
      } else if (chunk.toString('latin1', 0, 1) === 'Q') {
        this.statements.push(chunk.toString('utf8', 5, chunk.length - 1))
        socket.write(Buffer.concat([row('server_version', version), message('C', text('SHOW')), ready()]))
      } else socket.end()
    })
  }
}

function row(name: string, value: string): Buffer {
  const column = [text(name), int32(0), int16(0), int32(TEXT_TYPE), int16(-1), int32(-1), int16(0)]
  const bytes = Buffer.from(value)
  return Buffer.concat([message('T', int16(1), ...column), message('D', int16(1), int32(bytes.length), bytes)])
}

function ready(): Buffer {
  return message('Z', Buffer.from('I'))
}

function message(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(type), int32(body.length + 4), body])
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`)
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

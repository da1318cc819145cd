import { createServer, type Server, type Socket } from 'node:net'

/** A message as a mail server has taken it. */
export interface Received {
  from: string
  to: string
  /** Headers and body as they came, lines unstuffed. */
  data: string
  /** Whether it was sent with SMTPUTF8. */
  isUtf8: boolean
}

/** A mail server on the loopback, just large enough to be sent to (RFC 5321, 4.5.1), that refuses the recipients that a test chooses. */
export class SmtpServer {
  readonly received: Received[] = []
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #extensions: readonly string[]
  #port = 0

  /**
   * @param refused the answer to a recipient that is not taken
   * @param extensions what it offers, such as `SMTPUTF8`
   */
  constructor(
    refused: (recipient: string) => string | undefined = () => undefined,
    extensions: readonly string[] = [],
  ) {
    this.#extensions = extensions
    this.#server = createServer((socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
      socket.on('error', () => socket.destroy())
      this.#talk(socket, refused)
    })
  }

  /** Listens; after a stop on the port it had. */
  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve))
    const address = this.#server.address()
    if (address !== null && typeof address !== 'string') this.#port = address.port
    return this
  }

  async stop(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`
  }

  #talk(socket: Socket, refused: (recipient: string) => string | undefined): void {
    let pending = ''
    let message: Received | undefined
    let lines: string[] | undefined
    const say = (line: string) => socket.write(`${line}\r\n`)
    const take = (line: string) => {
      if (lines !== undefined) {
        if (line !== '.') return void lines.push(line.replace(/^\./, ''))
        if (message !== undefined) this.received.push({ ...message, data: lines.join('\r\n') })
        lines = undefined
        return say('250 taken')
      }
      const [, verb = '', address = ''] = /^(\w+)(?:.*<(.*)>)?/.exec(line) ?? []
      switch (verb.toUpperCase()) {
        case 'EHLO':
          for (const extension of this.#extensions) say(`250-${extension}`)
          return say('250 ok')
        case 'MAIL':
          message = { from: address, to: '', data: '', isUtf8: / SMTPUTF8\b/.test(line) }
          return say('250 ok')
        case 'RCPT':
          if (message !== undefined) message.to = address
          return say(refused(address) ?? '250 ok')
        case 'DATA':
          lines = []
          return say('354 go on')
        case 'QUIT':
          return socket.end('221 bye\r\n')
        default:
          return say('250 ok')
      }
    }
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      pending += chunk
      const parts = pending.split('\r\n')
      pending = parts.pop() ?? ''
      for (const part of parts) take(part)
    })
    say('220 the mail server of the tests')
  }
}

import { connect, type Socket } from 'node:net'
import { until } from './until.ts'

/** A plain TCP connection to the HTTP port, for clients that do not behave: what they send is written byte by byte. */
export class RawConnection {
  readonly #socket: Socket
  received = ''
  closed = false

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      this.received += chunk
    })
    socket.once('close', () => {
      this.closed = true
    })
  }

  /** @param localAddress which of our addresses it comes from, such as 127.0.0.2 */
  static open(port: number, localAddress = '127.0.0.1'): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port, localAddress })
      socket.once('connect', () => {
        // A connection that the server resets is what is tested here.
        socket.removeListener('error', reject).on('error', () => undefined)
        resolve(new RawConnection(socket))
      })
      socket.once('error', reject)
    })
  }

  send(text: string): void {
    this.#socket.write(text)
  }

  /** Stops reading: what comes piles up in the sockets, then in the server. */
  pause(): void {
    this.#socket.pause()
  }

  /** Reads again. Only a socket that is read from learns that the other end has closed. */
  resume(): void {
    this.#socket.resume()
  }

  /** Resolves when the server has ended the connection. */
  async untilClosed(): Promise<void> {
    await until('the end of the connection', () => this.closed)
  }

  close(): void {
    this.#socket.destroy()
  }
}

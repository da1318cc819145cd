import { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** A body may come in so many pieces beyond one of each packet, and in one more for so many bytes. */
const PIECES = 2_048
const BYTES_OF_A_PIECE = 16

/**
 * Requests whose bodies come joined: what follows the first piece in a packet becomes one piece, however many chunks (RFC 9112, 7.1) it was.
 * Node makes a Buffer of each, which takes 200 bytes where one was sent, and all of them wait until the body is whole. A body of hardly anything
 * but chunks ends its connection: each takes as long as thousands of bytes.
 * @param refuse ends a connection
 */
export function joinedBodies(refuse: (socket: Socket) => void): typeof IncomingMessage {
  return class JoinedMessage extends IncomingMessage {
    #isInPacket = false
    #rest: Buffer[] = []
    #pieces = 0
    #bytes = 0

    override push(piece: Buffer | null): boolean {
      if (piece === null) {
        this.#join()
        return super.push(null)
      }
      this.#bytes += piece.length
      if (!this.#isInPacket) {
        this.#isInPacket = true
        // Ticks and promises run between the chunks of a packet.
        setImmediate(() => this.#join())
        return super.push(piece)
      }
      this.#pieces += 1
      if (this.#pieces <= PIECES + this.#bytes / BYTES_OF_A_PIECE) this.#rest.push(piece)
      else refuse(this.socket)
      return true
    }

    #join(): void {
      this.#isInPacket = false
      if (this.#rest.length > 0) super.push(Buffer.concat(this.#rest.splice(0)))
    }
  }
}

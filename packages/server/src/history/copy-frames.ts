import type { Duplex } from 'node:stream'
import type pg from 'pg'

/** Of the protocol (documentation of PostgreSQL, "Message Formats"): a code and a length that counts itself. */
const FRAME_BYTES = 1 + 4
const COPY_DATA = 'd'.charCodeAt(0)

/**
 * What COPY … TO STDOUT sends, without a copy of each row: its frames are read where they lie in what came from the socket. Everything else that
 * PostgreSQL sends meanwhile goes to the driver as it came.
 */
export class CopyFrames implements pg.Submittable {
  readonly text: string
  readonly #read: (view: DataView, from: number, to: number) => void
  readonly #end = Promise.withResolvers<void>()
  #detach: (() => void) | undefined
  #rest: Buffer = Buffer.alloc(0)

  /** @param read is handed the content of each frame, and must not hold on to it */
  constructor(text: string, read: (view: DataView, from: number, to: number) => void) {
    this.text = text
    this.#read = read
  }

  /** When everything was read. @throws what PostgreSQL or the connection reports */
  get done(): Promise<void> {
    return this.#end.promise
  }

  submit(connection: pg.Connection): void {
    const { stream } = connection
    const [toDriver, ...others] = stream.listeners('data') as ((chunk: Buffer) => void)[]
    if (toDriver === undefined || others.length > 0) throw new Error('The connection has not one reader.')
    const take = (chunk: Buffer) => this.#take(stream, chunk, toDriver)
    stream.off('data', toDriver).on('data', take)
    this.#detach = () => {
      stream.off('data', take).on('data', toDriver)
      this.#detach = undefined
    }
    connection.query(this.text)
  }

  handleCommandComplete(): void {
    // The end is reported when the connection can be used again.
  }

  handleReadyForQuery(): void {
    this.#detach?.()
    this.#end.resolve()
  }

  handleError(error: Error): void {
    this.#detach?.()
    this.#end.reject(error)
  }

  #take(stream: Duplex, chunk: Buffer, toDriver: (chunk: Buffer) => void): void {
    const start = this.#rest.length === 0 ? 0 : this.#takeCut(stream, chunk, toDriver)
    if (start < chunk.length) this.#takeWhole(stream, chunk.subarray(start), toDriver)
  }

  /** Completes a frame that began in the chunk before: only this one is copied. @returns how much of the chunk belongs to it */
  #takeCut(stream: Duplex, chunk: Buffer, toDriver: (chunk: Buffer) => void): number {
    const cut = this.#rest
    const head = cut.length >= FRAME_BYTES ? cut : Buffer.concat([cut, chunk.subarray(0, FRAME_BYTES - cut.length)])
    const missing = head.length < FRAME_BYTES ? chunk.length : 1 + head.readUInt32BE(1) - cut.length
    this.#rest = Buffer.alloc(0)
    this.#takeWhole(stream, Buffer.concat([cut, chunk.subarray(0, missing)]), toDriver)
    return missing
  }

  #takeWhole(stream: Duplex, bytes: Buffer, toDriver: (chunk: Buffer) => void): void {
    if (this.#detach === undefined) {
      // The driver has its connection back, with whatever is behind the end.
      toDriver(bytes)
      return
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
    let at = 0
    while (at + FRAME_BYTES <= bytes.length) {
      const end = at + 1 + view.getUint32(at + 1)
      if (end > bytes.length) break
      if (view.getUint8(at) !== COPY_DATA) toDriver(bytes.subarray(at, end))
      else if (!this.#hasRead(stream, view, at + FRAME_BYTES, end)) return
      at = end
      if (this.#detach === undefined) {
        if (at < bytes.length) toDriver(bytes.subarray(at))
        return
      }
    }
    this.#rest = bytes.subarray(at)
  }

  /** Without the rest of its answer the connection is of no use, so that it ends with what went wrong. */
  #hasRead(stream: Duplex, view: DataView, from: number, to: number): boolean {
    try {
      this.#read(view, from, to)
      return true
    } catch (error) {
      stream.destroy(error as Error)
      return false
    }
  }
}

import { connect, type Socket } from 'node:net'
import type { Chunk } from './tape.ts'

/** Stands once in every change. */
const MARK = Buffer.from('"machineID":')
const END_OF_EVENT = '\n\n'

/** One viewer on a raw socket: counts what comes and looks at nothing else. */
export class Reader {
  bytes = 0
  changes = 0
  /** Stored by a witness only. */
  tape: Chunk[] = []
  readonly #isWitness: boolean
  #socket: Socket | undefined
  /** The end of what has come, in case a mark goes on in the next chunk. */
  #tail = Buffer.alloc(0)
  #closed = false

  /** @param isWitness whether it stores what it receives */
  constructor(isWitness: boolean) {
    this.#isWitness = isWitness
  }

  /** Whether the stream was ended by the other side. */
  get closed(): boolean {
    return this.#closed
  }

  /** Sends the request; resolves with the first event. */
  async open(port: number, request: string): Promise<void> {
    const socket = connect({ port, host: '127.0.0.1' })
    this.#socket = socket
    this.#closed = false
    socket.once('close', () => {
      this.#closed = true
    })
    socket.write(request)
    await new Promise<void>((resolve, reject) => {
      let head = ''
      const wait = (chunk: Buffer) => {
        head += chunk.toString('latin1')
        if (!head.startsWith('HTTP/1.1 200')) reject(new Error(`A viewer got ${head.slice(0, 200)}`))
        if (!head.includes(END_OF_EVENT)) return
        socket.off('data', wait)
        socket.on('data', (next) => this.#take(next))
        resolve()
      }
      socket.on('data', wait)
      socket.once('error', reject)
    })
  }

  /** Begins to count again. */
  begin(): void {
    this.bytes = 0
    this.changes = 0
    this.tape = []
    this.#tail = Buffer.alloc(0)
  }

  close(): void {
    this.#socket?.removeAllListeners().destroy()
  }

  #take(chunk: Buffer): void {
    if (this.#isWitness) this.tape.push({ at: performance.timeOrigin + performance.now(), bytes: chunk })
    this.bytes += chunk.length
    this.changes += countMarks(chunk)
    const seam = Buffer.concat([this.#tail, chunk.subarray(0, MARK.length - 1)])
    this.changes += countMarks(seam)
    const end = chunk.length < MARK.length ? Buffer.concat([this.#tail, chunk]) : chunk
    this.#tail = Buffer.from(end.subarray(Math.max(end.length - MARK.length + 1, 0)))
  }
}

function countMarks(bytes: Buffer): number {
  let count = 0
  for (let at = bytes.indexOf(MARK); at >= 0; at = bytes.indexOf(MARK, at + MARK.length)) count += 1
  return count
}

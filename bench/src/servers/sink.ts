import { createServer, type Socket } from 'node:net'
import { serve } from '../process/serve.ts'
import { ownUsage } from '../process/usage.ts'

/** A server that acknowledges whatever comes without looking at it: what is left is the cost of the driver itself. */

const CONNECT = 1
const CONNACK_BYTES = Buffer.from([0x20, 2, 0, 0])
const PUBACK = 0x40

function accept(socket: Socket): void {
  let rest = Buffer.alloc(0)
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    rest = Buffer.from(bytes.subarray(acknowledge(socket, bytes)))
  })
}

/** @returns how many bytes were whole packets */
function acknowledge(socket: Socket, bytes: Buffer): number {
  const answers: number[] = []
  let position = 0
  for (;;) {
    const head = readHead(bytes, position)
    if (head === undefined || head.end > bytes.length) break
    if ((bytes[position] ?? 0) >> 4 === CONNECT) answers.push(...CONNACK_BYTES)
    else {
      const id = head.body + 2 + bytes.readUInt16BE(head.body)
      answers.push(PUBACK, 2, bytes[id] ?? 0, bytes[id + 1] ?? 0)
    }
    position = head.end
  }
  if (answers.length > 0) socket.write(Buffer.from(answers))
  return position
}

/** Lengths of one or two bytes are all that the driver sends. */
function readHead(bytes: Buffer, position: number): { body: number; end: number } | undefined {
  const first = bytes[position + 1]
  const second = bytes[position + 2]
  if (first === undefined || second === undefined) return undefined
  if (first < 0x80) return { body: position + 2, end: position + 2 + first }
  return { body: position + 3, end: position + 3 + (first & 0x7f) + (second << 7) }
}

const handlers = {
  async start(_: undefined): Promise<number> {
    const server = createServer({ noDelay: true }, accept)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 2048, resolve))
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('The sink has no port.')
    return address.port
  },
  usage: (_: undefined) => ownUsage(),
}

export type SinkHandlers = typeof handlers

serve(handlers)

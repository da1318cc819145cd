import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** MQTT 3.1.1 section 2.2.3: the remaining length is 1 to 4 bytes, 7 bits each, low ones first. */
const MAX_LENGTH_BYTES = 4

/**
 * Ends a connection that announces a packet larger than `limit` bytes before the packet is collected: the broker's
 * parser would keep all of it in memory, up to 256 MiB, and the client has not signed in yet.
 */
export function limitPacketSize(socket: Duplex, limit: number): void {
  const admit = createGate(limit)
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size)
    if (chunk === null || admit(chunk)) return chunk
    socket.destroy(new Error(`An MQTT packet of more than ${limit} bytes was announced.`))
    return null
  }
}

/**
 * Ends a connection that sends more than `limit` bytes, until it is lifted: what the broker's parser collects of strangers
 * is memory too. What a paused broker does not read waits in the socket, which stops at 64 KiB.
 * @returns lifts the limit
 */
export function limitReading(socket: Socket, limit: number, onEnded: () => void): () => void {
  const read = socket.read.bind(socket)
  let left = limit
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size)
    left -= chunk?.length ?? 0
    if (left >= 0) return chunk
    onEnded()
    socket.destroy(new Error(`More than ${limit} bytes came before the sign-in.`))
    return null
  }
  return () => {
    left = Number.POSITIVE_INFINITY
  }
}

/** Follows the packet borders through a byte stream. @returns whether every packet so far is within the limit */
export function createGate(limit: number): (chunk: Buffer) => boolean {
  let body = 0
  let length: { value: number; bytes: number } | undefined
  return (chunk) => {
    let position = 0
    while (position < chunk.length) {
      if (body > 0) {
        const step = Math.min(body, chunk.length - position)
        body -= step
        position += step
        continue
      }
      if (length === undefined) {
        length = { value: 0, bytes: 0 }
        position += 1
        continue
      }
      const byte = chunk[position] ?? 0
      position += 1
      length.value += (byte & 0x7f) * 128 ** length.bytes
      length.bytes += 1
      if (length.value > limit || length.bytes > MAX_LENGTH_BYTES) return false
      if (byte < 0x80) {
        body = length.value
        length = undefined
      }
    }
    return true
  }
}

import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** MQTT 3.1.1 section 2.2.3: the remaining length is 1 to 4 bytes, 7 bits each, low ones first. */
const MAX_LENGTH_BYTES = 4

/**
 * Ends a connection that announces a packet larger than `limit` bytes before the packet is collected: the parser of the
 * client library would keep all of it in memory, up to 256 MiB.
 */
export function limitPacketSize(socket: Duplex, limit: number): void {
  const admits = createGate(limit)
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size)
    if (chunk === null || admits(chunk)) return chunk
    socket.destroy(new Error(`An MQTT packet of more than ${limit} bytes was announced.`))
    return null
  }
}

/**
 * Ends a connection that sends more than `limit` bytes, until it is lifted. For a door whose bytes a library reads first, which collects
 * them.
 * @returns lifts the limit
 */
export function limitArriving(socket: Socket, limit: number, onEnded: () => void): () => void {
  let left = limit
  const count = (chunk: Buffer) => {
    left -= chunk.length
    if (left >= 0) return
    socket.off('data', count)
    onEnded()
    socket.destroy()
  }
  socket.on('data', count)
  return () => socket.off('data', count)
}

/** Follows the packet borders through a byte stream. @returns whether no packet that has begun is too large */
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
      const byte = chunk[position] ?? 0
      position += 1
      if (length === undefined) {
        length = { value: 0, bytes: 0 }
        continue
      }
      length.value += (byte & 0x7f) * 128 ** length.bytes
      length.bytes += 1
      if (length.value > limit || length.bytes > MAX_LENGTH_BYTES) return false
      if (byte >= 0x80) continue
      body = length.value
      length = undefined
    }
    return true
  }
}

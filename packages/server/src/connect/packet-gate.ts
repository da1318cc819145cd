import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** MQTT 3.1.1 section 2.2.3: the remaining length is 1 to 4 bytes, 7 bits each, low ones first. */
const MAX_LENGTH_BYTES = 4

/** Their variable header is a packet identifier, which is not 0, and something has to follow it (2.3.1, 3.8.3, 3.10.3). */
const SUBSCRIBE = 8
const UNSUBSCRIBE = 10
const ID_BYTES = 2

/** What the broker's parser lets pass, and must not. */
type PacketFault = 'too large' | 'malformed'

/**
 * Ends a connection that announces a packet larger than `limit` bytes before the packet is collected: the broker's
 * parser would keep all of it in memory, up to 256 MiB, and the client has not signed in yet.
 */
export function limitPacketSize(socket: Duplex, limit: number): void {
  const admit = createGate(limit)
  const read = socket.read.bind(socket)
  socket.read = (size?: number) => {
    const chunk: Buffer | null = read(size)
    const fault = chunk === null ? undefined : admit(chunk)
    if (fault === undefined) return chunk
    const large = `An MQTT packet of more than ${limit} bytes was announced.`
    socket.destroy(new Error(fault === 'too large' ? large : 'An MQTT packet breaks the protocol.'))
    return null
  }
}

/**
 * Ends a connection that sends more than `limit` bytes, until it is lifted: what the broker's parser collects of strangers
 * is memory too. What a paused broker does not read waits in the socket, which stops at 64 KiB.
 * @returns lifts the limit
 */
export function limitReading(socket: Duplex, limit: number, onEnded: () => void): () => void {
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

/**
 * The same for a connection whose bytes somebody else reads first, who collects them.
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

/** Follows the packet borders through a byte stream. @returns what is wrong with a packet that has begun */
export function createGate(limit: number): (chunk: Buffer) => PacketFault | undefined {
  let type = 0
  let body = 0
  let length: { value: number; bytes: number } | undefined
  /** The packet identifier as far as it was read, of a packet that begins with one. */
  let id: { value: number; bytes: number } | undefined
  return (chunk) => {
    let position = 0
    while (position < chunk.length) {
      const byte = chunk[position] ?? 0
      if (body > 0 && id !== undefined) {
        id = { value: id.value * 256 + byte, bytes: id.bytes + 1 }
        body -= 1
        position += 1
        if (id.bytes < ID_BYTES) continue
        if (id.value === 0) return 'malformed'
        id = undefined
        continue
      }
      if (body > 0) {
        const step = Math.min(body, chunk.length - position)
        body -= step
        position += step
        continue
      }
      position += 1
      if (length === undefined) {
        type = byte >> 4
        length = { value: 0, bytes: 0 }
        continue
      }
      length.value += (byte & 0x7f) * 128 ** length.bytes
      length.bytes += 1
      if (length.value > limit || length.bytes > MAX_LENGTH_BYTES) return 'too large'
      if (byte >= 0x80) continue
      const beginsWithId = type === SUBSCRIBE || type === UNSUBSCRIBE
      if (beginsWithId && length.value <= ID_BYTES) return 'malformed'
      id = beginsWithId ? { value: 0, bytes: 0 } : undefined
      body = length.value
      length = undefined
    }
    return undefined
  }
}

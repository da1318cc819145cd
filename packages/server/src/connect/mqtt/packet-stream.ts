import { PacketFault, reason } from './reason-codes.ts'

/** The fixed header: a byte, and a length of four bytes at most (MQTT 5, 2.1). */
const MAX_HEADER_BYTES = 5
const FIRST_ROOM = 1_024

/** @param bytes hold the packet, whose variable header begins at `start`; @returns whether the next one may follow at once */
export type OnPacket = (header: number, bytes: Buffer, start: number, end: number) => boolean

/**
 * Cuts a stream of bytes into packets. A packet that is whole in what was read is handed on in place; of one that is not, no more is
 * collected than has come, and it is refused as soon as it announces more than it may have.
 */
export class PacketStream {
  readonly #limit: number
  readonly #onPacket: OnPacket
  /** The packet that has begun: as much of it as has come. */
  #begun: Buffer | undefined
  #filled = 0
  /** What has come behind the packet after which none may follow yet; undefined where all may. */
  #held: Buffer | undefined
  #headerBytes = 0
  #length = 0

  /** @param limit bytes that a packet may have behind its fixed header */
  constructor(limit: number, onPacket: OnPacket) {
    this.#limit = limit
    this.#onPacket = onPacket
  }

  /** Bytes that wait for `proceed`. */
  get heldBytes(): number {
    return this.#held?.length ?? 0
  }

  /** @throws PacketFault */
  take(chunk: Buffer): void {
    if (this.#held === undefined) this.#read(chunk)
    else this.#held = Buffer.concat([this.#held, chunk])
  }

  /** Goes on where a packet let none follow. @throws PacketFault */
  proceed(): void {
    const held = this.#held
    this.#held = undefined
    if (held !== undefined) this.#read(held)
  }

  /** Forgets what has come. */
  end(): void {
    this.#held = undefined
    this.#begun = undefined
  }

  #read(chunk: Buffer): void {
    let position = 0
    if (this.#begun !== undefined) {
      position = this.#complete(this.#begun, chunk)
      if (position < 0) return
    }
    while (this.#readHeader(chunk, position, chunk.length)) {
      const start = position + this.#headerBytes
      const end = start + this.#length
      if (end > chunk.length) break
      const mayFollow = this.#onPacket(chunk[position] ?? 0, chunk, start, end)
      position = end
      if (!mayFollow) {
        this.#held = chunk.subarray(position)
        return
      }
    }
    if (position < chunk.length) this.#begin(chunk, position)
  }

  #begin(chunk: Buffer, from: number): void {
    const begun = Buffer.allocUnsafe(Math.max(FIRST_ROOM, chunk.length - from))
    this.#filled = chunk.copy(begun, 0, from)
    this.#begun = begun
  }

  /** @returns where in the chunk the next packet begins; -1 where nothing is to be read on */
  #complete(begun: Buffer, chunk: Buffer): number {
    let room = begun
    let position = 0
    while (!this.#readHeader(room, 0, this.#filled)) {
      const byte = chunk[position]
      if (byte === undefined) return -1
      room[this.#filled] = byte
      this.#filled += 1
      position += 1
    }
    const whole = this.#headerBytes + this.#length
    const step = Math.min(whole - this.#filled, chunk.length - position)
    if (this.#filled + step > room.length) {
      // Twice what has come, so that an announcement alone takes no memory.
      room = Buffer.allocUnsafe(Math.min(whole, 2 * (this.#filled + step)))
      begun.copy(room, 0, 0, this.#filled)
      this.#begun = room
    }
    chunk.copy(room, this.#filled, position, position + step)
    this.#filled += step
    position += step
    if (this.#filled < whole) return -1
    this.#begun = undefined
    if (this.#onPacket(room[0] ?? 0, room, this.#headerBytes, whole)) return position
    this.#held = chunk.subarray(position)
    return -1
  }

  /** @returns whether the fixed header is there; its size and the length behind it are noted */
  #readHeader(bytes: Buffer, from: number, end: number): boolean {
    let length = 0
    for (let place = 1; place < MAX_HEADER_BYTES; place++) {
      if (from + place >= end) return false
      const byte = bytes[from + place] ?? 0
      length += (byte & 0x7f) * 128 ** (place - 1)
      if (length > this.#limit)
        throw new PacketFault(`A packet of more than ${this.#limit} bytes was announced.`, reason.packetTooLarge)
      if (byte < 0x80) {
        this.#headerBytes = place + 1
        this.#length = length
        return true
      }
    }
    throw new PacketFault('The length of a packet has more than four bytes.')
  }
}

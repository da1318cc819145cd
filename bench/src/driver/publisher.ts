import { connect, type Socket } from 'node:net'
import { encodeConnect, type Frames } from './frames.ts'

const CONNACK = 0x20
const PUBACK = 0x40
/** CONNACK and PUBACK of MQTT 3.1.1 have the same length. */
const ANSWER_BYTES = 4

export interface Account {
  userName: string
  password: string
}

/** Receives every acknowledgement. @param milliseconds since the record was written to the socket */
export type OnAcknowledged = (milliseconds: number) => void

/** One machine on a raw socket: writes ready-made packets and matches the acknowledgements with them. */
export class Publisher {
  readonly machineID: string
  readonly #onAcknowledged: OnAcknowledged
  readonly #answer = new Uint8Array(ANSWER_BYTES)
  #answered = 0
  #socket: Socket | undefined
  #connected: (() => void) | undefined
  #frames: Frames | undefined
  #sentAt = new Float64Array(0)
  #next = 0
  #acknowledged = 0
  #window = 0

  constructor(machineID: string, onAcknowledged: OnAcknowledged) {
    this.machineID = machineID
    this.#onAcknowledged = onAcknowledged
  }

  get acknowledged(): number {
    return this.#acknowledged
  }

  get outstanding(): number {
    return this.#next - this.#acknowledged
  }

  /** Whether records were sent more than once, because there were no others. */
  get repeated(): boolean {
    return this.#next > (this.#frames?.count ?? 0)
  }

  /** When each record so far was written to the socket, by performance.now(). */
  get sentAt(): Float64Array {
    return this.#sentAt.slice(0, Math.min(this.#next, this.#sentAt.length))
  }

  async connect(port: number, account: Account): Promise<void> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    this.#socket = socket
    socket.on('data', (chunk) => this.#receive(chunk))
    await new Promise<void>((resolve, reject) => {
      this.#connected = resolve
      socket.once('error', reject)
      socket.once('close', () => reject(new Error(`${this.machineID} was disconnected.`)))
      socket.write(encodeConnect(`bench-${this.machineID}`, account.userName, account.password))
    })
  }

  close(): void {
    this.#socket?.removeAllListeners().destroy()
  }

  /** Takes new packets; those before are all acknowledged. */
  load(frames: Frames): void {
    this.#frames = frames
    this.#sentAt = new Float64Array(frames.count)
    this.#next = 0
    this.#acknowledged = 0
  }

  /** Sends with this many records in flight from now on; 0 stops. */
  saturate(window: number): void {
    this.#window = window
    this.#refill(performance.now())
  }

  /** Sends up to `count` records at once; after the last one it begins again. */
  send(count: number, now: number): void {
    const { socket, frames } = this.#ready()
    const first = this.#next % frames.count
    const end = Math.min(first + count, frames.count)
    this.#sentAt.fill(now, first, end)
    this.#next += end - first
    socket.write(frames.bytes.subarray(frames.offsets[first], frames.offsets[end]))
  }

  #ready(): { socket: Socket; frames: Frames } {
    if (this.#socket === undefined || this.#frames === undefined) throw new Error('Connect and load first.')
    return { socket: this.#socket, frames: this.#frames }
  }

  #refill(now: number): void {
    const room = this.#window - this.outstanding
    if (room > 0) this.send(room, now)
  }

  #receive(chunk: Buffer): void {
    const now = performance.now()
    for (const byte of chunk) {
      this.#answer[this.#answered] = byte
      this.#answered += 1
      if (this.#answered < ANSWER_BYTES) continue
      this.#answered = 0
      this.#take(now)
    }
    this.#refill(now)
  }

  #take(now: number): void {
    const [type, , high = 0, low = 0] = this.#answer
    if (type === CONNACK && low === 0) this.#connected?.()
    else if (type !== PUBACK) throw new Error(`${this.machineID} got ${Buffer.from(this.#answer).toString('hex')}.`)
    else {
      this.#acknowledged += 1
      this.#onAcknowledged(now - (this.#sentAt[((high << 8) | low) - 1] ?? Number.NaN))
    }
  }
}

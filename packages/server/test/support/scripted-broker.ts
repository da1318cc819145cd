import { createServer, type Server, type Socket } from 'node:net'

/** Types of packets, MQTT 3.1.1 table 2.1. */
const CONNECT = 1
const PUBACK = 4
const PUBREC = 5
const SUBSCRIBE = 8

/** A broker of one client that has stored its session and says just what a test has it say, be it what no good broker would. */
export class ScriptedBroker {
  readonly #server: Server
  #socket: Socket | undefined
  port = 0
  /** The ids of the messages that the client has taken, in their order. */
  readonly taken: number[] = []
  /** How often a client has subscribed. */
  subscriptions = 0

  private constructor() {
    this.#server = createServer((socket) => this.#accept(socket))
  }

  static async start(): Promise<ScriptedBroker> {
    const broker = new ScriptedBroker()
    await new Promise<void>((resolve) => broker.#server.listen(0, '127.0.0.1', resolve))
    broker.port = (broker.#server.address() as { port: number }).port
    return broker
  }

  get url(): string {
    return `mqtt://127.0.0.1:${this.port}`
  }

  /** Sends a message. @param isRepeated whether it says that it was sent before */
  publish(topic: string, payload: string, id: number, { isRepeated = false, qos = 2 } = {}): void {
    const [name, text] = [Buffer.from(topic), Buffer.from(payload)]
    const body = Buffer.concat([twoBytes(name.length), name, twoBytes(id), text])
    const flags = 0x30 | (qos << 1) | (isRepeated ? 8 : 0)
    this.#socket?.write(Buffer.concat([Buffer.from([flags]), lengthOf(body), body]))
  }

  /** Ends the connection without warning. */
  drop(): void {
    this.#socket?.destroy()
  }

  async stop(): Promise<void> {
    this.drop()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #accept(socket: Socket): void {
    this.#socket = socket
    let rest = Buffer.alloc(0)
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      rest = Buffer.concat([rest, chunk])
      for (let packet = firstPacket(rest); packet !== undefined; packet = firstPacket(rest)) {
        rest = rest.subarray(packet.size)
        this.#answer(socket, packet)
      }
    })
  }

  #answer(socket: Socket, { type, body }: Packet): void {
    if (type === CONNECT) socket.write(Buffer.from([0x20, 2, 1, 0]))
    else if (type === SUBSCRIBE) {
      this.subscriptions += 1
      socket.write(Buffer.concat([Buffer.from([0x90, 3]), body.subarray(0, 2), Buffer.from([2])]))
    } else if (type === PUBREC || type === PUBACK) this.taken.push(body.readUInt16BE())
  }
}

interface Packet {
  type: number
  body: Buffer
  size: number
}

/** The packet that a text of bytes begins with; undefined while it has not come whole. */
function firstPacket(bytes: Buffer): Packet | undefined {
  let length = 0
  for (let place = 1; place < bytes.length; place += 1) {
    const byte = bytes[place] ?? 0
    length += (byte & 0x7f) * 128 ** (place - 1)
    if (byte >= 0x80) continue
    const size = place + 1 + length
    if (bytes.length < size) return undefined
    return { type: (bytes[0] ?? 0) >> 4, body: bytes.subarray(place + 1, size), size }
  }
  return undefined
}

function twoBytes(number: number): Buffer {
  return Buffer.from([number >> 8, number & 0xff])
}

/** The remaining length, MQTT 3.1.1, 2.2.3. */
function lengthOf({ length }: Buffer): Buffer {
  return Buffer.from(length < 128 ? [length] : [(length % 128) | 0x80, Math.floor(length / 128)])
}

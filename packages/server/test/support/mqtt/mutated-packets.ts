import { Duplex } from 'node:stream'
import { generate, type Packet } from 'mqtt-packet'
import { randomNumbers } from '../seed.ts'
import { connectPacket } from './packet-client.ts'
import { ProtocolServer } from './protocol-server.ts'

/** Beyond so many bytes at once something was collected that should have been refused. */
const MOST_HELD = 512 * 1024
const CONTENT = { topic: 'a/b', payload: 'a payload', retain: false, dup: false } as const

/** A right packet of each kind, behind which everything is bent. */
const kinds: Record<string, { level: 4 | 5; packet: Packet; isFirst?: true }> = {}
for (const level of [4, 5] as const) {
  const properties = level === 5 ? { properties: { userProperties: { a: 'b' }, reasonString: 'why' } } : {}
  const will = { topic: 'w', payload: Buffer.from('will'), qos: 1 as const, retain: false }
  const add = (name: string, packet: Packet) => {
    kinds[`${name} of ${level}`] = { level, packet }
  }
  kinds[`CONNECT of ${level}`] = { level, isFirst: true, packet: connectPacket({ will, keepalive: 60 }, level) }
  for (const qos of [0, 1, 2] as const) add(`PUBLISH ${qos}`, { cmd: 'publish', qos, messageId: 7, ...CONTENT })
  for (const cmd of ['puback', 'pubrec', 'pubrel', 'pubcomp'] as const) add(cmd, { cmd, messageId: 7, ...properties })
  const subscriptions = [
    { topic: 'state/+', qos: 1 as const },
    { topic: 'secret/#', qos: 0 as const },
  ]
  add('SUBSCRIBE', { cmd: 'subscribe', messageId: 9, subscriptions })
  add('UNSUBSCRIBE', { cmd: 'unsubscribe', messageId: 9, unsubscriptions: ['state/+', 'other'] })
  add('PINGREQ', { cmd: 'pingreq' })
  add('DISCONNECT', {
    cmd: 'disconnect',
    ...(level === 5 ? { reasonCode: 4, properties: { sessionExpiryInterval: 9 } } : {}),
  })
}
kinds['PUBLISH with properties'] = {
  level: 5,
  packet: {
    cmd: 'publish',
    qos: 1,
    messageId: 7,
    ...CONTENT,
    properties: { topicAlias: 3, contentType: 'text', correlationData: Buffer.from('c'), messageExpiryInterval: 4 },
  },
}
kinds.AUTH = { level: 5, packet: { cmd: 'auth', reasonCode: 0, properties: { authenticationMethod: 'none' } } }

export interface MutatedResult {
  packets: number
  /** How many ended their connection. */
  ended: number
  faults: string[]
}

/**
 * Sends packets of each kind that were bent, each over a connection of its own, cut into pieces anywhere. Each connection has to end or
 * go on, its broker has to go on in any case, and nobody's password becomes right by it.
 * @param perKind how many of each
 */
export async function sendMutatedPackets({ perKind, seed }: { perKind: number; seed: number }): Promise<MutatedResult> {
  const random = randomNumbers(seed)
  const server = await ProtocolServer.start()
  server.mqtt.retain('state/host', Buffer.from('online'))
  const result: MutatedResult = { packets: 0, ended: 0, faults: [] }
  try {
    for (const [name, { level, packet, isFirst = false }] of Object.entries(kinds)) {
      const right = generate(packet, { protocolVersion: level })
      for (let n = 0; n < perKind; n++) {
        const bytes = bend(right, random)
        const fault = await send(server, { level, bytes, isFirst }, random, result)
        result.packets += 1
        if (fault !== undefined) result.faults.push(`${name}, ${bytes.toString('hex')}: ${fault}`)
      }
    }
  } finally {
    await server.stop()
  }
  return result
}

async function send(
  server: ProtocolServer,
  { level, bytes, isFirst }: { level: 4 | 5; bytes: Buffer; isFirst: boolean },
  random: () => number,
  result: MutatedResult,
): Promise<string | undefined> {
  const stream = new Pipe()
  server.mqtt.handle(stream, 4_096)
  if (!isFirst) {
    stream.push(generate(connectPacket({}, level)))
    await turn()
    if (server.open.size !== 1) return 'nobody has signed in'
  }
  for (const piece of cut(bytes, random)) stream.push(piece)
  await turn()
  const hasEnded = stream.destroyed || stream.writableEnded
  if (hasEnded) result.ended += 1
  const isMuch = stream.writableLength > MOST_HELD || stream.readableLength > MOST_HELD
  stream.destroy()
  await turn()
  const [error] = server.faults.splice(0)
  if (error !== undefined) return `${error.stack}`
  if (isMuch) return 'too much is held'
  if (server.open.size > 0) return 'the connection is still open'
  return undefined
}

/** A stream without a socket. */
class Pipe extends Duplex {
  override _read(): void {
    // It is pushed into.
  }

  override _write(_: unknown, __: string, done: () => void): void {
    done()
  }
}

/** Lets everything happen that has been set off. */
async function turn(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

function bend(right: Buffer, random: () => number): Buffer {
  let bytes: Buffer = Buffer.from(right)
  const changes = 1 + Math.floor(random() * 3)
  for (let change = 0; change < changes; change++) bytes = bendOnce(bytes, random)
  return bytes
}

function bendOnce(bytes: Buffer, random: () => number): Buffer {
  const place = Math.floor(random() * bytes.length)
  const any = () => Math.floor(random() * 256)
  switch (Math.floor(random() * 6)) {
    case 0:
      bytes[place] = (bytes[place] ?? 0) ^ (1 << Math.floor(random() * 8))
      return bytes
    case 1:
      bytes[place] = any()
      return bytes
    case 2:
      return bytes.subarray(0, place)
    case 3:
      return Buffer.concat([bytes.subarray(0, place), Buffer.from([any()]), bytes.subarray(place)])
    case 4:
      return Buffer.concat([bytes.subarray(0, place), bytes.subarray(place + 1)])
    default:
      return Buffer.concat([bytes, bytes.subarray(place)])
  }
}

function cut(bytes: Buffer, random: () => number): Buffer[] {
  const border = Math.floor(random() * (bytes.length + 1))
  return [bytes.subarray(0, border), bytes.subarray(border)].filter(({ length }) => length > 0)
}

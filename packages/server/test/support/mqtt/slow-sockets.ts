import { connect, type Socket } from 'node:net'
import { generate } from 'mqtt-packet'
import { randomNumbers } from '../seed.ts'
import { until } from '../until.ts'
import { connectPacket, PacketClient } from './packet-client.ts'
import { ProtocolServer } from './protocol-server.ts'

const CONNECT_MS = 4_000
const STEP_MS = 50
const OPEN_AT_ONCE = 100
/** Whatever slow clients make the server hold: each a few KiB, and those that do not read a little more. */
const MOST_BYTES_EACH = 256 * 1_024

/** A message of 200 kB, of which no more than its beginning comes. */
const LARGE = generate({
  cmd: 'publish',
  topic: 'a/b',
  payload: Buffer.alloc(200_000),
  qos: 0,
  retain: false,
  dup: false,
})
const CONNECT = generate(connectPacket({}, 4))
const PING = generate({ cmd: 'pingreq' })
const PINGS = Buffer.concat(Array.from({ length: 4_000 }, () => PING))

/** @param n how often it was called for the socket before */
type Step = (socket: Socket, n: number) => void

/** What slow clients do: the first two never sign in. */
const slowKinds: Record<string, { signsIn: boolean; step: Step }> = {
  silent: { signsIn: false, step: () => undefined },
  'CONNECT byte by byte': {
    signsIn: false,
    // It is over before the last one has come.
    step: (socket, n) => socket.write(CONNECT.subarray(n, Math.min(n + 1, CONNECT.length - 1))),
  },
  'a message byte by byte': { signsIn: true, step: (socket, n) => socket.write(LARGE.subarray(n, n + 1)) },
  'answers unread': {
    signsIn: true,
    step: (socket) => {
      socket.pause()
      if (socket.writableLength < PINGS.length) socket.write(PINGS)
    },
  },
}

export interface SlowResult {
  sockets: number
  /** Of those that never sign in. */
  ended: number
  /** Answers to a client that is not slow, and the slowest in ms. */
  answered: number
  slowestMs: number
  grownBytes: number
  faults: string[]
}

/**
 * Opens so many slow sockets, of each kind as many, while one client of the common kind publishes.
 * @param seconds how long they stay
 */
export async function openSlowSockets(options: {
  sockets: number
  seconds: number
  seed: number
}): Promise<SlowResult> {
  const random = randomNumbers(options.seed)
  const server = await ProtocolServer.start(CONNECT_MS)
  const opened: { socket: Socket; signsIn: boolean; step: Step; steps: number; ended: boolean }[] = []
  const result: SlowResult = { sockets: 0, ended: 0, answered: 0, slowestMs: 0, grownBytes: 0, faults: [] }
  const before = process.memoryUsage().rss
  const common = await PacketClient.signIn(server.port, { clientId: 'common' }, 4)
  try {
    const kinds = Object.values(slowKinds)
    for (let n = 0; n < options.sockets; n += OPEN_AT_ONCE) {
      const some = Array.from({ length: Math.min(OPEN_AT_ONCE, options.sockets - n) }, async (_, place) => {
        const kind = kinds[(n + place) % kinds.length] ?? kinds[0]
        if (kind === undefined) return
        const one = { socket: await open(server.port), ...kind, steps: 0, ended: false }
        one.socket.once('close', () => {
          one.ended = true
        })
        if (one.signsIn) await signIn(one.socket, `slow-${n + place}`)
        opened.push(one)
      })
      await Promise.all(some)
    }
    result.sockets = opened.length
    const end = performance.now() + options.seconds * 1_000
    for (let n = 0; performance.now() < end; n++) {
      for (const one of opened) if (random() < 0.2 && one.socket.writable) one.step(one.socket, one.steps++)
      const sent = performance.now()
      common.send({
        cmd: 'publish',
        messageId: (n % 65_000) + 1,
        topic: 'a/b',
        payload: 'x',
        qos: 1,
        retain: false,
        dup: false,
      })
      await common.next('puback')
      result.answered += 1
      result.slowestMs = Math.max(result.slowestMs, performance.now() - sent)
      result.grownBytes = Math.max(result.grownBytes, process.memoryUsage().rss - before)
      await new Promise((resolve) => setTimeout(resolve, STEP_MS))
    }
    const strangers = opened.filter(({ signsIn }) => !signsIn)
    await until('the end of those that do not sign in', () => strangers.every(({ ended }) => ended))
    result.ended = strangers.length
    if (result.grownBytes > Math.max(MOST_BYTES_EACH * opened.length, 256 * 1_048_576))
      result.faults.push('It takes too much memory.')
    if (server.open.size < opened.length - strangers.length) result.faults.push('A client was ended that is only slow.')
    result.faults.push(...server.faults.map(({ message }) => message))
  } finally {
    for (const { socket } of opened) socket.destroy()
    common.cut()
    await server.stop()
  }
  return result
}

async function signIn(socket: Socket, clientId: string): Promise<void> {
  socket.write(generate(connectPacket({ clientId }, 4)))
  await new Promise((resolve) => socket.once('data', resolve).once('close', resolve))
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.resume()
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
  return socket
}

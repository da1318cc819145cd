import { createServer, type Socket } from 'node:net'
import { Aedes, type AuthErrorCode, type AuthenticateError } from 'aedes'

/** A message as the broker got it. */
interface Received {
  clientId: string
  topic: string
  qos: number
  payload: string
}

/** What a test may change about its broker while it runs. */
interface BrokerBehaviour {
  /** Whether a publish is acknowledged at once, or only by `acknowledge`. */
  acknowledges: boolean
  /** Ends the connection of anyone who publishes. */
  refusePublishes: boolean
}

export interface TestBroker {
  url: string
  port: number
  received: Received[]
  behaviour: BrokerBehaviour
  /** The most publishes of one client that were unacknowledged at a time. */
  mostInFlight: number
  clientIds(): string[]
  /** Acknowledges what was held back, and from now on everything at once. */
  acknowledge(): void
  stop(): Promise<void>
}

export const deviceKey = 'a-key-of-a-test'

/** Starts a real MQTT broker on the loopback. @param port a free one by default */
export async function startBroker(port = 0): Promise<TestBroker> {
  const sockets = new Set<Socket>()
  const clients = new Set<string>()
  const inFlight = new Map<string, number>()
  const held: (() => void)[] = []
  const aedes = await Aedes.createBroker({
    authenticate: (_client, userName, key, done) => {
      const known = userName === 'sample-device' && key?.toString() === deviceKey
      done(known ? null : refusal(), known)
    },
    authorizePublish: (client, packet, done) => {
      if (client === null || broker.behaviour.refusePublishes) return done(new Error('refused by the test'))
      const { id } = client
      inFlight.set(id, (inFlight.get(id) ?? 0) + 1)
      broker.mostInFlight = Math.max(broker.mostInFlight, inFlight.get(id) ?? 0)
      const { topic, qos, payload } = packet
      broker.received.push({ clientId: id, topic, qos, payload: payload.toString() })
      const acknowledge = () => {
        inFlight.set(id, (inFlight.get(id) ?? 0) - 1)
        done(null)
      }
      if (broker.behaviour.acknowledges) acknowledge()
      else held.push(acknowledge)
    },
  })
  aedes.on('clientReady', (client) => clients.add(client.id))
  aedes.on('clientDisconnect', (client) => clients.delete(client.id))
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    aedes.handle(socket)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const listening = typeof address === 'object' && address !== null ? address.port : port
  const broker: TestBroker = {
    url: `mqtt://127.0.0.1:${listening}`,
    port: listening,
    received: [],
    behaviour: { acknowledges: true, refusePublishes: false },
    mostInFlight: 0,
    clientIds: () => [...clients],
    acknowledge() {
      broker.behaviour.acknowledges = true
      for (const acknowledge of held.splice(0)) acknowledge()
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => aedes.close(resolve))
      await closed
    },
  }
  return broker
}

function refusal(): AuthenticateError {
  // The value, because the enumeration has none at run time.
  return Object.assign(new Error('wrong key'), { returnCode: 4 satisfies AuthErrorCode.BAD_USERNAME_OR_PASSWORD })
}

const LOOK_EVERY_MS = 5
/** A minute on an idle machine. A busy one takes longer for each look, and so has more time. */
const MOST_LOOKS = 12_000

/** Resolves when `reached`, which is asked every few ms. What is not reached after so many looks does not come. */
export async function eventually(reached: () => boolean): Promise<void> {
  for (let looks = 0; !reached(); looks += 1) {
    if (looks > MOST_LOOKS) throw new Error(`Not reached within ${MOST_LOOKS} looks: ${reached}`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

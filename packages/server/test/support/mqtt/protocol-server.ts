import { createServer, type Server, type Socket } from 'node:net'
import type { MqttConnection } from '../../../src/connect/mqtt/mqtt-connection.ts'
import type { OnReceived } from '../../../src/connect/mqtt/mqtt-rules.ts'
import { MqttServer } from '../../../src/connect/mqtt/mqtt-server.ts'
import { reason } from '../../../src/connect/mqtt/reason-codes.ts'
import { StoredSessions } from '../../../src/connect/stored-sessions.ts'
import { Refusals } from '../../../src/platform/refusals.ts'

const BYTES_AHEAD = 4_096
const PACKET_BYTES = 262_144

interface Received {
  topic: string
  payload: string
  /** Stores the message, or does not. */
  settle: OnReceived
}

/**
 * What speaks MQTT in the product, with rules of its own behind it: the password `right` is right, nobody may subscribe below `secret`,
 * and messages are acknowledged at once unless they are held.
 */
export class ProtocolServer {
  readonly mqtt: MqttServer
  readonly received: Received[] = []
  readonly wills: string[] = []
  /** Why connections ended. */
  readonly ends: string[] = []
  /** What must not happen. */
  readonly faults: Error[] = []
  readonly refusals = new Refusals()
  readonly open = new Set<MqttConnection>()
  /** Leaves it to the test when a message is acknowledged. */
  isHolding = false
  port = 0
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  private constructor(server: Server, connectTimeoutMs: number) {
    this.#server = server
    const limits = { offlineSessions: 10, offlineSessionsOfOwner: 10, offlineSessionsOfDevice: 10 }
    const stored = new StoredSessions(limits, this.refusals, (name) => this.mqtt.forget(name))
    this.mqtt = new MqttServer({
      stored,
      limits: { packetBytes: PACKET_BYTES, connectTimeoutMs },
      rules: {
        signIn: async (connection, { userName = '', password, clientId, level }) => {
          if (`${password}` !== 'right') return { code: reason.badCredentials, words: 'Wrong.' }
          const assignedClientId = clientId === '' ? `assigned-${level}` : undefined
          return {
            sessionName: `${userName}/${assignedClientId ?? clientId}`,
            holder: { device: userName, owner: userName },
            assignedClientId,
            begin: () => this.open.add(connection),
          }
        },
        receive: (_, topic, payload, settle) => {
          this.received.push({ topic, payload: `${payload}`, settle })
          if (!this.isHolding) settle()
        },
        refuseSubscription: (_, filter) => (filter.startsWith('secret') ? reason.notAuthorized : undefined),
        prepareWill: (_, { payload, delayMs }) => ({ publish: () => this.wills.push(`${payload}`), delayMs }),
        end: (connection) => this.open.delete(connection),
        countRefused: (what) => this.refusals.count('mqtt', what),
        logEnd: (_, words) => this.ends.push(words),
        logFault: (_, error) => this.faults.push(error),
      },
    })
    server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
      this.mqtt.handle(socket, BYTES_AHEAD)
    })
  }

  static async start(connectTimeoutMs = 60_000): Promise<ProtocolServer> {
    const server = createServer({ noDelay: true })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const protocol = new ProtocolServer(server, connectTimeoutMs)
    const address = server.address()
    if (address !== null && typeof address === 'object') protocol.port = address.port
    protocol.mqtt.start()
    return protocol
  }

  /** What has come, by topic and content. */
  get contents(): string[] {
    return this.received.map(({ topic, payload }) => `${topic} ${payload}`)
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.mqtt.stop()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}

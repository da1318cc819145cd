import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { Aedes, type Client, type ConnectPacket } from 'aedes'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { createWebSocketStream, WebSocketServer } from 'ws'

export interface TestBrokerOptions {
  /** Who may connect; everybody where nothing is given. */
  credentials?: { username: string; password: string }
  tls?: TlsOptions
  /** Speaks MQTT over web sockets. */
  isWeb?: boolean
}

/** What a client has sent: all of its CONNECTs, subscriptions and messages, and that it has left. */
export type Heard = { clientId: string } & (
  | { what: 'connect'; packet: ConnectPacket }
  | { what: 'subscribe'; topics: string[] }
  | { what: 'publish'; topic: string; payload: string; qos: number; retain: boolean }
  | { what: 'leave' }
)

/** Somebody else's broker: it knows nothing of the product. */
export class TestBroker {
  readonly #aedes: Aedes
  /** Clients that are not let in. */
  readonly #barred: Set<string>
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #clients = new Map<string, Client & { will?: { payload: Buffer }; clean?: boolean }>()
  readonly #publishers: MqttClient[] = []
  readonly #options: TestBrokerOptions
  port = 0
  /** How many acknowledgements of subscribers have come. */
  acknowledged = 0
  readonly clientIds: string[] = []
  /** In the order in which it came; a will that the broker publishes is a message of its client. */
  readonly heard: Heard[]

  private constructor(
    aedes: Aedes,
    options: TestBrokerOptions,
    { heard, barred }: { heard: Heard[]; barred: Set<string> },
  ) {
    this.#aedes = aedes
    this.#barred = barred
    this.#options = options
    this.heard = heard
    const take = (stream: Duplex) => {
      stream.on('error', () => undefined)
      aedes.handle(stream)
    }
    this.#server = serverFor(options, take)
    for (const event of ['connection', 'secureConnection']) {
      this.#server.on(event, (socket: Socket) => {
        this.#sockets.add(socket)
        socket.once('close', () => this.#sockets.delete(socket))
        socket.on('error', () => undefined)
      })
    }
    this.#server.on('tlsClientError', () => undefined)
    aedes.on('ack', () => {
      this.acknowledged += 1
    })
    aedes.on('client', (client) => {
      this.clientIds.push(client.id)
      this.#clients.set(client.id, client)
    })
    aedes.on('subscribe', (subscriptions, { id }) =>
      heard.push({ clientId: id, what: 'subscribe', topics: subscriptions.map(({ topic }) => topic) }),
    )
    aedes.on('publish', ({ topic, payload, qos, retain }, client) => {
      if (client !== null)
        heard.push({ clientId: client.id, what: 'publish', topic, payload: `${payload}`, qos, retain })
    })
    aedes.on('clientDisconnect', ({ id }) => heard.push({ clientId: id, what: 'leave' }))
  }

  static async start(options: TestBrokerOptions = {}): Promise<TestBroker> {
    const { credentials } = options
    const heard: Heard[] = []
    const barred = new Set<string>()
    const aedes = await Aedes.createBroker({
      preConnect: (_client, packet, done) => {
        heard.push({ clientId: packet.clientId, what: 'connect', packet })
        done(null, true)
      },
      authenticate: (client, username, password, done) => {
        const isRight =
          credentials === undefined ||
          (username === credentials.username && password?.toString() === credentials.password)
        if (isRight && !barred.has(client.id)) done(null, true)
        else done(Object.assign(new Error('Wrong credentials.'), { returnCode: 4 }), false)
      },
    })
    const broker = new TestBroker(aedes, options, { heard, barred })
    await broker.listen()
    return broker
  }

  get url(): string {
    const { tls, isWeb = false } = this.#options
    const scheme = isWeb ? 'ws' : 'mqtt'
    return `${tls === undefined ? scheme : `${scheme}s`}://127.0.0.1:${this.port}`
  }

  /** Listens, at the same port again after `hangUp`. */
  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.port, '127.0.0.1', resolve))
    const address = this.#server.address()
    if (address !== null && typeof address === 'object') this.port = address.port
  }

  /** Ends every connection and takes no more; sessions and what waits in them stay. */
  async hangUp(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  /** Ends the connection of one client without warning, and lets it in no more. */
  bar(clientId: string): void {
    this.#barred.add(clientId)
    this.#clients.get(clientId)?.conn.destroy()
  }

  /** What is published when the connection of a client breaks. */
  willOf(clientId: string): string | undefined {
    return this.#clients.get(clientId)?.will?.payload.toString()
  }

  /** How a client began its session: whether what it had here before was dropped. */
  isClean(clientId: string): boolean | undefined {
    return this.#clients.get(clientId)?.clean
  }

  /** Publishes a message of one that is not connected any more. */
  async publish(topic: string, payload: Buffer, qos: 0 | 1): Promise<void> {
    const packet = { cmd: 'publish', topic, payload, qos, retain: false, dup: false } as const
    await new Promise<void>((resolve, reject) =>
      this.#aedes.publish(packet, (error) => (error ? reject(error) : resolve())),
    )
  }

  /** A client of the broker's, ended with it. */
  async client(options: IClientOptions = {}): Promise<MqttClient> {
    const client = await connectAsync(this.url, {
      rejectUnauthorized: false,
      reconnectPeriod: 0,
      ...this.#options.credentials,
      ...options,
    })
    this.#publishers.push(client)
    return client
  }

  async stop(): Promise<void> {
    await Promise.all(this.#publishers.map((client) => client.endAsync(true)))
    await this.hangUp().catch(() => undefined)
    await new Promise<void>((resolve) => this.#aedes.close(resolve))
  }
}

function serverFor({ tls, isWeb = false }: TestBrokerOptions, take: (stream: Duplex) => void): Server {
  if (!isWeb) return tls === undefined ? createServer(take) : createTlsServer(tls, take)
  const server = tls === undefined ? createHttpServer() : createHttpsServer(tls)
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) => take(createWebSocketStream(socket)))
  return server
}

import { createServer as createHttpServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { createServer, type Server, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createServer as createTlsServer, type TlsOptions } from 'node:tls'
import { Aedes } from 'aedes'
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import { createWebSocketStream, WebSocketServer } from 'ws'

export interface TestBrokerOptions {
  /** Who may connect; everybody where nothing is given. */
  credentials?: { username: string; password: string }
  tls?: TlsOptions
  /** Speaks MQTT over web sockets. */
  isWeb?: boolean
}

/** Somebody else's broker: it knows nothing of the product. */
export class TestBroker {
  readonly #aedes: Aedes
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  readonly #publishers: MqttClient[] = []
  readonly #options: TestBrokerOptions
  port = 0
  /** How many acknowledgements of subscribers have come. */
  acknowledged = 0
  readonly clientIds: string[] = []

  private constructor(aedes: Aedes, options: TestBrokerOptions) {
    this.#aedes = aedes
    this.#options = options
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
    aedes.on('client', ({ id }) => this.clientIds.push(id))
  }

  static async start(options: TestBrokerOptions = {}): Promise<TestBroker> {
    const { credentials } = options
    const aedes = await Aedes.createBroker({
      authenticate: (_client, username, password, done) => {
        const isRight =
          credentials === undefined ||
          (username === credentials.username && password?.toString() === credentials.password)
        if (isRight) done(null, true)
        else done(Object.assign(new Error('Wrong credentials.'), { returnCode: 4 }), false)
      },
    })
    const broker = new TestBroker(aedes, options)
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

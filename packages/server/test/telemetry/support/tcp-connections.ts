import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import type { ConnectionKind, RunningConnection, StopReason } from '../../../src/connect/supervisor/connection-kind.ts'
import { type ConnectionState, freshState, noteFailure } from '../../../src/connect/supervisor/connection-states.ts'
import { networkIssue, passing } from '../../../src/connect/supervisor/link-issue.ts'
import { Reconnection } from '../../../src/connect/supervisor/reconnection.ts'

export interface TcpSettings {
  id: string
  name: string
  rowVersion: number
  brokerUrl: string
}

/** A name under which a connection cannot be made at all. */
export const IMPOSSIBLE = 'impossible'

/** The plainest kind there can be, on the tables of the subscribers: a TCP connection that says its name and is held. */
export function tcpKind(): ConnectionKind<TcpSettings, ConnectionState, string> {
  return {
    nouns: { one: 'line', many: 'lines' },
    table: 'mqtt_subscriber',
    states: { table: 'mqtt_subscriber_state', key: 'subscriber_id', hasSlots: true, texts: {} },
    freshState,
    secrets: { use: 'lines', fields: ['password'] },
    async read(pool, _secrets, condition, values) {
      const { rows } = await pool.query<TcpSettings>(
        `SELECT id, name, row_version AS "rowVersion", broker_url AS "brokerUrl" FROM mqtt_subscriber WHERE ${condition}`,
        [...values],
      )
      return rows
    },
    isSame: (before, after) => before.rowVersion === after.rowVersion,
    isShared: () => false,
    open(settings, { slot, state }, onChange) {
      if (settings.name === IMPOSSIBLE) throw new Error('This connection cannot be made.')
      return new TcpConnection(settings, slot, state, onChange)
    },
    test: async ({ name }) => name,
  }
}

class TcpConnection implements RunningConnection<TcpSettings, ConnectionState> {
  readonly settings: TcpSettings
  readonly slot: number
  readonly state: ConnectionState
  readonly #onChange: () => void
  readonly #reconnection = new Reconnection(() => this.#connect())
  #socket: Socket | undefined

  constructor(settings: TcpSettings, slot: number, state: ConnectionState, onChange: () => void) {
    this.settings = settings
    this.slot = slot
    this.state = state
    this.#onChange = onChange
  }

  start(): void {
    this.#connect()
  }

  async stop({ why }: StopReason<TcpSettings>): Promise<void> {
    this.#reconnection.stop()
    const socket = this.#socket
    this.#socket = undefined
    if (socket === undefined || socket.destroyed) return
    socket.end(` ${why}`)
    await once(socket, 'close')
  }

  #connect(): void {
    const where = this.settings.brokerUrl
    const socket = connect(Number(new URL(where).port), '127.0.0.1')
    this.#socket = socket
    let failure: Error | undefined
    socket.resume()
    socket.on('connect', () => {
      this.#reconnection.succeeded()
      socket.write(this.settings.name)
      this.#become('connected')
    })
    socket.on('error', (error) => {
      failure = error
    })
    socket.on('close', () => {
      if (this.#socket !== socket) return
      const code = String((failure as { code?: string } | undefined)?.code)
      const issue = networkIssue(code, where, 'listener') ?? passing(`${where} has ended the connection.`)
      noteFailure(this.state, issue.words)
      this.#become('waiting')
      this.#reconnection.retryAfter(issue)
    })
  }

  #become(status: ConnectionState['status']): void {
    this.state.status = status
    this.#onChange()
  }
}

/** Listens for such connections and remembers what each has said. */
export class TcpListener {
  readonly #server: Server
  readonly #open = new Map<Socket, string>()
  /** What the connections that have ended had said. */
  readonly ended: string[] = []
  port = 0

  constructor() {
    this.#server = createServer((socket) => {
      this.#open.set(socket, '')
      socket.on('data', (bytes) => this.#open.set(socket, `${this.#open.get(socket)}${bytes}`))
      socket.on('error', () => undefined)
      socket.on('close', () => {
        this.ended.push(this.#open.get(socket) ?? '')
        this.#open.delete(socket)
      })
    })
  }

  get url(): string {
    return `mqtt://127.0.0.1:${this.port}`
  }

  /** What the connections that are open have said. */
  get said(): string[] {
    return [...this.#open.values()].toSorted()
  }

  /** Listens, at the same port again after `stop`. */
  async start(): Promise<void> {
    this.#server.listen(this.port, '127.0.0.1')
    await once(this.#server, 'listening')
    const address = this.#server.address()
    if (address !== null && typeof address === 'object') this.port = address.port
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const socket of this.#open.keys()) socket.destroy()
    await closed
  }
}

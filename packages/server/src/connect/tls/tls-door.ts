import type { Server, Socket } from 'node:net'
import { createServer, type TLSSocket, type Server as TlsServer } from 'node:tls'
import { listen } from '../../platform/listen.ts'
import type { Refusals } from '../../platform/refusals.ts'
import type { ClientCertificate } from '../device.ts'
import type { Arrival, DeviceSignIn } from '../device-sign-in.ts'
import type { CertificateSource, ShownCertificate } from './certificate-source.ts'

const HANDSHAKE_TIMED_OUT = 'ERR_TLS_HANDSHAKE_TIMEOUT'

export interface TlsDoorParts {
  source: CertificateSource
  signIn: Pick<DeviceSignIn, 'open'>
  /** Time for the handshake, ms. */
  handshakeMs: number
  refusals: Refusals
  /** Gets each connection whose handshake is done. */
  take: (socket: TLSSocket, arrival: Arrival) => void
}

/**
 * MQTT over TLS, 1.2 or newer. A connection counts as one that has not signed in from its opening on, so that handshakes under way are
 * bounded with the others. Certificates of clients are asked for, and what they are worth is decided at the sign-in.
 */
export class TlsDoor {
  readonly #parts: TlsDoorParts
  /** Those that have not ended, by address and port of the client: TLS does not say on which socket it runs. */
  readonly #arrivals = new Map<string, Arrival>()
  readonly #handshaking = new Map<string, Socket>()
  #server: TlsServer | undefined

  constructor(parts: TlsDoorParts) {
    this.#parts = parts
  }

  get shown(): ShownCertificate | undefined {
    return this.#parts.source.shown
  }

  /** @returns the port it listens on */
  async start(host: string, port: number): Promise<number> {
    const { source, handshakeMs: handshakeTimeout, refusals } = this.#parts
    const secure = { minVersion: 'TLSv1.2', honorCipherOrder: true } as const
    const pair = await source.start((next) => server.setSecureContext({ ...secure, cert: next.cert, key: next.key }))
    // Who has signed a client's certificate proves nothing here: it is known by its fingerprint or not at all.
    const clients = { requestCert: true, rejectUnauthorized: false }
    const { cert, key } = pair
    const server = createServer({ ...secure, ...clients, cert, key, handshakeTimeout, noDelay: true })
    this.#server = server
    this.#countFirst(server)
    server.on('secureConnection', (socket) => this.#take(socket))
    server.on('tlsClientError', (error: NodeJS.ErrnoException, socket) => {
      refusals.count('mqtt', error.code === HANDSHAKE_TIMED_OUT ? 'tls_handshake_timeout' : 'tls_handshake')
      socket.destroy()
    })
    return await listen(server, { host, port })
  }

  /** Takes no new connections and ends handshakes. Those that were taken are ended by who has them. */
  close(): Promise<void> {
    this.#parts.source.stop()
    const server = this.#server
    if (server === undefined) return Promise.resolve()
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    for (const socket of this.#handshaking.values()) socket.destroy()
    return closed
  }

  /** What is beyond the limits must not cost a handshake: Node's own listeners hear of what is admitted. */
  #countFirst(server: Server): void {
    const listeners = server.listeners('connection')
    server.removeAllListeners('connection')
    server.on('connection', (socket: Socket) => {
      const arrival = this.#parts.signIn.open(socket, socket.remoteAddress)
      if (arrival === undefined) return
      const name = nameOf(socket)
      this.#arrivals.set(name, arrival)
      this.#handshaking.set(name, socket)
      socket.once('close', () => {
        this.#arrivals.delete(name)
        this.#handshaking.delete(name)
      })
      for (const listener of listeners) listener.call(server, socket)
    })
  }

  #take(socket: TLSSocket): void {
    const name = nameOf(socket)
    const arrival = this.#arrivals.get(name)
    this.#handshaking.delete(name)
    if (arrival === undefined) {
      socket.destroy()
      return
    }
    const certificate = certificateOf(socket)
    this.#parts.take(socket, certificate === undefined ? arrival : { ...arrival, certificate })
  }
}

function nameOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`
}

function certificateOf(socket: TLSSocket): ClientCertificate | undefined {
  const certificate = socket.getPeerX509Certificate()
  if (certificate === undefined) return undefined
  const { fingerprint256: fingerprint, validFromDate, validToDate } = certificate
  return { fingerprint, startsAt: validFromDate.getTime(), endsAt: validToDate.getTime() }
}

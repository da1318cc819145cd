import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createWebSocketStream, type WebSocket, WebSocketServer } from 'ws'
import type { MqttLimits } from '../platform/mqtt-limits.ts'
import type { Refusals } from '../platform/refusals.ts'
import { type Arrival, type DeviceSignIn, PACKET_LIMIT } from './device-sign-in.ts'
import { limitArriving } from './packet-gate.ts'

/** The name of MQTT among the protocols of web sockets (MQTT 3.1.1, 6). */
const PROTOCOL = 'mqtt'
/** Pieces of one message, and chunks of it that were read: a client must not make memory of many tiny ones. */
const MOST_PIECES = 1_024

export interface WebSocketDoorParts {
  /** The origin of the product's own pages; browsers may not connect from others. */
  origin: string
  signIn: Pick<DeviceSignIn, 'open'>
  limits: Pick<MqttLimits, 'unauthenticatedBytes'>
  refusals: Refusals
  /** Gets the bytes of each connection. */
  take: (stream: Duplex, arrival: Arrival) => void
}

/** MQTT over web sockets, on connections that the web hands over. */
export class WebSocketDoor {
  readonly #parts: WebSocketDoorParts
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    // One packet may be in several messages and one message hold several packets; neither has to be larger than a packet.
    maxPayload: PACKET_LIMIT,
    maxFragments: MOST_PIECES,
    maxBufferedChunks: MOST_PIECES,
    perMessageDeflate: false,
    handleProtocols: () => PROTOCOL,
  })

  constructor(parts: WebSocketDoorParts) {
    this.#parts = parts
    this.#server.on('wsClientError', (_error, socket) => this.#refuse(socket, 400, 'web_socket_request'))
  }

  /**
   * Opens a web socket, or answers why not.
   * @param address of the client, also behind a proxy that is trusted
   */
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer, address: string): void {
    const { origin, signIn } = this.#parts
    socket.on('error', () => undefined)
    const given = request.headers.origin
    // Programs send none. A page of somebody else must not use the network that a browser is in.
    if (given !== undefined && given !== origin) {
      this.#refuse(socket, 403, 'web_socket_origin')
    } else if (!protocolsOf(request).includes(PROTOCOL)) {
      this.#refuse(socket, 400, 'web_socket_protocol')
    } else {
      const arrival = signIn.open(socket, address)
      if (arrival === undefined) return
      this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#take(webSocket, socket, head, arrival))
    }
  }

  /** Ends all connections. */
  stop(): void {
    for (const webSocket of this.#server.clients) webSocket.terminate()
  }

  #take(webSocket: WebSocket, socket: Socket, head: Buffer, arrival: Arrival): void {
    const { limits, refusals, take } = this.#parts
    // The library collects a whole message before anybody can look at it.
    const liftReading = limitArriving(socket, limits.unauthenticatedBytes - head.length, () =>
      refusals.count('mqtt', 'unauthenticated_bytes'),
    )
    webSocket.on('message', (_bytes, isBinary) => {
      if (!isBinary) webSocket.terminate()
    })
    take(createWebSocketStream(webSocket), { ...arrival, liftReading })
  }

  #refuse(socket: Duplex, status: number, reason: string): void {
    this.#parts.refusals.count('mqtt', reason)
    const answer = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, 'Connection: close', 'Content-Length: 0', '', '']
    socket.end(answer.join('\r\n'), () => socket.destroy())
  }
}

function protocolsOf({ headers }: IncomingMessage): string[] {
  return (headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim())
}

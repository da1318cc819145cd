import { connect as connectTcp } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { connect, type IClientOptions, MqttClient } from 'mqtt'
import { guardedLookup } from '../../platform/outgoing-address.ts'
import { SPARKPLUG_MAX_BYTES } from '../sparkplug/payload.ts'
import { addressOf, type Subscription } from './subscription.ts'

/** How many messages may wait for their commit; a broker that speaks MQTT 5 receives this limit, another is not read from. */
export const IN_FLIGHT = 5_000
const KEEP_ALIVE_SECONDS = 30
const CONNECT_TIMEOUT_MS = 10_000
/** Session expiry: how long the broker stores messages while we are disconnected, a day. */
const SESSION_SECONDS = 86_400
/** Room for a payload that is just too large, so that it is refused with a reason. */
export const PACKET_LIMIT = SPARKPLUG_MAX_BYTES + 64 * 1024

export interface LinkOptions {
  clientId: string
  will?: { topic: string; payload: Buffer }
  /** Whether the broker shall keep our session. */
  keepsSession: boolean
  /** Whether the operator has chosen the broker: then it may be anywhere. */
  isTrusted?: boolean
}

/** Opens a connection over TCP, TLS or web sockets, in MQTT 3.1.1 or 5. It connects once and does not come back by itself. */
export function openClient(
  subscription: Subscription,
  { clientId, will, keepsSession, isTrusted = false }: LinkOptions,
): MqttClient {
  const guard = isTrusted ? {} : { lookup: guardedLookup }
  const { brokerUrl, username, password } = subscription
  const isFive = subscription.protocol === '5'
  const { scheme, host, port } = addressOf(subscription)
  const secure = tlsOf(subscription)
  const options: IClientOptions = {
    clientId,
    protocolVersion: isFive ? 5 : 4,
    clean: !keepsSession,
    keepalive: KEEP_ALIVE_SECONDS,
    connectTimeout: CONNECT_TIMEOUT_MS,
    reconnectPeriod: 0,
    queueQoSZero: false,
    ...(username === null ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(will === undefined ? {} : { will: { ...will, qos: 1, retain: true } }),
    ...(isFive
      ? {
          properties: {
            receiveMaximum: IN_FLIGHT,
            sessionExpiryInterval: keepsSession ? SESSION_SECONDS : 0,
          },
        }
      : {}),
  }
  if (scheme.startsWith('ws')) {
    return connect(brokerUrl, { ...options, wsOptions: { ...secure, ...guard, maxPayload: PACKET_LIMIT } })
  }
  return new MqttClient(() => {
    if (scheme === 'mqtt') return connectTcp({ host, port, ...guard, noDelay: true })
    // An address in numbers has no name to be asked for.
    const servername = /^[\d.]+$|:/.test(host) ? {} : { servername: host }
    return connectTls({ host, port, ...guard, ...servername, ...secure })
  }, options)
}

function tlsOf({ caCertificate, clientCertificate, clientKey, rejectUnauthorized }: Subscription) {
  return {
    rejectUnauthorized,
    ...(caCertificate === null ? {} : { ca: caCertificate }),
    ...(clientCertificate === null ? {} : { cert: clientCertificate }),
    ...(clientKey === undefined ? {} : { key: clientKey }),
  }
}

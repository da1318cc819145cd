import { createHmac, hkdfSync, randomUUID, timingSafeEqual } from 'node:crypto'
import { connect, type MqttClient } from 'mqtt'
import type { ChannelListener, NodeChannel } from '../../live/index.ts'
import { clock } from '../../platform/clock.ts'
import type { InstallationKeys } from '../../platform/installation-keys.ts'
import { IssueLog } from '../../platform/issue-log.ts'
import type { Log } from '../../platform/log.ts'
import { type SharedBroker, subscriptionOf } from './broker-address.ts'

/** Topics of live data; each run of a node has one of them. */
const TOPIC = 'packhouse/live/'
const TOPICS = 64
const RECONNECT_MS = 1_000
/** A start waits no longer for the broker; what is missed until it is there is read from the database. */
const PATIENCE_MS = 5_000
/** A message begins with the run of its node, its number, and a code by which it is known to be of this installation. */
const NODE_BYTES = 36
const SEQ_BYTES = 8
const CODE_BYTES = 32
const HEAD_BYTES = NODE_BYTES + SEQ_BYTES + CODE_BYTES

/**
 * Messages between nodes by way of a broker of others. They carry a code made with a key of the installation, so that nobody else who may publish at the
 * broker can show people values.
 */
export class BrokerChannel implements NodeChannel {
  readonly #broker: SharedBroker
  readonly #keys: readonly Buffer[]
  readonly #issues: IssueLog
  readonly #node = randomUUID()
  readonly #numbers = new Map<string, number>()
  #seq = 0
  #client: MqttClient | undefined

  constructor(broker: SharedBroker, keys: InstallationKeys, log: Log) {
    this.#broker = broker
    this.#keys = [keys.current, ...keys.previous].map((key) =>
      Buffer.from(hkdfSync('sha256', key, '', 'packhouse live data between nodes', 32)),
    )
    this.#issues = new IssueLog(log, 'Live data travel over the broker again')
  }

  async start(listener: ChannelListener): Promise<void> {
    const { brokerUrl, clientId, username, password } = subscriptionOf(this.#broker)
    const client = connect(brokerUrl, {
      protocolVersion: 5,
      clientId: `${clientId}-live`,
      clean: true,
      reconnectPeriod: RECONNECT_MS,
      resubscribe: false,
      queueQoSZero: false,
      ...(username === null ? {} : { username }),
      ...(password === undefined ? {} : { password }),
    })
    this.#client = client
    client.on('error', (error) =>
      this.#issues.meet('Live data cannot travel over the broker', { error: error.message }),
    )
    client.on('message', (_topic, body) => this.#take(body, listener))
    const subscribed = new Promise<void>((resolve) => {
      client.on('connect', () => {
        client.subscribeAsync(`${TOPIC}+`, { qos: 1, nl: true }).then(
          () => {
            // What was sent in the meantime is gone.
            this.#numbers.clear()
            listener.missed()
            this.#issues.end()
            resolve()
          },
          (error: Error) => this.#issues.meet('Live data cannot be read from the broker', { error: error.message }),
        )
      })
    })
    await Promise.race([subscribed, clock.sleep(PATIENCE_MS, { ref: false })])
  }

  async send(bodies: readonly Buffer[]): Promise<void> {
    const client = this.#client
    const messages = bodies.map((body) => this.#sign(body))
    if (client?.connected !== true) return
    const topic = `${TOPIC}${Number.parseInt(this.#node.slice(0, 2), 16) % TOPICS}`
    await Promise.all(messages.map((message) => client.publishAsync(topic, message, { qos: 1 })))
  }

  async stop(): Promise<void> {
    const client = this.#client
    this.#client = undefined
    await client?.endAsync(!client.connected).catch(() => undefined)
  }

  #sign(body: Buffer): Buffer {
    this.#seq += 1
    const head = Buffer.alloc(NODE_BYTES + SEQ_BYTES)
    head.write(this.#node, 'latin1')
    head.writeBigUInt64BE(BigInt(this.#seq), NODE_BYTES)
    return Buffer.concat([head, codeOf(this.#keys[0] ?? Buffer.alloc(0), head, body), body])
  }

  #take(message: Buffer, listener: ChannelListener): void {
    const head = message.subarray(0, NODE_BYTES + SEQ_BYTES)
    const code = message.subarray(NODE_BYTES + SEQ_BYTES, HEAD_BYTES)
    const body = message.subarray(HEAD_BYTES)
    const isOurs =
      code.length === CODE_BYTES && this.#keys.some((key) => timingSafeEqual(code, codeOf(key, head, body)))
    if (!isOurs) {
      this.#issues.meet('A message under packhouse/live/ is not of this installation')
      return
    }
    const node = head.toString('latin1', 0, NODE_BYTES)
    const seq = Number(head.readBigUInt64BE(NODE_BYTES))
    const before = this.#numbers.get(node)
    // A broker may deliver once more, and what comes late is known by then.
    if (node === this.#node || (before !== undefined && seq <= before)) return
    if (before !== undefined && seq !== before + 1) listener.missed()
    this.#numbers.set(node, seq)
    listener.message(node, body)
  }
}

function codeOf(key: Buffer, head: Buffer, body: Buffer): Buffer {
  return createHmac('sha256', key).update(head).update(body).digest()
}

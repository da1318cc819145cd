import type { ClientSession, ClientSubscription, DataValue } from 'node-opcua-client'
import { loadOpcua } from './library.ts'
import { isNodeId } from './node-id.ts'

/** At most so many nodes in one request: what most servers take. */
const READ_AT_ONCE = 200
/** How often a server reports that it is still there while nothing changes. */
const KEEP_ALIVE_MS = 5_000
/** A server that has missed so many of them is gone, whatever TCP thinks. */
const MISSED_KEEP_ALIVES = 3

export interface WatchListener {
  /** Called once after all changes of a publish cycle. */
  changed: () => void
  /** Nothing has changed: what is known is true now. */
  unchanged: () => void
  /** The subscription has ended, or the server is silent. */
  silent: () => void
}

/** The values of nodes of one server, kept current by a subscription. */
export class NodeWatch {
  readonly values = new Map<string, DataValue>()
  readonly #subscription: ClientSubscription
  readonly #listener: WatchListener
  #results: NodeJS.Immediate | undefined
  #watchdog: NodeJS.Timeout
  #isOver = false

  private constructor(subscription: ClientSubscription, listener: WatchListener) {
    this.#subscription = subscription
    this.#listener = listener
    const patience =
      MISSED_KEEP_ALIVES * Math.max(subscription.publishingInterval * subscription.maxKeepAliveCount, KEEP_ALIVE_MS)
    this.#watchdog = setTimeout(() => this.#silent(), patience)
    subscription.on('received_notifications', () => this.#watchdog.refresh())
    subscription.on('keepalive', () => {
      this.#watchdog.refresh()
      if (!this.#isOver) listener.unchanged()
    })
    subscription.on('terminated', () => this.#silent())
    subscription.on('status_changed', () => this.#silent())
  }

  /** Reads the nodes, then subscribes to changes. */
  static async open(
    session: ClientSession,
    nodes: readonly string[],
    samplingMs: number,
    listener: WatchListener,
  ): Promise<NodeWatch> {
    const { AttributeIds, ClientMonitoredItemGroup, TimestampsToReturn } = await loadOpcua()
    const known = nodes.filter(isNodeId)
    const values = await readNodes(session, known)
    const maxKeepAliveCount = Math.max(1, Math.ceil(KEEP_ALIVE_MS / samplingMs))
    const subscription = await session.createSubscription2({
      requestedPublishingInterval: samplingMs,
      requestedMaxKeepAliveCount: maxKeepAliveCount,
      requestedLifetimeCount: maxKeepAliveCount * 10,
      maxNotificationsPerPublish: 0,
      publishingEnabled: true,
    })
    const watch = new NodeWatch(subscription, listener)
    for (const [node, value] of values) watch.values.set(node, value)
    const items = known.map((nodeId) => ({ nodeId, attributeId: AttributeIds.Value }))
    const group = ClientMonitoredItemGroup.create(
      subscription,
      items,
      { samplingInterval: samplingMs, queueSize: 1, discardOldest: true },
      TimestampsToReturn.Both,
    )
    group.on('changed', (_item, value, place) => watch.#change(known[place] ?? '', value))
    return watch
  }

  /** Nodes that the server does not have, or does not let us read. */
  get missing(): string[] {
    return [...this.values]
      .filter(([, { statusCode }]) => /NodeId(Unknown|Invalid)|NotReadable|AccessDenied/.test(statusCode.name))
      .map(([node]) => node)
  }

  /** Ends the subscription at the server, where it is still there. */
  async close(): Promise<void> {
    this.#end()
    await this.#subscription.terminate().catch(() => undefined)
  }

  #change(node: string, value: DataValue): void {
    this.values.set(node, value)
    // All changes of a cycle are reported in one go; what comes of them is one record.
    this.#results ??= setImmediate(() => {
      this.#results = undefined
      if (!this.#isOver) this.#listener.changed()
    })
  }

  #silent(): void {
    if (this.#isOver) return
    this.#end()
    this.#listener.silent()
  }

  #end(): void {
    this.#isOver = true
    clearTimeout(this.#watchdog)
    clearImmediate(this.#results)
  }
}

/** The values of nodes now. */
export async function readNodes(session: ClientSession, nodes: readonly string[]): Promise<Map<string, DataValue>> {
  const { AttributeIds } = await loadOpcua()
  const values = new Map<string, DataValue>()
  for (let from = 0; from < nodes.length; from += READ_AT_ONCE) {
    const some = nodes.slice(from, from + READ_AT_ONCE)
    const results = await session.read(some.map((nodeId) => ({ nodeId, attributeId: AttributeIds.Value })))
    for (const [place, value] of results.entries()) values.set(some[place] ?? '', value)
  }
  return values
}

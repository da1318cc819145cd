import type { ClientSubscription, DataValue, MonitoredItemNotification, NotificationMessage } from 'node-opcua-client'
import { clock, type Timer } from '../../platform/clock.ts'
import { loadOpcua } from './library.ts'
import { NodePoll } from './node-poll.ts'
import { type Moment, timeOf } from './node-times.ts'
import type { Operations } from './operations.ts'
import { decodeStructures, isStructure } from './structures.ts'

/** How often a server reports that it is still there while nothing changes. */
const KEEP_ALIVE_MS = 5_000
/** The library asks for no fewer. */
const KEEP_ALIVES = 3
/** A server that has missed so many of them is gone, whatever TCP thinks. */
const MISSED_KEEP_ALIVES = 3
/** What changes while no message gets through is stored by the server for so long, as far as it does. */
const QUEUED_MS = 10_000
const QUEUE = { least: 2, most: 100 }
/** How soon a server is asked again for what it has refused to monitor. */
const ASK_AGAIN_MS = 60_000
/** Of these a server says that they are not there, or not for us: reading them leads nowhere either. */
const ABSENT = /NodeId(Unknown|Invalid)|AttributeIdInvalid|NotReadable|AccessDenied|NotImplemented/

/** What a server reports of one node. */
export interface NodeChange {
  node: string
  value: DataValue
  /**
   * What the server tells at the beginning of a session: what the node has now, perhaps for long; what it had before that; and of
   * this the first, which may have been told over another session. All others are changes.
   */
  begins?: 'first' | 'before' | 'now'
  /** It was asked for, so that it is the value of then, whatever its time. */
  isRead?: true
}

/** Nodes that a server does not monitor, with what it says. */
export interface Unmonitored {
  /** Read again and again instead. */
  polled: ReadonlyMap<string, string>
  /** Not there, or not for us. */
  missing: ReadonlyMap<string, string>
}

export interface WatchListener {
  /** What one message of the server has reported, in its order. */
  changed: (changes: readonly NodeChange[], moment: Moment) => void
  /** Nothing has changed: what is known is true now. */
  unchanged: (moment: Moment) => void
  /** Which nodes are not monitored, whenever that changes. */
  unmonitored: (nodes: Unmonitored) => void
  /** Whether the nodes that are not monitored can be read: why they cannot, or that they can again. */
  unread: (error: Error | undefined) => void
  /** The subscription has ended, or the server is silent. */
  silent: () => void
}

/** Nodes of one server, watched by a subscription; what the server refuses to monitor is read at the same pace. */
export class NodeWatch {
  readonly #operations: Operations
  readonly #subscription: ClientSubscription
  readonly #nodes: readonly string[]
  readonly #samplingMs: number
  readonly #listener: WatchListener
  readonly #poll: NodePoll
  readonly #polled = new Map<string, string>()
  readonly #missing = new Map<string, string>()
  readonly #seen = new Set<string>()
  /** Messages with structures wait until these are decoded, and those behind them too. */
  #decoding: Promise<void> | undefined
  /** What has come before anybody listens. */
  #early: (() => void)[] | undefined = []
  /** How far the clock of the server is ahead of ours. */
  #leadMs: number | undefined
  #watchdog: Timer
  #again: Timer | undefined
  #isOver = false

  private constructor(
    operations: Operations,
    subscription: ClientSubscription,
    { nodes, samplingMs, listener }: { nodes: readonly string[]; samplingMs: number; listener: WatchListener },
  ) {
    this.#operations = operations
    this.#leadMs = operations.leadMs
    this.#subscription = subscription
    this.#nodes = nodes
    this.#samplingMs = samplingMs
    this.#listener = listener
    this.#poll = new NodePoll(operations, samplingMs, {
      changed: (changes) => this.#changed(changes),
      unread: (error) => this.#tell(() => listener.unread(error)),
    })
    const patience =
      MISSED_KEEP_ALIVES * Math.max(subscription.publishingInterval * subscription.maxKeepAliveCount, KEEP_ALIVE_MS)
    this.#watchdog = clock.timeout(patience, () => this.#silent())
    subscription.on('raw_notification', (message) => this.#take(message))
    subscription.on('terminated', () => this.#silent())
  }

  /**
   * Subscribes to nodes. Nothing is reported before `start`.
   * @throws where the server makes no subscription, or does not answer
   */
  static async open(
    operations: Operations,
    nodes: readonly string[],
    samplingMs: number,
    listener: WatchListener,
  ): Promise<NodeWatch> {
    // A session does not outlive three intervals of a minute, and a message that waits for long is no use to anybody.
    const publishingMs = Math.min(samplingMs, KEEP_ALIVE_MS)
    const maxKeepAliveCount = Math.max(KEEP_ALIVES, Math.ceil(KEEP_ALIVE_MS / publishingMs))
    const subscription = await operations.session.createSubscription2({
      requestedPublishingInterval: publishingMs,
      requestedMaxKeepAliveCount: maxKeepAliveCount,
      requestedLifetimeCount: maxKeepAliveCount * 10,
      maxNotificationsPerPublish: 0,
      publishingEnabled: true,
    })
    const watch = new NodeWatch(operations, subscription, { nodes, samplingMs, listener })
    try {
      await watch.#monitor(nodes)
      return watch
    } catch (error) {
      await watch.close()
      throw error
    }
  }

  /** Reports what has come so far, and from now on what comes. */
  start(): void {
    const early = this.#early ?? []
    this.#early = undefined
    this.#reportUnmonitored()
    for (const tell of early) tell()
    this.#askLater()
  }

  /** Ends the subscription at the server, where it is still there. */
  async close(): Promise<void> {
    this.#end()
    await this.#subscription.terminate().catch(() => undefined)
  }

  async #monitor(nodes: readonly string[]): Promise<void> {
    const { AttributeIds, DataValue, MonitoringMode } = await loadOpcua()
    const places = new Map(this.#nodes.map((node, place) => [node, place]))
    const queueSize = Math.min(QUEUE.most, Math.max(QUEUE.least, Math.ceil(QUEUED_MS / this.#samplingMs)))
    const results = await this.#operations.monitor(
      this.#subscription.subscriptionId,
      nodes.map((nodeId) => ({
        itemToMonitor: { nodeId, attributeId: AttributeIds.Value },
        monitoringMode: MonitoringMode.Reporting,
        requestedParameters: {
          clientHandle: (places.get(nodeId) ?? 0) + 1,
          samplingInterval: this.#samplingMs,
          queueSize,
          discardOldest: true,
        },
      })),
    )
    const absent: NodeChange[] = []
    for (const [place, { statusCode }] of results.entries()) {
      const node = nodes[place] ?? ''
      const wasMissing = this.#missing.delete(node)
      this.#polled.delete(node)
      if (statusCode.value >>> 30 === 0) continue
      const isAbsent = ABSENT.test(statusCode.name)
      const others = isAbsent ? this.#missing : this.#polled
      others.set(node, statusCode.name)
      if (isAbsent && !wasMissing) absent.push({ node, value: new DataValue({ statusCode }), begins: 'now' })
    }
    // Their last value was true before they were gone.
    if (absent.length > 0) this.#changed(absent)
    if (!this.#isOver) this.#poll.use([...this.#polled.keys()])
  }

  /** What was refused may be taken later: when others have gone, or when the nodes are there. */
  #askLater(): void {
    if (this.#isOver || this.#polled.size + this.#missing.size === 0) return
    this.#again = clock.timeout(ASK_AGAIN_MS, () => void this.#askAgain())
  }

  async #askAgain(): Promise<void> {
    // A server that does not answer is noticed by its silence.
    await this.#monitor([...this.#polled.keys(), ...this.#missing.keys()]).catch(() => undefined)
    this.#reportUnmonitored()
    this.#askLater()
  }

  #reportUnmonitored(): void {
    const [polled, missing] = [new Map(this.#polled), new Map(this.#missing)]
    this.#tell(() => this.#listener.unmonitored({ polled, missing }))
  }

  #take(message: NotificationMessage): void {
    if (this.#isOver) return
    this.#watchdog.refresh()
    const sent = timeOf(message.publishTime)
    if (sent !== undefined) this.#leadMs = sent - clock.now()
    const data = message.notificationData ?? []
    // The library has no items to report these to, and would try to decode the structures a second time.
    message.notificationData = []
    if (data.length === 0) {
      const moment = this.#moment
      this.#tell(() => this.#listener.unchanged(moment))
      return
    }
    const changes: NodeChange[] = []
    for (const notification of data as ({ monitoredItems?: MonitoredItemNotification[] | null } | null)[]) {
      // Anything else says that the subscription has ended.
      if (notification !== null && !('monitoredItems' in notification)) {
        this.#silent()
        return
      }
      for (const item of notification?.monitoredItems ?? []) this.#add(item, changes)
    }
    this.#markFirst(changes)
    this.#changed(changes)
  }

  #add({ clientHandle, value }: MonitoredItemNotification, changes: NodeChange[]): void {
    const node = this.#nodes[clientHandle - 1]
    if (node !== undefined) changes.push({ node, value })
  }

  /** Of several that have come at once the newest one is what the node has now. */
  #markFirst(changes: readonly NodeChange[]): void {
    const newest = new Map<string, NodeChange>()
    for (const change of changes) {
      if (this.#seen.has(change.node)) continue
      const known = newest.get(change.node)
      change.begins = known === undefined ? 'first' : 'before'
      if (known === undefined || !isOlder(change.value, known.value)) newest.set(change.node, change)
    }
    for (const [node, change] of newest) {
      change.begins = 'now'
      this.#seen.add(node)
    }
  }

  /** Now, by the clock of the server as far as its last message told it: the times of single values may be old. */
  get #moment(): Moment {
    const arrival = clock.now()
    return { server: this.#leadMs === undefined ? undefined : arrival + this.#leadMs, arrival }
  }

  #changed(changes: readonly NodeChange[]): void {
    const moment = this.#moment
    const tell = () => this.#tell(() => this.#listener.changed(changes, moment))
    const structures = changes.flatMap(({ value }) => (isStructure(value) ? [value] : []))
    if (structures.length === 0 && this.#decoding === undefined) {
      tell()
      return
    }
    const decoding = (this.#decoding ?? Promise.resolve())
      .then(() => decodeStructures(this.#operations.session, structures))
      .then(() => {
        if (this.#decoding === decoding) this.#decoding = undefined
        tell()
      })
    this.#decoding = decoding
  }

  #tell(tell: () => void): void {
    if (this.#isOver) return
    if (this.#early === undefined) tell()
    else this.#early.push(tell)
  }

  #silent(): void {
    if (this.#isOver) return
    this.#end()
    this.#listener.silent()
  }

  #end(): void {
    this.#isOver = true
    this.#watchdog.stop()
    this.#again?.stop()
    this.#poll.end()
  }
}

function isOlder({ sourceTimestamp: one }: DataValue, { sourceTimestamp: other }: DataValue): boolean {
  return one !== null && other !== null && one < other
}

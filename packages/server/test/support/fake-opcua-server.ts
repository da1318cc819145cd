import { EventEmitter } from 'node:events'
import {
  AttributeIds,
  DataType,
  DataValue,
  StatusCode,
  StatusCodes,
  Variant,
  VariantArrayType,
} from 'node-opcua-client'
import type { OpcuaSession } from '../../src/connect/opcua/operations.ts'

/** Operations in one request, 0 for any number. */
interface Limits {
  read: number
  browse: number
  monitor: number
}

interface FakeOptions {
  /** What it says that it takes, and what it takes. */
  limits?: Partial<Limits>
  /** What it takes where that is less than it says. */
  taken?: Partial<Limits>
  /** How many monitored items it has room for. */
  items?: number
}

interface Item {
  node: string
  handle: number
  queueSize: number
  queue: DataValue[]
}

const LIMIT_NODES: Readonly<Record<string, keyof Limits>> = {
  'i=11705': 'read',
  'i=11710': 'browse',
  'i=11714': 'monitor',
}

/** Server_ServerStatus_CurrentTime (OPC 10000-6, annex A). */
const CURRENT_TIME = 'i=2258'

/** An OPC UA server as a session sees it, without a network: it refuses, limits and publishes when it is asked to. */
export class FakeOpcuaServer {
  /** Called with every value that leaves the server, be it by a notification or by a read. */
  onValue: (node: string, value: DataValue, by: 'notification' | 'read') => void = () => undefined
  /** How many operations each request had, by its kind. */
  readonly requests: { kind: keyof Limits; count: number }[] = []
  readonly #options: FakeOptions
  readonly #values = new Map<string, DataValue>()
  #subscription: FakeSubscription | undefined
  #items: Item[] = []
  #subscriptions = 0
  isUnreadable = false
  /** Its clock, Unix ms. */
  now: () => number = () => Date.now()

  constructor(options: FakeOptions = {}) {
    this.#options = options
  }

  get session(): OpcuaSession {
    return {
      read: async (nodes: { nodeId: string }[]) => {
        this.#admit('read', nodes.length)
        return nodes.map(({ nodeId }) => {
          const value = this.#read(String(nodeId))
          this.onValue(String(nodeId), value, 'read')
          return value
        })
      },
      readNamespaceArray: async () => [],
      createSubscription2: async (asked: {
        requestedPublishingInterval: number
        requestedMaxKeepAliveCount: number
      }) => {
        this.#subscriptions += 1
        this.#subscription = new FakeSubscription(this.#subscriptions, asked)
        this.#items = []
        return this.#subscription
      },
      createMonitoredItems: async ({ itemsToCreate }: { itemsToCreate: AskedItem[] }) => {
        this.#admit('monitor', itemsToCreate.length)
        return { results: itemsToCreate.map((asked) => ({ statusCode: this.#create(asked) })) }
      },
    } as unknown as OpcuaSession
  }

  /** The operations of the largest request of a kind. */
  largest(kind: keyof Limits): number {
    return Math.max(0, ...this.requests.filter((request) => request.kind === kind).map(({ count }) => count))
  }

  /** How many items a subscription has. */
  get monitored(): number {
    return this.#items.length
  }

  /** How many subscriptions were made. */
  get subscriptions(): number {
    return this.#subscriptions
  }

  /** Makes room for more items. */
  raise(items: number): void {
    this.#options.items = items
  }

  set(node: string, value: number | DataValue, at: number | null, status = StatusCodes.Good): void {
    const dataValue =
      value instanceof DataValue
        ? value
        : new DataValue({
            value: new Variant({ dataType: DataType.Double, arrayType: VariantArrayType.Scalar, value }),
            statusCode: status,
            sourceTimestamp: at === null ? null : new Date(at),
          })
    this.#values.set(node, dataValue)
    for (const item of this.#items) if (item.node === node) enqueue(item, dataValue)
  }

  /** Sends what has changed, or that nothing has. */
  publish(now: number): void {
    const monitoredItems = this.#items.flatMap(({ node, handle, queue }) =>
      queue.splice(0).map((value) => {
        this.onValue(node, value, 'notification')
        return { clientHandle: handle, value }
      }),
    )
    const notificationData = monitoredItems.length === 0 ? [] : [{ monitoredItems }]
    this.#subscription?.emit('raw_notification', { publishTime: new Date(now), notificationData })
  }

  /** Ends the subscription, as when a server restarts. */
  hangUp(): void {
    this.#items = []
    this.#subscription?.emit('terminated')
  }

  #admit(kind: keyof Limits, count: number): void {
    this.requests.push({ kind, count })
    const most = this.#options.taken?.[kind] ?? this.#options.limits?.[kind] ?? 0
    if (most > 0 && count > most) throw new Error('serviceResult = BadTooManyOperations (0x80100000)')
    if (this.isUnreadable && kind === 'read') throw new Error('serviceResult = BadResourceUnavailable (0x80040000)')
  }

  #read(node: string): DataValue {
    const kind = LIMIT_NODES[node]
    if (kind !== undefined)
      return new DataValue({
        value: new Variant({ dataType: DataType.UInt32, value: this.#options.limits?.[kind] ?? 0 }),
      })
    if (node === CURRENT_TIME)
      return new DataValue({ value: new Variant({ dataType: DataType.DateTime, value: new Date(this.now()) }) })
    const value = this.#values.get(node) ?? new DataValue({ statusCode: StatusCodes.BadNodeIdUnknown })
    const { value: variant, statusCode, sourceTimestamp } = value
    return new DataValue({ value: variant, statusCode, sourceTimestamp, serverTimestamp: new Date(this.now()) })
  }

  #create({ itemToMonitor, requestedParameters: { clientHandle, queueSize } }: AskedItem): StatusCode {
    if (itemToMonitor.attributeId !== AttributeIds.Value) return StatusCodes.BadAttributeIdInvalid
    const node = String(itemToMonitor.nodeId)
    const value = this.#values.get(node)
    if (value === undefined) return StatusCodes.BadNodeIdUnknown
    if (this.#items.length >= (this.#options.items ?? Number.POSITIVE_INFINITY))
      return StatusCodes.BadTooManyMonitoredItems
    this.#items.push({ node, handle: clientHandle, queueSize, queue: [value] })
    return StatusCodes.Good
  }
}

interface AskedItem {
  itemToMonitor: { nodeId: unknown; attributeId: number }
  requestedParameters: { clientHandle: number; queueSize: number }
}

class FakeSubscription extends EventEmitter {
  readonly subscriptionId: number
  readonly publishingInterval: number
  readonly maxKeepAliveCount: number

  constructor(id: number, asked: { requestedPublishingInterval: number; requestedMaxKeepAliveCount: number }) {
    super()
    this.subscriptionId = id
    this.publishingInterval = asked.requestedPublishingInterval
    this.maxKeepAliveCount = asked.requestedMaxKeepAliveCount
  }

  async terminate(): Promise<void> {
    this.emit('terminated')
  }
}

/** The oldest goes where there is no room, and the one that takes its place says so (OPC 10000-4, 7.22). */
function enqueue({ queue, queueSize }: Item, value: DataValue): void {
  queue.push(value)
  if (queue.length <= queueSize) return
  queue.shift()
  const [oldest] = queue
  if (oldest === undefined) return
  const statusCode = StatusCode.makeStatusCode(oldest.statusCode, 'Overflow')
  queue[0] = new DataValue({ value: oldest.value, statusCode, sourceTimestamp: oldest.sourceTimestamp })
}

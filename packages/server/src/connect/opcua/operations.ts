import type {
  BrowseDescriptionOptions,
  BrowseResult,
  ClientSession,
  ClientSessionRawSubscriptionService,
  DataValue,
  MonitoredItemCreateRequestOptions,
  MonitoredItemCreateResult,
  ReferenceDescription,
} from 'node-opcua-client'
import { clock } from '../../platform/clock.ts'
import { loadOpcua } from './library.ts'

/** What is used of a session with a server. */
export type OpcuaSession = Pick<
  ClientSession,
  'read' | 'browse' | 'browseNext' | 'createSubscription2' | 'readNamespaceArray'
> &
  Pick<ClientSessionRawSubscriptionService, 'createMonitoredItems'>

/** Operations in one request, by their kind. */
interface Limits {
  read: number
  browse: number
  monitor: number
}

/** At most so many in one request, whatever a server takes: a request must not become too large to be sent. */
const AT_ONCE: Limits = { read: 1_000, browse: 500, monitor: 1_000 }
/** A node with more references than this is not followed to its end. */
const MAX_REFERENCES = 10_000
/** So few that a server takes them before its limits are known. */
const UNKNOWN = 4
/** What servers say that get more than they take (OPC 10000-4, 7.39). */
const TOO_MUCH =
  /BadTooManyOperations|BadEncodingLimitsExceeded|BadRequestTooLarge|BadResponseTooLarge|BadTcpMessageTooLarge|BadNoContinuationPoints/

/**
 * The one way in which a server is asked for many things at once: in parts that it takes. Its limits are read once for each
 * session (Server/ServerCapabilities; 0 means no limit); where it refuses a request as too large all the same, it gets smaller ones.
 */
export class Operations {
  readonly session: OpcuaSession
  /** How far the clock of the server was ahead of ours when the session began, ms; undefined where it does not say. */
  leadMs: number | undefined
  readonly #limits: Limits

  private constructor(session: OpcuaSession, limits: Limits) {
    this.session = session
    this.#limits = limits
  }

  /** Reads the limits and the time of the server. */
  static async of(session: OpcuaSession): Promise<Operations> {
    const { VariableIds } = await loadOpcua()
    const operations = new Operations(session, { ...AT_ONCE, read: UNKNOWN })
    const nodes = [
      VariableIds.Server_ServerCapabilities_OperationLimits_MaxNodesPerRead,
      VariableIds.Server_ServerCapabilities_OperationLimits_MaxNodesPerBrowse,
      VariableIds.Server_ServerCapabilities_MaxBrowseContinuationPoints,
      VariableIds.Server_ServerCapabilities_OperationLimits_MaxMonitoredItemsPerCall,
      VariableIds.Server_ServerStatus_CurrentTime,
    ].map((id) => `i=${id}`)
    // Without its limits they are found out by refusals.
    const values = await operations.read(nodes).catch(() => new Map<string, DataValue>())
    const [read, browse, continued, monitor, time] = nodes.map((node) => values.get(node)?.value?.value as unknown)
    operations.leadMs = time instanceof Date && !Number.isNaN(time.getTime()) ? time.getTime() - clock.now() : undefined
    const limits = operations.#limits
    // What was found out by a refusal stays.
    limits.read = Math.min(limits.read < UNKNOWN ? limits.read : AT_ONCE.read, limitOf(read, AT_ONCE.read))
    limits.browse = Math.min(limitOf(browse, AT_ONCE.browse), limitOf(continued, AT_ONCE.browse))
    limits.monitor = limitOf(monitor, AT_ONCE.monitor)
    return operations
  }

  /** The values of nodes now, by their ids. */
  async read(nodeIds: readonly string[]): Promise<Map<string, DataValue>> {
    const { AttributeIds } = await loadOpcua()
    const values = await this.#inParts('read', nodeIds, (some) =>
      this.session.read(some.map((nodeId) => ({ nodeId, attributeId: AttributeIds.Value }))),
    )
    return new Map(nodeIds.map((nodeId, place) => [nodeId, values[place] as DataValue]))
  }

  /** The references of nodes, one list for each. */
  async browse(nodes: readonly BrowseDescriptionOptions[]): Promise<ReferenceDescription[][]> {
    return await this.#inParts('browse', nodes, (some) => this.#browseToTheEnd(some))
  }

  /** Creates monitored items. @returns for each whether the server has taken it */
  async monitor(
    subscriptionId: number,
    items: readonly MonitoredItemCreateRequestOptions[],
  ): Promise<MonitoredItemCreateResult[]> {
    const { TimestampsToReturn } = await loadOpcua()
    return await this.#inParts('monitor', items, async (itemsToCreate) => {
      const request = { subscriptionId, timestampsToReturn: TimestampsToReturn.Both, itemsToCreate }
      return (await this.session.createMonitoredItems(request)).results ?? []
    })
  }

  async #browseToTheEnd(nodes: BrowseDescriptionOptions[]): Promise<ReferenceDescription[][]> {
    const results = await this.session.browse(nodes)
    const starved = results.find(({ statusCode }) => statusCode.name === 'BadNoContinuationPoints')
    if (starved !== undefined) {
      const points = results.flatMap(({ continuationPoint: point }) => (point?.length ? [point] : []))
      if (points.length > 0) await this.session.browseNext(points, true)
      throw new Error(starved.statusCode.name)
    }
    const found = results.map(({ references }) => [...(references ?? [])])
    const unfinished = (places: readonly number[], answers: readonly BrowseResult[]) =>
      answers.flatMap(({ continuationPoint: point }, index) =>
        point?.length ? [{ point, place: places[index] ?? 0 }] : [],
      )
    let open = unfinished([...results.keys()], results)
    while (open.length > 0) {
      const isEnough = open.every(({ place }) => (found[place]?.length ?? 0) >= MAX_REFERENCES)
      const more = await this.session.browseNext(
        open.map(({ point }) => point),
        isEnough,
      )
      for (const [index, { references }] of more.entries()) found[open[index]?.place ?? 0]?.push(...(references ?? []))
      open = isEnough
        ? []
        : unfinished(
            open.map(({ place }) => place),
            more,
          )
    }
    return found
  }

  async #inParts<Item, Result>(
    kind: keyof Limits,
    items: readonly Item[],
    ask: (some: Item[]) => Promise<Result[]>,
  ): Promise<Result[]> {
    const results: Result[] = []
    while (results.length < items.length) {
      const some = items.slice(results.length, results.length + this.#limits[kind])
      try {
        const answers = await ask(some)
        if (answers.length !== some.length)
          throw new Error(`The server has answered ${answers.length} of ${some.length} operations.`)
        for (const answer of answers) results.push(answer)
      } catch (error) {
        if (some.length === 1 || !TOO_MUCH.test((error as Error).message)) throw error
        this.#limits[kind] = Math.min(this.#limits[kind], Math.ceil(some.length / 2))
      }
    }
    return results
  }
}

/** @param most ours, also where the server names none */
function limitOf(limit: unknown, most: number): number {
  return typeof limit === 'number' && limit > 0 ? Math.min(limit, most) : most
}

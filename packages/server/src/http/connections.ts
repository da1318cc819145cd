import type { IncomingMessage, ServerResponse } from 'node:http'
import { BlockList, isIP, isIPv6, type Socket } from 'node:net'
import { clock, type Timer } from '../platform/clock.ts'
import type { HttpLimits } from '../platform/http-limits.ts'
import { networkOf } from '../platform/network.ts'
import type { Refusals } from '../platform/refusals.ts'
import { ArrivalRate } from './arrival-rate.ts'
import { Connection } from './connection.ts'
import { ExpendableConnections } from './expendable-connections.ts'
import { FirstReads } from './first-reads.ts'
import { endAndIgnoreRest } from './ignore-rest.ts'
import { RequestQueue } from './request-queue.ts'
import { findOverdue } from './unread-bytes.ts'

const LOOK_MS = 500
/** A request or an answer that has not got on for this long makes room where room is needed. */
const GRACE_MS = 2_000

type Handler = (request: IncomingMessage, response: ServerResponse) => void

/**
 * Bounds what connections take: how many there are, of all and of one address; how many requests wait on one; and how
 * many bytes wait to be read. New connections come before idle ones, so that idle ones block nobody.
 */
export class Connections {
  readonly #limits: HttpLimits
  readonly #refusals: Refusals
  readonly #proxies: BlockList
  readonly #arrivals: ArrivalRate
  readonly #open = new Map<Socket, Connection>()
  readonly #counts = new Map<string, number>()
  readonly #firstReads = new FirstReads()
  readonly #expendable = new ExpendableConnections()
  #timer: Timer | undefined
  #isStopped = false

  /** @param trustedProxies addresses and ranges that speak for many clients: they have no limit of their own */
  constructor(limits: HttpLimits, refusals: Refusals, trustedProxies: readonly string[]) {
    this.#limits = limits
    this.#refusals = refusals
    this.#proxies = listOf(trustedProxies)
    this.#arrivals = new ArrivalRate(limits.newConnectionsPerAddress)
  }

  start(): void {
    this.#timer = clock.every(LOOK_MS, () => this.#look())
  }

  stop(): void {
    this.#timer?.stop()
    this.#isStopped = true
  }

  /**
   * Takes a new connection in, if need be in the place of one that does nothing, or ends it.
   * @param read begins to read it, when its turn has come
   */
  accept(socket: Socket, read: () => void): void {
    const network = this.#networkOf(socket)
    const fault = this.#findFault(network)
    if (fault !== undefined) {
      this.refuse(socket, fault)
      return
    }
    this.#take(socket, network)
    this.#firstReads.wait(network, () => {
      // A server that is closing ends the connections that it reads; nobody would end this one.
      if (this.#isStopped) socket.destroy()
      else if (!socket.destroyed) read()
    })
  }

  /** Ends a connection and counts why, once. */
  refuse(socket: Socket, reason: string): void {
    if (socket.destroyed) return
    this.#refusals.count('http', reason)
    endAndIgnoreRest(socket)
  }

  /** Hands a request on when those before it on its connection have been answered, or ends the connection. */
  handle(request: IncomingMessage, response: ServerResponse, handler: Handler): void {
    const connection = this.#open.get(request.socket)
    if (connection === undefined || request.socket.destroyed) return
    this.#expendable.remove(connection)
    const isAdded = connection.requests.add(response, () => handler(request, response))
    if (!isAdded) this.refuse(request.socket, 'pipelined')
  }

  /**
   * Ends to count a connection that goes on with another protocol, under limits of its own; ends it where a request on it is not answered yet,
   * whose answer would get between what follows and be counted by nobody.
   * @returns whether it goes on
   */
  handOver(socket: Socket): boolean {
    const connection = this.#open.get(socket)
    if (connection === undefined) return !socket.destroyed
    const isBusy = connection.requests.current !== undefined
    if (isBusy) this.refuse(socket, 'pipelined')
    this.#forget(connection)
    return !isBusy
  }

  /** @returns the address of the client: behind trusted proxies the one that they name */
  addressOf({ socket, headers }: IncomingMessage): string {
    const named = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
    let address = socket.remoteAddress ?? ''
    for (const next of named.map((name) => name.trim()).toReversed()) {
      if (!this.#isProxy(address) || !isIP(next)) break
      address = next
    }
    return address
  }

  /** Whether there is room for one more, also after room was made. @returns the limit that is reached */
  #findFault(network: string | undefined): string | undefined {
    if (network !== undefined && !this.#arrivals.admit(network)) return 'new_connections_of_address'
    const ofNetwork = network === undefined ? 0 : (this.#counts.get(network) ?? 0)
    if (ofNetwork >= this.#limits.connectionsPerAddress && !this.#makeRoom(network)) return 'connections_of_address'
    if (this.#open.size >= this.#limits.connections && !this.#makeRoom(undefined)) return 'connections'
    return undefined
  }

  #take(socket: Socket, network: string | undefined): void {
    const requests = new RequestQueue(this.#limits.pipelinedRequests, () => this.#markIdle(socket))
    const connection = new Connection(socket, network, requests)
    this.#open.set(socket, connection)
    if (network !== undefined) this.#counts.set(network, (this.#counts.get(network) ?? 0) + 1)
    this.#expendable.add(connection)
    socket.once('close', () => this.#forget(connection))
  }

  #markIdle(socket: Socket): void {
    const connection = this.#open.get(socket)
    if (connection !== undefined) this.#expendable.add(connection)
  }

  #forget(connection: Connection): void {
    if (!this.#open.delete(connection.socket)) return
    connection.requests.clear()
    this.#expendable.remove(connection)
    const { network } = connection
    if (network === undefined) return
    const count = (this.#counts.get(network) ?? 0) - 1
    if (count > 0) this.#counts.set(network, count)
    else this.#counts.delete(network)
  }

  /** Ends the connection that has done nothing for the longest time. @returns false if all are in use */
  #makeRoom(network: string | undefined): boolean {
    const victim = this.#expendable.oldest(network)
    if (victim === undefined) return false
    this.refuse(victim.socket, 'connection_made_room')
    this.#forget(victim)
    return true
  }

  #look(): void {
    const now = clock.monotonic()
    for (const connection of this.#open.values()) {
      connection.look(now)
      if (connection.isExpendable(now, GRACE_MS)) this.#expendable.add(connection)
      else this.#expendable.remove(connection)
    }
    for (const [connection, reason] of findOverdue([...this.#open.values()], this.#limits, now)) {
      this.refuse(connection.socket, reason)
    }
  }

  /** @returns undefined for a proxy, and for a client that has gone before it was looked at */
  #networkOf({ remoteAddress }: Socket): string | undefined {
    if (remoteAddress === undefined) return undefined
    return this.#isProxy(remoteAddress) ? undefined : networkOf(remoteAddress)
  }

  #isProxy(address: string): boolean {
    return isIP(address) !== 0 && this.#proxies.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  }
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    const family = isIPv6(network) ? 'ipv6' : 'ipv4'
    if (bits === undefined) list.addAddress(network, family)
    else list.addSubnet(network, Number(bits), family)
  }
  return list
}

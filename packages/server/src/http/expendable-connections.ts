import type { Connection } from './connection.ts'

/** Connections that can be ended to make room for others, those first that have been expendable for the longest time. */
export class ExpendableConnections {
  readonly #all = new Set<Connection>()
  readonly #byNetwork = new Map<string, Set<Connection>>()

  add(connection: Connection): void {
    if (this.#all.has(connection)) return
    this.#all.add(connection)
    const { network } = connection
    if (network === undefined) return
    const ofNetwork = this.#byNetwork.get(network)
    if (ofNetwork === undefined) this.#byNetwork.set(network, new Set([connection]))
    else ofNetwork.add(connection)
  }

  remove(connection: Connection): void {
    this.#all.delete(connection)
    const { network = '' } = connection
    const ofNetwork = this.#byNetwork.get(network)
    ofNetwork?.delete(connection)
    if (ofNetwork?.size === 0) this.#byNetwork.delete(network)
  }

  /** @param network of which network; undefined for any */
  oldest(network: string | undefined): Connection | undefined {
    const [first] = network === undefined ? this.#all : (this.#byNetwork.get(network) ?? [])
    return first
  }
}

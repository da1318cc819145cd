import type { MqttLimits } from '../platform/mqtt-limits.ts'
import { networkOf } from '../platform/network.ts'
import type { Refusals } from '../platform/refusals.ts'

/** One connection to the broker, which counts until it is closed. */
export interface Connection {
  /** Counts it as signed in from now on. @returns false if there are too many already */
  signIn: () => boolean
  close: () => void
}

type Limits = Pick<MqttLimits, 'connections' | 'connectionsOfAddress' | 'unauthenticated' | 'unauthenticatedOfAddress'>

/**
 * Counts connections, in all and of each address (IPv6: of each /64). Those that have not signed in count apart: strangers
 * who open thousands take no place from machines that are connected.
 */
export class ConnectionLimits {
  readonly #unauthenticated: Tally
  readonly #signedIn: Tally
  readonly #refusals: Refusals

  constructor(limits: Limits, refusals: Refusals) {
    this.#unauthenticated = new Tally(limits.unauthenticated, limits.unauthenticatedOfAddress)
    this.#signedIn = new Tally(limits.connections, limits.connectionsOfAddress)
    this.#refusals = refusals
  }

  /** @returns undefined if there are too many */
  open(address: string): Connection | undefined {
    const network = networkOf(address)
    const full = this.#unauthenticated.add(network)
    if (full !== undefined) {
      this.#refusals.count('mqtt', `unauthenticated_of_${full}`)
      return undefined
    }
    let tally: Tally | undefined = this.#unauthenticated
    const moveTo = (next: Tally | undefined) => {
      tally?.remove(network)
      tally = next
    }
    return {
      signIn: () => {
        const full = this.#signedIn.add(network)
        if (full === undefined) moveTo(this.#signedIn)
        else this.#refusals.count('mqtt', `connections_of_${full}`)
        return full === undefined
      },
      close: () => moveTo(undefined),
    }
  }
}

class Tally {
  readonly #most: number
  readonly #mostOfAddress: number
  readonly #ofAddress = new Map<string, number>()
  #all = 0

  constructor(most: number, mostOfAddress: number) {
    this.#most = most
    this.#mostOfAddress = mostOfAddress
  }

  /** @returns the limit that was reached; undefined if it was counted */
  add(network: string): 'address' | 'all' | undefined {
    const count = this.#ofAddress.get(network) ?? 0
    if (count >= this.#mostOfAddress) return 'address'
    if (this.#all >= this.#most) return 'all'
    this.#ofAddress.set(network, count + 1)
    this.#all += 1
    return undefined
  }

  remove(network: string): void {
    const count = this.#ofAddress.get(network) ?? 0
    if (count > 1) this.#ofAddress.set(network, count - 1)
    else this.#ofAddress.delete(network)
    this.#all -= 1
  }
}

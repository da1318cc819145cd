import type { MqttLimits } from '../platform/mqtt-limits.ts'
import type { Refusals } from '../platform/refusals.ts'

type Limits = Pick<MqttLimits, 'offlineSessions' | 'offlineSessionsOfOwner' | 'offlineSessionsOfDevice'>

/** Whose session it is. */
export interface SessionHolder {
  /** The credential that has signed in. */
  device: string
  owner: string
}

interface Stored {
  holder: SessionHolder
  /** What it is connected by, while it is. */
  connection: object | undefined
}

/**
 * Bounds the sessions that the broker stores of clients that want to find theirs again (clean session 0): anybody with one key can make
 * one under each of ever new client ids. Those of connected clients are bounded as connections; of clients that are away the one that
 * left first is forgotten. It can come back; then it has to subscribe again.
 */
export class StoredSessions {
  readonly #limits: Limits
  readonly #refusals: Refusals
  readonly #forget: (name: string) => void
  readonly #sessions = new Map<string, Stored>()
  /** Names of those that are away, who left first comes first: of all, of each owner and of each device. */
  readonly #away = new Map<string, Set<string>>()

  /** @param forget removes what is stored under the name */
  constructor(limits: Limits, refusals: Refusals, forget: (name: string) => void) {
    this.#limits = limits
    this.#refusals = refusals
    this.#forget = forget
  }

  /** How many clients that are away have one. */
  get away(): number {
    return this.#away.get('all')?.size ?? 0
  }

  /** Notes that the session is in use by a connection. */
  enter(name: string, holder: SessionHolder, connection: object): void {
    this.#remove(name)
    this.#sessions.set(name, { holder, connection })
  }

  /** The client wants nothing stored: the broker has removed its session. */
  discard(name: string): void {
    this.#remove(name)
  }

  /** The connection has ended; one that has taken the session over since keeps it. */
  leave(name: string, connection: object): void {
    const session = this.#sessions.get(name)
    if (session === undefined || session.connection !== connection) return
    session.connection = undefined
    const { offlineSessions, offlineSessionsOfOwner, offlineSessionsOfDevice } = this.#limits
    const { device, owner } = session.holder
    this.#add(`device ${device}`, name, offlineSessionsOfDevice, 'sessions_of_device')
    this.#add(`owner ${owner}`, name, offlineSessionsOfOwner, 'sessions_of_owner')
    this.#add('all', name, offlineSessions, 'sessions_of_all')
  }

  #add(group: string, name: string, most: number, reason: string): void {
    const names = this.#away.get(group) ?? new Set()
    this.#away.set(group, names)
    names.add(name)
    const [oldest] = names
    if (names.size <= most || oldest === undefined) return
    this.#refusals.count('mqtt', reason)
    this.#remove(oldest)
    this.#forget(oldest)
  }

  #remove(name: string): void {
    const session = this.#sessions.get(name)
    if (session === undefined) return
    this.#sessions.delete(name)
    const { device, owner } = session.holder
    for (const group of [`device ${device}`, `owner ${owner}`, 'all']) {
      const names = this.#away.get(group)
      names?.delete(name)
      if (names?.size === 0) this.#away.delete(group)
    }
  }
}

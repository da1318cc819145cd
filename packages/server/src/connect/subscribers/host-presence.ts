import type pg from 'pg'
import { clock } from '../../platform/clock.ts'
import { readState, statePayload, stateTopic } from '../sparkplug/topic.ts'
import {
  enterHostSession,
  type HostSession,
  leaveHostSession,
  newestAnnouncement,
  otherAnnouncements,
} from './host-session-rows.ts'

/** How often a connection is made anew for the sake of its will, at most. */
const RENEW_EVERY_MS = 10_000

/** Publishes a STATE, which brokers retain. */
export type PublishState = (topic: string, payload: Buffer) => void

/**
 * Announces over one connection that the host of Sparkplug B is online (Sparkplug 3.0.0, 5.7). Several of our connections to one broker
 * speak for the same host: edge nodes heed the newest time, so that times only rise, and the newest will has to be that of a
 * connection that lives. Only the last of them says that the host is gone (decision 0079).
 */
export class HostPresence {
  readonly topic: string
  readonly #pool: Pick<pg.Pool, 'query'>
  readonly #session: HostSession
  readonly #renew: () => void
  /** The time of our will and our birth, Unix ms. */
  #at = 0
  /** The newest time of a STATE that was seen or sent. */
  #newest = 0
  /** Whether the STATE of that time says that the host is gone. */
  #isGone = false
  #isEntered = false
  /** Until it is stored that the connection before is gone. */
  #left: Promise<void> = Promise.resolve()
  #renewedAt = Number.NEGATIVE_INFINITY
  #publish: PublishState | undefined

  /** @param renew makes the connection anew */
  constructor(pool: Pick<pg.Pool, 'query'>, session: HostSession, renew: () => void) {
    this.#pool = pool
    this.#session = session
    this.#renew = renew
    this.topic = stateTopic(session.hostId)
  }

  /** To be called before each connection. With the database away our own clock and what was seen have to do. */
  async prepare(): Promise<void> {
    await this.#left
    const stored = await newestAnnouncement(this.#pool, this.#session).catch(() => 0)
    this.#at = Math.max(clock.now(), this.#newest + 1, stored + 1)
  }

  will(): { topic: string; payload: Buffer } {
    return { topic: this.topic, payload: statePayload(false, this.#at) }
  }

  /** The connection is made and subscribed. */
  async opened(publish: PublishState): Promise<void> {
    this.#publish = publish
    await this.#enter()
    if (this.#publish !== publish) return
    this.#announce(publish)
    await this.review()
  }

  /** Takes a STATE of the host in, ours or another's. */
  take(payload: Buffer): void {
    const state = readState(payload)
    if (state === undefined) return
    if (state.timestamp >= this.#newest) {
      this.#newest = state.timestamp
      this.#isGone = !state.online
    }
    if (state.online || this.#publish === undefined) return
    // The host is not gone while we are here (tck-id-message-flow-hid-sparkplug-state-message-delivered).
    this.#announce(this.#publish)
    void this.review()
  }

  /** Makes the connection anew where edge nodes would not heed its will any more, and no other of ours is newer. */
  async review(): Promise<void> {
    if (this.#publish === undefined) return
    if (!this.#isEntered) await this.#enter()
    if (this.#newest <= this.#at || clock.monotonic() - this.#renewedAt < RENEW_EVERY_MS) return
    const others = await otherAnnouncements(this.#pool, this.#session).catch(() => undefined)
    // Of which another says that it is gone, that one does not cover.
    const live = others?.filter((at) => !this.#isGone || at > this.#newest)
    if (live === undefined || live.some((at) => at >= this.#newest || at > this.#at)) return
    if (this.#publish === undefined) return
    this.#renewedAt = clock.monotonic()
    this.#renew()
  }

  /** The connection is gone. */
  lost(): void {
    this.#publish = undefined
    if (!this.#isEntered) return
    this.#isEntered = false
    this.#left = leaveHostSession(this.#pool, this.#session, this.#newest).catch(() => undefined)
  }

  /** The connection is about to be ended for good: says that the host is gone, unless others of ours are there. */
  async leaving(publish: PublishState): Promise<void> {
    this.#publish = undefined
    this.#isEntered = false
    // In this order, of two that leave at once one finds that it is the last.
    const at = Math.max(clock.now(), this.#newest)
    await leaveHostSession(this.#pool, this.#session, at).catch(() => undefined)
    const others = await otherAnnouncements(this.#pool, this.#session).catch(() => [])
    if (others.length > 0) return
    publish(this.topic, statePayload(false, at))
  }

  async #enter(): Promise<void> {
    this.#isEntered = await enterHostSession(this.#pool, this.#session, this.#at).then(
      () => true,
      () => false,
    )
  }

  #announce(publish: PublishState): void {
    publish(this.topic, statePayload(true, this.#at))
    if (this.#at <= this.#newest) return
    this.#newest = this.#at
    this.#isGone = false
  }
}

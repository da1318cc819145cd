import { RECENT_MESSAGES } from '@packhouse/contract'
import { clock } from '../../platform/clock.ts'

const MAX_TOPICS = 200
const MAX_BYTES = 8 * 1024 * 1024
/** How long somebody who has asked counts as watching. */
const WATCH_MS = 30_000

export interface RecentMessage {
  id: number
  receivedAt: number
  topic: string
  machineID: string | undefined
  payload: Buffer
}

/**
 * The newest messages as they came, a few of each topic, for those who draw up tag maps. Bounded in topics and bytes: the
 * topic that was quiet for longest goes first.
 */
export class RecentMessages {
  readonly #byTopic = new Map<string, RecentMessage[]>()
  /** The machines that somebody watches, with the time until when. */
  readonly #watched = new Map<string, number>()
  #bytes = 0
  #count = 0

  /** Whether messages of a machine without a map are wanted: nearly never, and then nothing is copied. */
  isWatched(machineID: string): boolean {
    if (this.#watched.size === 0) return false
    const until = this.#watched.get(machineID)
    if (until === undefined) return false
    if (until > clock.now()) return true
    this.#watched.delete(machineID)
    return false
  }

  watch(machineIDs: readonly string[]): void {
    const until = clock.now() + WATCH_MS
    for (const machineID of machineIDs.slice(0, MAX_TOPICS)) this.#watched.set(machineID, until)
    for (const [machineID, end] of this.#watched) if (end < clock.now()) this.#watched.delete(machineID)
  }

  note(topic: string, machineID: string | undefined, payload: Buffer, receivedAt: number): void {
    const messages = this.#byTopic.get(topic) ?? []
    this.#count += 1
    // A copy: the payload is a piece of a much larger buffer, which it would hold.
    messages.push({ id: this.#count, receivedAt, topic, machineID, payload: Buffer.from(payload) })
    this.#bytes += payload.length
    if (messages.length > RECENT_MESSAGES) this.#bytes -= messages.shift()?.payload.length ?? 0
    // Set again, the topic is the last in the order of the map.
    this.#byTopic.delete(topic)
    this.#byTopic.set(topic, messages)
    while (this.#byTopic.size > MAX_TOPICS || this.#bytes > MAX_BYTES) this.#dropOldest()
  }

  /** The newest messages that are wanted, newest first. */
  newest(isWanted: (message: RecentMessage) => boolean, limit = RECENT_MESSAGES): RecentMessage[] {
    const found = [...this.#byTopic.values()].flat().filter(isWanted)
    return found.sort((a, b) => b.id - a.id).slice(0, limit)
  }

  #dropOldest(): void {
    const [oldest] = this.#byTopic
    if (oldest === undefined) return
    this.#byTopic.delete(oldest[0])
    for (const { payload } of oldest[1]) this.#bytes -= payload.length
  }
}

import { clock, type Timer } from '../../platform/clock.ts'
import { IssueLog } from '../../platform/issue-log.ts'
import type { Log } from '../../platform/log.ts'
import type { LiveFeed, MachineChange } from '../live-feed.ts'
import { decodeMessage, encodeMessages } from './feed-message.ts'
import { joinChange } from './join-changes.ts'
import type { NodeChannel } from './node-channel.ts'
import { OwnPresence } from './own-presence.ts'
import { PresenceBoard } from './presence-board.ts'
import { VersionedLive, type VersionedLiveParts } from './versioned-live.ts'

/** What is committed is on its way to the others after so long. */
const FLUSH_MS = 100
const PRESENCE_MS = 1_000
/** A change that was lost without anybody's notice is found after so long. */
const COMPARE_MS = 30_000

export interface NodesFeedParts extends VersionedLiveParts {
  channel: NodeChannel
  log: Log
}

/** The feed between the nodes of an installation: what one commits, the live stores of all of them show. */
export class NodesFeed implements LiveFeed {
  readonly #parts: NodesFeedParts
  readonly #versioned: VersionedLive
  readonly #presence: OwnPresence
  readonly #board: PresenceBoard
  readonly #issues: IssueLog
  readonly #listeners = new Set<(changes: readonly MachineChange[]) => void>()
  /** What others have not heard yet: at most one change of each machine, as long as no other node writes it too. */
  #outgoing = new Map<number, MachineChange[]>()
  #timer: Timer | undefined
  #round: Promise<void> = Promise.resolve()
  #isRunning = false
  #presenceAt = Number.NEGATIVE_INFINITY
  #comparedAt = 0

  constructor(parts: NodesFeedParts) {
    this.#parts = parts
    this.#issues = new IssueLog(parts.log, 'Live data travel between the nodes again')
    this.#versioned = new VersionedLive(parts, (changes) => {
      for (const listener of this.#listeners) listener(changes)
    })
    this.#presence = new OwnPresence(parts.live)
    this.#board = new PresenceBoard(parts.live)
  }

  /** Fills the live store, and keeps it as all nodes have it from now on. */
  async start(): Promise<void> {
    // Whatever is committed while the store is filled comes as a message too; versions tell which is newer.
    await this.#parts.channel.start({
      message: (node, body) => this.#take(node, body),
      missed: () => {
        this.#comparedAt = Number.NEGATIVE_INFINITY
      },
    })
    await this.#versioned.restore()
    this.#comparedAt = clock.monotonic()
    this.#isRunning = true
    this.#roundSoon()
  }

  /** Sends what is left. */
  async stop(): Promise<void> {
    this.#isRunning = false
    this.#timer?.stop()
    await this.#round
    await this.#send().catch(() => undefined)
    await this.#parts.channel.stop()
  }

  publish(changes: readonly MachineChange[]): void {
    for (const change of changes) {
      const { machineKey } = change
      this.#outgoing.set(machineKey, joinChange(this.#outgoing.get(machineKey) ?? [], change))
    }
    this.#versioned.take(changes)
  }

  follow(listener: (changes: readonly MachineChange[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #take(node: string, body: Buffer): void {
    try {
      const { changes, presence } = decodeMessage(body)
      this.#versioned.take(changes)
      if (presence !== undefined) this.#board.take(node, presence)
    } catch (error) {
      this.#issues.meet('A message of another node could not be read', { error: (error as Error).message })
    }
  }

  #roundSoon(): void {
    if (!this.#isRunning) return
    this.#timer = clock.timeout(FLUSH_MS, () => {
      this.#round = this.#goRound().then(() => this.#roundSoon())
    })
  }

  async #goRound(): Promise<void> {
    try {
      await this.#send()
      if (clock.monotonic() - this.#comparedAt >= COMPARE_MS) {
        this.#comparedAt = clock.monotonic()
        await this.#versioned.compare()
      }
      await this.#versioned.settle()
      this.#board.review()
      this.#issues.end()
    } catch (error) {
      this.#issues.meet('Live data do not travel between the nodes', { error: (error as Error).message })
    }
  }

  /** What cannot be sent is dropped, so that nothing piles up: the others find it missing and read it. */
  async #send(): Promise<void> {
    const changes = [...this.#outgoing.values()].flat()
    this.#outgoing = new Map()
    const isDue = clock.monotonic() - this.#presenceAt >= PRESENCE_MS
    if (isDue) this.#presenceAt = clock.monotonic()
    const bodies = encodeMessages(changes, isDue ? this.#presence.next() : undefined)
    if (bodies.length > 0) await this.#parts.channel.send(bodies)
  }
}

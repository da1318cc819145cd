import { createHash } from 'node:crypto'
import type pg from 'pg'
import { clock, type Timer } from '../../platform/clock.ts'
import { type DeliveryOwner, readDeliveries, type StoredDelivery, writeDeliveries } from './delivery-rows.ts'

/** How soon the broker is asked for a sign that it has our acknowledgements. */
const PING_MS = 5_000
/** How long after a connection is made a broker may take to repeat what was under way. */
const REPEATS_MS = 60_000
/** How long to wait for a database that does not write. */
const RETRY_MS = 1_000

/** What tells a message apart, of one that the broker repeats until it is acknowledged (QoS 1 and 2). */
export interface RepeatablePacket {
  id: number
  /** Whether the broker says that it has sent it before (MQTT 3.1.1, 3.3.1.1). */
  isRepeated: boolean
  topic: string
  payload: Buffer
  /** User properties of MQTT 5, which a broker passes on as they are. */
  properties: string
}

interface Entry extends StoredDelivery {
  isStored: boolean
  /** Whether an acknowledgement was sent, as far as known: the number may be used for another message then. */
  isAcknowledged: boolean
}

/**
 * Remembers when messages came whose records have no time of their own, until the broker has surely got our acknowledgement. A repeat
 * then has the same time, so that its record is known as a duplicate; also in the next process, since it is stored before the record
 * is (decision 0079). At most one entry for each of the 65,535 numbers of packets.
 */
export class DeliveryMemory {
  readonly #pool: Pick<pg.Pool, 'query'>
  readonly #owner: DeliveryOwner & { session: string }
  readonly #entries = new Map<number, Entry>()
  /** Those of earlier connections that were not repeated over this one. */
  #older = new Set<number>()
  /** Acknowledged, and the broker has said nothing since. */
  #acknowledged = new Set<number>()
  /** What each ping that is not answered yet speaks for. */
  #pinged: Set<number>[] = []
  #isLoaded = false

  #forgets = false
  #gone = new Set<number>()
  #come: { entry: Entry; stored: () => void }[] = []
  #writing: Promise<void> | undefined
  #timers = new Set<Timer>()
  readonly #stop = new AbortController()

  /** @param owner `session` names the session at the broker: numbers of packets mean nothing in another */
  constructor(pool: Pick<pg.Pool, 'query'>, owner: DeliveryOwner & { session: string }) {
    this.#pool = pool
    this.#owner = owner
  }

  /** Reads what earlier processes have stored, once. To be called before messages come. */
  async load(): Promise<void> {
    if (this.#isLoaded) return
    const stored = await readDeliveries(this.#pool, this.#owner)
    for (const entry of stored) this.#entries.set(entry.packetId, { ...entry, isStored: true, isAcknowledged: true })
    this.#isLoaded = true
  }

  /**
   * A connection is made.
   * @param isResumed whether the broker still had our session; if not it repeats nothing
   * @param ping asks the broker for an answer
   */
  opened(isResumed: boolean, ping: () => void): void {
    this.#endTimers()
    this.#acknowledged.clear()
    this.#pinged = []
    if (!isResumed) {
      this.#forgets = true
      this.#entries.clear()
      this.#gone.clear()
    }
    this.#older = new Set(this.#entries.keys())
    this.#after(REPEATS_MS, () => {
      for (const id of this.#older) this.#acknowledged.add(id)
      this.#older.clear()
    })
    const pingSoon = () =>
      this.#after(PING_MS, () => {
        if (this.#acknowledged.size > 0) ping()
        pingSoon()
      })
    pingSoon()
    this.#write()
  }

  /** When a message came that the broker says it repeats; undefined if it is new to us. */
  cameAt(packet: RepeatablePacket): number | undefined {
    const entry = this.#entries.get(packet.id)
    this.#older.delete(packet.id)
    this.#acknowledged.delete(packet.id)
    for (const pinged of this.#pinged) pinged.delete(packet.id)
    if (entry === undefined) return undefined
    // Some brokers do not say that they repeat; what is under way has its number for itself.
    if ((packet.isRepeated || !entry.isAcknowledged) && entry.digest === this.#digestOf(packet)) {
      entry.isAcknowledged = false
      return entry.at
    }
    // The number is used for another message now.
    this.#drop(packet.id)
    return undefined
  }

  /** Stores when a message came, then calls back; with the database away once it is there again. */
  remember(packet: RepeatablePacket, at: number, stored: () => void): void {
    const known = this.#entries.get(packet.id)
    if (known?.at === at && known.isStored) {
      stored()
      return
    }
    const entry = { packetId: packet.id, digest: this.#digestOf(packet), at, isStored: false, isAcknowledged: false }
    this.#entries.set(packet.id, entry)
    this.#gone.delete(packet.id)
    this.#come.push({ entry, stored })
    this.#write()
  }

  /** The acknowledgement of a message was sent. */
  acknowledged(packetId: number): void {
    const entry = this.#entries.get(packetId)
    if (entry === undefined) return
    entry.isAcknowledged = true
    this.#acknowledged.add(packetId)
  }

  /** The broker says that it has our acknowledgement (PUBREL of QoS 2). */
  released(packetId: number): void {
    this.#acknowledged.delete(packetId)
    this.#drop(packetId)
  }

  /** A ping was sent: its answer says that all that was sent before it has come. */
  pinged(): void {
    this.#pinged.push(this.#acknowledged)
    this.#acknowledged = new Set()
  }

  /** The oldest ping was answered. */
  answered(): void {
    for (const id of this.#pinged.shift() ?? []) this.#drop(id)
  }

  /** What was not stored yet never is: it is not acknowledged, and comes again. */
  async stop(): Promise<void> {
    this.#stop.abort()
    this.#endTimers()
    await this.#writing
  }

  #drop(packetId: number): void {
    if (!this.#entries.delete(packetId)) return
    this.#gone.add(packetId)
    this.#write()
  }

  #write(): void {
    if (!this.#isDue || this.#stop.signal.aborted) return
    this.#writing ??= this.#writeAll().finally(() => {
      this.#writing = undefined
    })
  }

  get #isDue(): boolean {
    return this.#forgets || this.#gone.size > 0 || this.#come.length > 0
  }

  async #writeAll(): Promise<void> {
    while (this.#isDue && !this.#stop.signal.aborted) {
      const [forgets, gone, come] = [this.#forgets, this.#gone, this.#come]
      this.#forgets = false
      this.#gone = new Set()
      this.#come = []
      // Of two messages with one number the later one is under way; none is after its session has ended.
      const current = come.map(({ entry }) => entry).filter((entry) => this.#entries.get(entry.packetId) === entry)
      const changes = { forgets, gone: [...gone].filter((id) => !this.#entries.has(id)), come: current }
      try {
        await writeDeliveries(this.#pool, this.#owner, changes)
      } catch {
        this.#forgets ||= forgets
        for (const id of gone) this.#gone.add(id)
        this.#come = [...come, ...this.#come]
        await clock.sleep(RETRY_MS, { signal: this.#stop.signal }).catch(() => undefined)
        continue
      }
      for (const { entry, stored } of come) {
        entry.isStored = true
        stored()
      }
    }
  }

  #digestOf({ topic, payload, properties }: RepeatablePacket): string {
    const hash = createHash('sha256')
    for (const part of [this.#owner.session, topic, properties]) hash.update(`${Buffer.byteLength(part)}:${part}`)
    return hash.update(payload).digest('hex').slice(0, 32)
  }

  #after(ms: number, work: () => void): void {
    const timer = clock.timeout(ms, () => {
      this.#timers.delete(timer)
      work()
    })
    this.#timers.add(timer)
  }

  #endTimers(): void {
    for (const timer of this.#timers) timer.stop()
    this.#timers.clear()
  }
}

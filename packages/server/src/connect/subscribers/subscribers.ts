import type { Database } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { Sealing } from '../../platform/sealing.ts'
import type { IntakeParts } from './intake.ts'
import { Subscriber } from './subscriber.ts'
import { SubscriberLocks } from './subscriber-locks.ts'
import { readState, readSubscription, readSubscriptions, writeStates } from './subscriber-sql.ts'
import type { Subscription } from './subscription.ts'

/** How soon a change that another server has made is seen. */
const POLL_MS = 2_000
/** How often counters are written while they change. */
const TELL_MS = 1_000
/** How often it is written that the subscriber still runs: what is older than 15 s counts as not running. */
const STILL_THERE_MS = 5_000

export interface SubscribersParts extends IntakeParts {
  database: Database
  databaseUrl: string
  log: Log
  /** The key of the installation, from which that of the stored passwords is made. */
  key: string
}

/** Runs the subscribers that are switched on, as far as no other server does. */
export class Subscribers {
  readonly sealing: Sealing
  readonly #parts: SubscribersParts
  readonly #locks: SubscriberLocks
  readonly #running = new Map<string, Subscriber>()
  readonly #told = new Map<string, string>()
  #toldAt = 0
  #timers: NodeJS.Timeout[] = []
  /** One round after the other. */
  #work: Promise<void> = Promise.resolve()
  #isStopped = false
  #trouble: string | undefined

  constructor(parts: SubscribersParts) {
    this.#parts = parts
    this.sealing = new Sealing(parts.key, 'mqtt subscribers')
    this.#locks = new SubscriberLocks(parts.databaseUrl, 'mqtt_subscriber')
  }

  async start(): Promise<void> {
    await this.refresh()
    this.#timers = [setInterval(() => void this.refresh(), POLL_MS), setInterval(() => void this.#tell(), TELL_MS)]
  }

  /** Disconnects. What was not acknowledged the brokers keep. */
  async stop(): Promise<void> {
    this.#isStopped = true
    for (const timer of this.#timers) clearInterval(timer)
    await this.#work
    await Promise.all([...this.#running.values()].map((subscriber) => subscriber.stop(false)))
    for (const { state } of this.#running.values()) state.status = 'waiting'
    await this.#write([...this.#running.values()])
    this.#running.clear()
    await this.#locks.close()
  }

  /** Takes over what was changed: at once, or as soon as the round under way is over. */
  refresh(): Promise<void> {
    this.#work = this.#work.then(async () => {
      if (this.#isStopped) return
      try {
        await this.#round()
        this.#trouble = undefined
      } catch (error) {
        const { message } = error as Error
        if (this.#trouble !== message)
          this.#parts.log.warn({ error: message }, 'The subscribers could not be looked at')
        this.#trouble = message
      }
    })
    return this.#work
  }

  /** The row of a subscriber with its secrets opened, for a test of its connection. */
  async find(id: string): Promise<Subscription | undefined> {
    return await readSubscription(this.#parts.database.pool, this.sealing, id)
  }

  async #round(): Promise<void> {
    if (await this.#locks.open()) await this.#retakeLocks()
    const wanted = await readSubscriptions(this.#parts.database.pool, this.sealing)
    const ids = new Set(wanted.map(({ id }) => id))
    for (const id of this.#running.keys()) if (!ids.has(id)) await this.#end(id, true)
    for (const subscription of wanted) {
      const running = this.#running.get(subscription.id)
      if (running?.subscription.rowVersion === subscription.rowVersion) continue
      if (running !== undefined) await this.#end(subscription.id, isElsewhere(running.subscription, subscription))
      await this.#begin(subscription)
    }
  }

  /** What another server took over while the database was away, this one leaves. */
  async #retakeLocks(): Promise<void> {
    for (const [id, { slot }] of this.#running) if (!(await this.#locks.retake(id, slot))) await this.#end(id, false)
  }

  async #begin(subscription: Subscription): Promise<void> {
    const { id, shareGroup } = subscription
    const slot = await this.#locks.take(id, shareGroup !== null)
    if (slot === undefined) return
    const state = await readState(this.#parts.database.pool, id, slot)
    const subscriber = new Subscriber(subscription, { slot, state }, this.#parts, () => void this.#tell())
    this.#running.set(id, subscriber)
    subscriber.start()
  }

  async #end(id: string, forGood: boolean): Promise<void> {
    const subscriber = this.#running.get(id)
    if (subscriber === undefined) return
    this.#running.delete(id)
    this.#told.delete(id)
    await subscriber.stop(forGood)
    await this.#write([subscriber])
    await this.#locks.release(id, subscriber.slot)
  }

  /** Writes what has changed since, and now and then all of it, to show that it still runs. */
  async #tell(): Promise<void> {
    const isTime = performance.now() - this.#toldAt >= STILL_THERE_MS
    if (isTime) this.#toldAt = performance.now()
    const changed = [...this.#running.values()].filter(({ subscription: { id }, state }) => {
      const text = JSON.stringify(state)
      const isNew = this.#told.get(id) !== text
      this.#told.set(id, text)
      return isNew || isTime
    })
    await this.#write(changed)
  }

  async #write(subscribers: readonly Subscriber[]): Promise<void> {
    const states = subscribers.map(({ subscription: { id }, slot, state }) => ({ id, slot, state }))
    await writeStates(this.#parts.database.pool, states).catch((error: Error) => {
      for (const { id } of states) this.#told.delete(id)
      this.#parts.log.debug({ error: error.message }, 'How subscribers fare could not be written')
    })
  }
}

/** Whether the session at the broker is another one, so that the old one has to end. */
function isElsewhere(before: Subscription, after: Subscription): boolean {
  return before.brokerUrl !== after.brokerUrl || before.clientId !== after.clientId || before.qos !== after.qos
}

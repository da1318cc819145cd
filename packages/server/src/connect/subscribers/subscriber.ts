import type { SubscriberStatus } from '@packhouse/contract'
import type { ISubscriptionGrant } from 'mqtt'
import { NotKept, PublishRefused } from '../reception.ts'
import { BrokerLink, type Delivery } from './broker-link.ts'
import { type Intake, type IntakeParts, intakeFor, type Send } from './intake.ts'
import { SecretUnreadable, SubscriptionRefused, type Trouble, troubleOf } from './link-words.ts'
import { filterOf, type Subscription } from './subscription.ts'

/** Waits between two attempts, doubled each time; each is drawn between half of it and the whole. */
const WAIT_MS = 1_000
const WAIT_MAX_MS = 30_000
/** Where somebody has to change something first, asking often only annoys the broker. */
const LASTING_WAIT_MS = 60_000

/** How a subscriber fares. Counters rise from where they stood when it was started. */
export interface SubscriberState {
  status: SubscriberStatus
  lastMessageAt: number | null
  messageCount: number
  errorCount: number
  lastError: string | null
  /** The filter to which the session at the broker is subscribed. */
  subscribedFilter: string | null
}

/** One subscriber that is switched on: connects, stays connected, and takes messages in. */
export class Subscriber {
  readonly subscription: Subscription
  /** Which of the servers that share the messages this one is; 0 where one takes all of them. */
  readonly slot: number
  readonly state: SubscriberState
  readonly #intake: Intake
  readonly #onChange: () => void
  readonly #unreleased = new Set<number>()
  #link: BrokerLink | undefined
  #attempts = 0
  #waiting: NodeJS.Timeout | undefined
  #isStopped = false

  /** @param onChange called when the status changes */
  constructor(
    subscription: Subscription,
    { slot, state }: { slot: number; state: SubscriberState },
    parts: IntakeParts,
    onChange: () => void,
  ) {
    this.subscription = subscription
    this.slot = slot
    this.state = state
    this.#onChange = onChange
    this.#intake = intakeFor(subscription, parts, this.#send)
  }

  start(): void {
    this.#connect()
  }

  /**
   * Disconnects. What was not acknowledged the broker keeps.
   * @param forGood whether the session at the broker is to end too
   */
  async stop(forGood: boolean): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#waiting)
    const link = this.#link
    this.#link = undefined
    this.#intake.lost()
    if (link === undefined) return
    if (link.client.connected) {
      this.#intake.leaving(sendOver(link))
      const filter = this.state.subscribedFilter
      if (forGood && filter !== null) {
        await link.client.unsubscribeAsync(filter).catch(() => undefined)
        this.state.subscribedFilter = null
      }
    }
    await link.leave()
  }

  readonly #send: Send = (topic, payload, isRetained) => {
    if (this.#link?.client.connected) sendOver(this.#link)(topic, payload, isRetained)
  }

  #connect(): void {
    this.#become('connecting')
    const will = this.#intake.will()
    const { clientId, isUnreadable } = this.subscription
    try {
      if (isUnreadable) throw new SecretUnreadable()
      const link = new BrokerLink(
        this.subscription,
        {
          clientId: this.slot === 0 ? clientId : `${clientId}-${this.slot}`,
          unreleased: this.#unreleased,
          keepsSession: this.subscription.qos > 0,
          ...(will === undefined ? {} : { will }),
        },
        {
          connected: (isResumed) => this.#opened(isResumed),
          message: (delivery) => this.#take(delivery),
          ended: (error) => this.#ended(error),
        },
      )
      this.#link = link
    } catch (error) {
      this.#ended(error as Error)
    }
  }

  #opened(isResumed: boolean): void {
    const link = this.#link
    if (link === undefined) return
    this.#subscribe(link, isResumed).then(
      () => {
        if (this.#link !== link) return
        this.#attempts = 0
        this.#intake.opened(sendOver(link))
        this.#become('connected')
      },
      (error: Error) => link.end(error),
    )
  }

  async #subscribe({ client }: BrokerLink, isResumed: boolean): Promise<void> {
    const filter = filterOf(this.subscription)
    const before = this.state.subscribedFilter
    // The session remembers what an earlier filter was, and would send it for ever.
    if (isResumed && before !== null && before !== filter) await client.unsubscribeAsync(before)
    const { qos } = this.subscription
    const wanted = Object.fromEntries([filter, ...this.#intake.filters].map((one) => [one, { qos }]))
    const granted = await client.subscribeAsync(wanted).catch((error: Error) => {
      throw isRefusal(error) ? new SubscriptionRefused(filter) : error
    })
    if (granted.some(isRefused)) throw new SubscriptionRefused(filter)
    this.state.subscribedFilter = filter
  }

  #take({ topic, payload, acknowledge }: Delivery): void {
    this.state.messageCount += 1
    this.state.lastMessageAt = Date.now()
    this.#intake.take(topic, payload, (error, _machine, refusal) => {
      // What is worth nothing any more must not hold up all others behind it; nobody could tell the broker which it was.
      if (error === null || (error instanceof NotKept && error.refusal !== undefined)) acknowledge()
      if (refusal !== undefined) this.#fail(`${topic.slice(0, 200)}: ${refusal.reason}`)
      if (error === null) return
      this.#fail(error.message)
      // What is not acknowledged comes again over a new connection only.
      if (error instanceof NotKept && error.refusal !== undefined) return
      if (error instanceof PublishRefused) this.#link?.end(error)
      else this.#link?.end(new Error('A message could not be stored. The broker is asked for it again.'))
    })
  }

  #ended(error: Error | undefined): void {
    if (this.#isStopped) return
    this.#link = undefined
    this.#intake.lost()
    const trouble = troubleOf(error, this.subscription.brokerUrl)
    this.#fail(trouble.words)
    this.#become(trouble.isLasting ? 'failed' : 'waiting')
    this.#waiting = setTimeout(() => this.#connect(), this.#nextWait(trouble))
  }

  #nextWait({ isLasting }: Trouble): number {
    const wait = isLasting ? LASTING_WAIT_MS : Math.min(WAIT_MS * 2 ** this.#attempts, WAIT_MAX_MS)
    this.#attempts += 1
    // Many that have lost the same broker must not all come back at once.
    return wait * (0.5 + Math.random() / 2)
  }

  #fail(words: string): void {
    this.state.errorCount += 1
    this.state.lastError =
      words
        .replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
        .trim()
        .slice(0, 1000) || 'Unknown'
  }

  #become(status: SubscriberStatus): void {
    if (this.state.status === status) return
    this.state.status = status
    this.#onChange()
  }
}

function sendOver({ client }: BrokerLink): Send {
  return (topic, payload, isRetained) => {
    // A command that is lost is asked for again; a state goes with the connection that it speaks of.
    client.publish(topic, payload, { qos: isRetained ? 1 : 0, retain: isRetained }, () => undefined)
  }
}

function isRefused({ qos }: ISubscriptionGrant): boolean {
  return qos >= 128
}

/** MQTT.js tells a refused subscription as an error with the reason code, or in words. */
function isRefusal(error: Error & { code?: number }): boolean {
  return (error.code ?? 0) >= 128 || /subscribe error|not authorized|unspecified/i.test(error.message)
}

import type { SubscriberStatus } from '@packhouse/contract'
import type { ISubscriptionGrant } from 'mqtt'
import { clock } from '../../platform/clock.ts'
import { type Delivered, NotStored, PublishRefused } from '../message.ts'
import type { RunningConnection, StartingPoint, StopReason } from '../supervisor/connection-kind.ts'
import { noteFailure, plainLine } from '../supervisor/connection-states.ts'
import { Reconnection } from '../supervisor/reconnection.ts'
import { BrokerLink, type Delivery } from './broker-link.ts'
import { DeliveryMemory } from './delivery-memory.ts'
import { linkIssueOf, SecretUnreadable, SubscriptionRefused } from './link-words.ts'
import { type MessageHandler, type MessageHandlerParts, messageHandlerFor, type Send } from './message-handler.ts'
import type { SubscriberState } from './subscriber-kind.ts'
import { brokerOf, filterOf, keepsSession, type Subscription } from './subscription.ts'

/** One subscriber that is switched on: connects, stays connected, and takes messages in. */
export class Subscriber implements RunningConnection<Subscription, SubscriberState> {
  readonly settings: Subscription
  /** Which of the servers that share the messages this one is; 0 where one takes all of them. */
  readonly slot: number
  readonly state: SubscriberState
  readonly #handler: MessageHandler
  readonly #onChange: () => void
  readonly #memory: DeliveryMemory
  readonly #unreleased = new Set<number>()
  #link: BrokerLink | undefined
  readonly #reconnection = new Reconnection(() => this.#connect())
  #isStopped = false

  /** @param onChange called when the status changes */
  constructor(
    subscription: Subscription,
    { slot, state }: StartingPoint<SubscriberState>,
    parts: MessageHandlerParts,
    onChange: () => void,
  ) {
    this.settings = subscription
    this.slot = slot
    this.state = state
    this.#onChange = onChange
    const { pool } = parts.database
    const session = `${brokerOf(subscription)} ${this.#clientId}`
    this.#memory = new DeliveryMemory(pool, { subscriberId: subscription.id, slot, session })
    const link = { send: this.#send, renew: () => void this.#renew() }
    this.#handler = messageHandlerFor({ subscription, slot }, parts, link)
  }

  start(): void {
    this.#connect()
  }

  async review(): Promise<void> {
    await this.#handler.review()
  }

  /**
   * Disconnects. The broker stores what was not acknowledged, unless the subscriber is removed or moves to another session: then the
   * session at the broker ends too.
   */
  async stop(reason: StopReason<Subscription>): Promise<void> {
    this.#isStopped = true
    this.#reconnection.stop()
    const link = this.#link
    this.#link = undefined
    this.#handler.lost()
    await this.#memory.stop()
    if (link === undefined) return
    if (link.client.connected) {
      await this.#handler.leaving(sendOver(link))
      const filter = this.state.subscribedFilter
      if (filter !== null && this.#leavesSession(reason)) {
        await link.unsubscribe(filter)
        this.state.subscribedFilter = null
      }
    }
    await link.leave()
  }

  #leavesSession(reason: StopReason<Subscription>): boolean {
    if (reason.why !== 'changed') return reason.why === 'removed'
    const [before, { next }] = [this.settings, reason]
    const isOther = before.brokerUrl !== next.brokerUrl || before.clientId !== next.clientId || before.qos !== next.qos
    return isOther || keepsSession(before) !== keepsSession(next)
  }

  get #clientId(): string {
    const { clientId } = this.settings
    return this.slot === 0 ? clientId : `${clientId}-${this.slot}`
  }

  /** Ends the connection in peace, so that its will is not published, and makes it again. */
  async #renew(): Promise<void> {
    const link = this.#link
    if (link === undefined || this.#isStopped) return
    this.#link = undefined
    this.#handler.lost()
    await link.leave()
    if (!this.#isStopped) this.#connect()
  }

  readonly #send: Send = (topic, payload, isRetained) => {
    return this.#link !== undefined && sendOver(this.#link)(topic, payload, isRetained)
  }

  #connect(): void {
    this.#become('connecting')
    this.#prepare().then(
      () => {
        if (!this.#isStopped) this.#open()
      },
      (error: Error) => this.#ended(error),
    )
  }

  async #prepare(): Promise<void> {
    if (this.settings.isUnreadable) throw new SecretUnreadable()
    if (keepsSession(this.settings)) await this.#memory.load()
    await this.#handler.prepare()
  }

  #open(): void {
    const will = this.#handler.will()
    try {
      const link = new BrokerLink(
        this.settings,
        {
          clientId: this.#clientId,
          unreleased: this.#unreleased,
          keepsSession: keepsSession(this.settings),
          ...(will === undefined ? {} : { will }),
        },
        {
          connected: (isResumed) => this.#opened(isResumed),
          message: (delivery) => this.#take(delivery),
          acknowledgements: this.#memory,
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
    if (keepsSession(this.settings)) this.#memory.opened(isResumed, () => link.client.sendPing())
    this.#subscribe(link, isResumed).then(
      async () => {
        if (this.#link !== link) return
        this.#reconnection.succeeded()
        await this.#handler.opened(sendOver(link))
        if (this.#link !== link) return
        Object.assign(this.state, { linkError: null, linkErrorField: null })
        this.#become('connected')
      },
      (error: Error) => link.end(error),
    )
  }

  async #subscribe({ client }: BrokerLink, isResumed: boolean): Promise<void> {
    const filter = filterOf(this.settings)
    const before = this.state.subscribedFilter
    // The session remembers what an earlier filter was, and would send it for ever.
    if (isResumed && before !== null && before !== filter) await client.unsubscribeAsync(before)
    const { qos } = this.settings
    // With a session of before, what was retained has come before. That a message was retained must be said of those alone (MQTT 5, 3.8.3.1).
    const options = { qos, rh: 1, rap: false }
    const wanted = Object.fromEntries([filter, ...this.#handler.filters].map((one) => [one, options]))
    const granted = await client.subscribeAsync(wanted).catch((error: Error) => {
      throw isRefusal(error) ? new SubscriptionRefused(filter) : error
    })
    if (granted.some(isRefused)) throw new SubscriptionRefused(filter)
    this.state.subscribedFilter = filter
  }

  #take({ topic, payload, isRetained, packet, acknowledge }: Delivery): void {
    this.state.messageCount += 1
    this.state.lastMessageAt = clock.now()
    const isStored = packet !== undefined && keepsSession(this.settings)
    const delivered: Delivered = {
      isRetained,
      cameAt: isStored ? this.#memory.cameAt(packet) : undefined,
      remember: isStored ? (at, stored) => this.#memory.remember(packet, at, stored) : undefined,
      leaveOut: () => {
        this.state.retainedCount += 1
      },
    }
    this.#handler.take({ topic, payload, delivered }, (error, _machine, refusal) => {
      // A worthless message must not block all those behind it; there is no way to tell the broker which one it was.
      if (error === null || (error instanceof NotStored && error.refusal !== undefined)) acknowledge()
      if (refusal !== undefined) noteFailure(this.state, `${topic.slice(0, 200)}: ${refusal.reason}`)
      if (error === null) return
      noteFailure(this.state, error.message)
      // What is not acknowledged comes again over a new connection only.
      if (error instanceof NotStored && error.refusal !== undefined) return
      if (error instanceof PublishRefused) this.#link?.end(error)
      else this.#link?.end(new Error('A message could not be stored. The broker is asked for it again.'))
    })
  }

  #ended(error: Error | undefined): void {
    if (this.#isStopped) return
    this.#link = undefined
    this.#handler.lost()
    const issue = linkIssueOf(error, this.settings.brokerUrl)
    noteFailure(this.state, issue.words)
    Object.assign(this.state, { linkError: plainLine(issue.words).slice(0, 1000), linkErrorField: issue.field ?? null })
    this.#become(issue.isLasting ? 'failed' : 'waiting')
    this.#reconnection.retryAfter(issue)
  }

  #become(status: SubscriberStatus): void {
    if (this.state.status === status) return
    this.state.status = status
    this.#onChange()
  }
}

function sendOver({ client }: BrokerLink): Send {
  return (topic, payload, isRetained) => {
    if (!client.connected) return false
    // A command that is lost is asked for again; a state goes with the connection that it speaks of.
    client.publish(topic, payload, { qos: isRetained ? 1 : 0, retain: isRetained }, () => undefined)
    return true
  }
}

function isRefused({ qos }: ISubscriptionGrant): boolean {
  return qos >= 128
}

/** MQTT.js reports a refused subscription as an error with the reason code, or in words. */
function isRefusal(error: Error & { code?: number }): boolean {
  return (error.code ?? 0) >= 128 || /subscribe error|not authorized|unspecified/i.test(error.message)
}

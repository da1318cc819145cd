import { recordTopic } from '@packhouse/contract'
import { clock, type Timer } from '../../platform/clock.ts'
import { IssueLog } from '../../platform/issue-log.ts'
import type { Log } from '../../platform/log.ts'
import type { CommandRoutes } from '../commands/command-routes.ts'
import { PlainRoutes } from '../commands/plain-routes.ts'
import type { Device } from '../device.ts'
import type { TagMaps } from '../mapping/tag-maps.ts'
import { NotStored, PublishRefused } from '../message.ts'
import type { MessageIntake } from '../message-intake.ts'
import { BrokerLink, type Delivery } from '../subscribers/broker-link.ts'
import { linkIssueOf, SubscriptionRefused } from '../subscribers/link-words.ts'
import { keepRefused } from '../subscribers/message-handler.ts'
import { Reconnection } from '../supervisor/reconnection.ts'
import { SHARE_GROUP, type SharedBroker, subscriptionOf } from './broker-address.ts'

/** How soon a tag map with other topics is followed. */
const REVIEW_MS = 2_000
const RECORDS = recordTopic('+')

/** Who may publish what is the broker's business: whatever it lets through is taken for that of the company. */
const device: Device = {
  userName: 'broker',
  scope: 'company',
  customerId: null,
  machines: new Set(),
  apiKeyId: undefined,
  source: 'mqtt',
}

export interface SharedBrokerParts {
  broker: SharedBroker
  intake: MessageIntake
  tagMaps: Pick<TagMaps, 'filters'>
  commands: CommandRoutes
  log: Log
}

/**
 * Takes messages of machines from a broker of others, together with the other ingest nodes: a shared subscription of MQTT 5. A message is acknowledged
 * after its commit; what a node has not acknowledged when it ends, the broker gives to another one.
 */
export class SharedBrokerLink {
  readonly #parts: SharedBrokerParts
  readonly #issues: IssueLog
  readonly #reconnection = new Reconnection(() => this.#connect())
  readonly #routes: PlainRoutes
  #link: BrokerLink | undefined
  #subscribed = new Set<string>()
  #issue: string | undefined = 'The broker of BROKER_URL is not connected yet.'
  #timer: Timer | undefined
  #isStopped = false

  constructor(parts: SharedBrokerParts) {
    this.#parts = parts
    this.#issues = new IssueLog(parts.log, 'The broker of BROKER_URL is connected again')
    const send = (topic: string, payload: Buffer) => this.#send(topic, payload)
    this.#routes = new PlainRoutes(parts.commands, { device, listens: () => true, send })
  }

  /** What keeps messages from coming, in words. */
  get issue(): string | undefined {
    return this.#issue
  }

  start(): void {
    this.#connect()
    this.#timer = clock.every(REVIEW_MS, () => void this.#review())
  }

  /** Takes nothing more; what is on its way is still acknowledged when it is stored. */
  async drain(): Promise<void> {
    this.#timer?.stop()
    const link = this.#link
    await Promise.all([...this.#subscribed].map((filter) => link?.unsubscribe(shared(filter))))
    this.#subscribed.clear()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#timer?.stop()
    this.#reconnection.stop()
    this.#routes.close()
    const link = this.#link
    this.#link = undefined
    await link?.leave()
  }

  #connect(): void {
    const subscription = subscriptionOf(this.#parts.broker)
    this.#link = new BrokerLink(
      subscription,
      { clientId: subscription.clientId, unreleased: new Set(), keepsSession: false, isTrusted: true },
      {
        connected: () => void this.#opened(),
        message: (delivery) => this.#take(delivery),
        ended: (error) => this.#ended(error),
      },
    )
  }

  async #opened(): Promise<void> {
    const link = this.#link
    this.#subscribed = new Set()
    try {
      await this.#subscribe()
    } catch (error) {
      link?.end(error as Error)
      return
    }
    if (link !== this.#link) return
    this.#reconnection.succeeded()
    this.#issue = undefined
    this.#issues.end()
  }

  /** Follows the topics of tag maps. */
  async #review(): Promise<void> {
    if (this.#issue !== undefined || this.#isStopped) return
    const link = this.#link
    await this.#subscribe().catch((error: Error) => link?.end(error))
  }

  async #subscribe(): Promise<void> {
    const link = this.#link
    if (link === undefined) return
    const wanted = new Set([RECORDS, ...this.#parts.tagMaps.filters])
    for (const filter of [...wanted].filter((one) => !this.#subscribed.has(one))) {
      this.#subscribed.add(filter)
      const granted = await link.client.subscribeAsync(shared(filter), { qos: 1, rh: 2 }).catch(() => [])
      if (granted.every(({ qos }) => qos >= 128)) throw new SubscriptionRefused(shared(filter))
    }
    for (const filter of [...this.#subscribed].filter((one) => !wanted.has(one))) {
      this.#subscribed.delete(filter)
      await link.unsubscribe(shared(filter))
    }
  }

  #take({ topic, payload, acknowledge }: Delivery): void {
    const { intake } = this.#parts
    const link = this.#link
    const message = { device, topic, payload, encoding: 'json' as const }
    const settle = keepRefused(intake, message, (error, machine) => {
      if (machine !== undefined) this.#routes.note(machine)
      // A worthless message must not block all those behind it.
      if (error === null || (error instanceof NotStored && error.refusal !== undefined)) acknowledge()
      // What is not acknowledged comes again, here or at another node, once the connection is gone.
      else link?.end(error instanceof PublishRefused ? error : new Error('A message could not be stored.'))
    })
    intake.receive(device, topic, payload, settle)
  }

  #send(topic: string, payload: Buffer): boolean {
    const client = this.#link?.client
    if (client?.connected !== true) return false
    client.publish(topic, payload, { qos: 0 }, () => undefined)
    return true
  }

  #ended(error: Error | undefined): void {
    if (this.#isStopped) return
    this.#link = undefined
    const { brokerUrl } = subscriptionOf(this.#parts.broker)
    const issue = linkIssueOf(error, brokerUrl)
    this.#issue = `The broker of BROKER_URL is away: ${issue.words}`
    this.#issues.meet('The broker of BROKER_URL is away', { reason: issue.words })
    // Nobody mends it in a form: it is asked again soon.
    this.#reconnection.retryAfter({ ...issue, isLasting: false })
  }
}

function shared(filter: string): string {
  return `$share/${SHARE_GROUP}/${filter}`
}

import { subscriberDevice } from '@packhouse/contract'
import type { LiveStore } from '../../live/index.ts'
import type { Database } from '../../platform/database.ts'
import { PlainRoutes } from '../commands/plain-routes.ts'
import type { Device } from '../device.ts'
import type { TagMaps } from '../mapping/tag-maps.ts'
import { type Delivered, type OnSettled, type Origin, PublishRefused } from '../message.ts'
import type { MessageIntake } from '../message-intake.ts'
import { SparkplugHost, type SparkplugParts } from '../sparkplug/sparkplug-host.ts'
import { HostPresence } from './host-presence.ts'
import { RawValues } from './raw-values.ts'
import { brokerOf, type Subscription } from './subscription.ts'

/** Sends something to the broker of a subscriber. @returns whether it left */
export type Send = (topic: string, payload: Buffer, isRetained: boolean) => boolean

/** A message of the broker, with what it says of it. */
export interface Incoming {
  topic: string
  payload: Buffer
  delivered: Delivered
}

/** What is done with the messages of a subscriber, by its encoding. */
export interface MessageHandler {
  /** To be called before each connection is made. */
  prepare: () => Promise<void>
  /** What the broker publishes when the connection breaks. */
  will: () => { topic: string; payload: Buffer } | undefined
  /** Filters that are subscribed to beside the subscriber's own. */
  filters: readonly string[]
  opened: (send: Send) => Promise<void>
  /** Called now and then while the connection lives. */
  review: () => Promise<void>
  /** Says goodbye. Whatever is sent here goes out before the connection ends. */
  leaving: (send: Send) => Promise<void>
  lost: () => void
  take: (message: Incoming, settle: OnSettled) => void
}

export interface MessageHandlerParts extends SparkplugParts {
  database: Pick<Database, 'pool'>
  intake: MessageIntake
  tagMaps: TagMaps
  live: LiveStore
  hostId: string
}

/** What a handler may have the connection do. */
export interface LinkControl {
  send: Send
  /** Makes the connection anew. */
  renew: () => void
}

/** @param settle of every message gets a refusal instead of the error that a device of our own would be ended with */
export function messageHandlerFor(
  { subscription, slot }: { subscription: Subscription; slot: number },
  parts: MessageHandlerParts,
  link: LinkControl,
): MessageHandler {
  const device = deviceOf(subscription)
  if (subscription.encoding === 'sparkplugB') return sparkplugHandler({ subscription, slot, device }, parts, link)
  const { intake } = parts
  // Who listens at a broker of others is not known: whether a value has arrived, the machine reports.
  const send = (topic: string, payload: Buffer) => link.send(topic, payload, false)
  const routes = new PlainRoutes(parts.commands, { device, listens: () => true, send })
  const nothing = async () => undefined
  const quiet = { prepare: nothing, opened: nothing, review: nothing, leaving: nothing, filters: [] }
  const { encoding } = subscription
  const raw = encoding === 'raw' ? new RawValues(intake, parts.tagMaps) : undefined
  const take: MessageHandler['take'] = ({ topic, payload, delivered }, settle) => {
    const message: Origin & { delivered: Delivered } = { device, topic, payload, encoding, delivered }
    const settled = keepRefused(intake, message, (error, machine, ...rest) => {
      if (machine !== undefined) routes.note(machine)
      settle(error, machine, ...rest)
    })
    if (raw === undefined) intake.receiveDelivered(message, settled)
    else raw.take(message, settled)
  }
  return { ...quiet, will: () => undefined, take, lost: () => routes.close() }
}

/** A host of Sparkplug B announces that it is online, and has the broker announce when it is not (Sparkplug 3.0.0, 5.7). */
function sparkplugHandler(
  { subscription, slot, device }: { subscription: Subscription; slot: number; device: Device },
  parts: MessageHandlerParts,
  { send, renew }: LinkControl,
): MessageHandler {
  const { database, hostId } = parts
  const host = new SparkplugHost(parts, device.customerId ?? '', (topic, payload) => send(topic, payload, false))
  const session = { subscriberId: subscription.id, slot, broker: brokerOf(subscription), hostId }
  const presence = new HostPresence(database.pool, session, renew)
  const retained = (publish: Send) => (topic: string, payload: Buffer) => publish(topic, payload, true)
  return {
    prepare: () => presence.prepare(),
    will: () => presence.will(),
    filters: [presence.topic],
    opened: async (publish) => {
      await presence.opened(retained(publish))
      host.resumed()
    },
    review: () => presence.review(),
    leaving: (publish) => presence.leaving(retained(publish)),
    lost: () => {
      presence.lost()
      host.lost()
    },
    take: ({ topic, payload }, settle) => {
      if (topic === presence.topic) {
        presence.take(payload)
        settle(null)
      } else host.receive(device, topic, payload, settle)
    },
  }
}

/** A customer's broker brings records of that customer's machines alone. */
function deviceOf({ name, customerId }: Subscription): Device {
  const scope = customerId === null ? 'company' : 'customer'
  return {
    userName: subscriberDevice(name),
    scope,
    customerId,
    machines: new Set(),
    apiKeyId: undefined,
    source: 'subscriber',
  }
}

/** What one machine may not send must not end the connection of all others: it is stored with the reason. */
export function keepRefused(intake: MessageIntake, message: Origin, settle: OnSettled): OnSettled {
  return (error, machine, refusal) => {
    if (error instanceof PublishRefused && !error.passing) {
      intake.refuse(message, { code: 'machine_unknown', reason: error.message }, settle)
    } else settle(error, machine, refusal)
  }
}

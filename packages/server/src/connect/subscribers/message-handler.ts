import type { LiveStore } from '../../live/index.ts'
import type { Device } from '../device.ts'
import type { TagMaps } from '../mapping/tag-maps.ts'
import { type OnSettled, type Origin, PublishRefused } from '../message.ts'
import type { MessageIntake } from '../message-intake.ts'
import type { MachineNames } from '../sparkplug/machine-names.ts'
import { SparkplugHost } from '../sparkplug/sparkplug-host.ts'
import { statePayload, stateTopic } from '../sparkplug/topic.ts'
import { RawValues } from './raw-values.ts'
import type { Subscription } from './subscription.ts'

/** Sends something to the broker of a subscriber. */
export type Send = (topic: string, payload: Buffer, isRetained: boolean) => void

/** What is done with the messages of a subscriber, by its encoding. */
export interface MessageHandler {
  /** What the broker publishes when the connection breaks. */
  will: () => { topic: string; payload: Buffer } | undefined
  /** Filters that are subscribed to beside the subscriber's own. */
  filters: readonly string[]
  opened: (send: Send) => void
  /** Says goodbye. Whatever is sent here goes out before the connection ends. */
  leaving: (send: Send) => void
  lost: () => void
  take: (topic: string, payload: Buffer, settle: OnSettled) => void
}

export interface MessageHandlerParts {
  intake: MessageIntake
  tagMaps: TagMaps
  live: LiveStore
  names: MachineNames
  hostId: string
}

/** @param settle of every message gets a refusal instead of the error that a device of our own would be ended with */
export function messageHandlerFor(subscription: Subscription, parts: MessageHandlerParts, send: Send): MessageHandler {
  const device = deviceOf(subscription)
  const { intake } = parts
  const quiet = { will: () => undefined, filters: [], opened: () => undefined, leaving: () => undefined }
  if (subscription.encoding === 'json') {
    const take: MessageHandler['take'] = (topic, payload, settle) => {
      intake.receive(device, topic, payload, keepRefused(intake, { device, topic, payload, encoding: 'json' }, settle))
    }
    return { ...quiet, take, lost: () => undefined }
  }
  if (subscription.encoding === 'raw') {
    const raw = new RawValues(intake, parts.tagMaps)
    const take: MessageHandler['take'] = (topic, payload, settle) => {
      const message: Origin = { device, topic, payload, encoding: 'raw' }
      raw.take(message, keepRefused(intake, message, settle))
    }
    return { ...quiet, take, lost: () => undefined }
  }
  return sparkplugHandler(device, parts, send)
}

/** A host of Sparkplug B announces that it is online, and has the broker announce when it is not (Sparkplug 3.0.0, 5.7). */
function sparkplugHandler(device: Device, parts: MessageHandlerParts, send: Send): MessageHandler {
  const host = new SparkplugHost(parts, device.customerId ?? '', (topic, payload) => send(topic, payload, false))
  const topic = stateTopic(parts.hostId)
  const state = (online: boolean, at: number) => Buffer.from(statePayload(online, at))
  let connectedAt = Date.now()
  return {
    will: () => {
      connectedAt = Date.now()
      return { topic, payload: state(false, connectedAt) }
    },
    filters: [topic],
    opened: (publish) => publish(topic, state(true, connectedAt), true),
    leaving: (publish) => publish(topic, state(false, Date.now()), true),
    lost: () => host.lost(),
    take: (from, payload, settle) => {
      if (from !== topic) {
        host.receive(device, from, payload, settle)
        return
      }
      // A will of an earlier connection that comes late must not stand.
      if (/"online"\s*:\s*false/.test(payload.toString('utf8', 0, 200))) send(topic, state(true, connectedAt), true)
      settle(null)
    },
  }
}

/** A customer's broker brings records of that customer's machines alone. */
function deviceOf({ name, customerId }: Subscription): Device {
  const scope = customerId === null ? 'company' : 'customer'
  return {
    userName: `subscriber ${name}`,
    scope,
    customerId,
    machines: new Set(),
    apiKeyId: undefined,
    source: 'subscriber',
  }
}

/** What one machine may not send must not end the connection of all others: it is stored with the reason. */
function keepRefused(intake: MessageIntake, message: Origin, settle: OnSettled): OnSettled {
  return (error, machine, refusal) => {
    if (error instanceof PublishRefused && !error.passing) {
      intake.refuse(message, { code: 'machine_unknown', reason: error.message }, settle)
    } else settle(error, machine, refusal)
  }
}

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SubscriberTest } from '@packhouse/contract'
import { BrokerLink } from './broker-link.ts'
import { linkIssueOf, SubscriptionRefused } from './link-words.ts'
import type { Subscription } from './subscription.ts'

/** How long is listened whether something comes. */
const LISTEN_MS = 1_500

/**
 * Connects once, beside whatever is running: with its own client id, without the share group (whose messages would
 * be taken from the others), and acknowledging nothing.
 */
export async function testSubscription(subscription: Subscription): Promise<SubscriberTest> {
  const { brokerUrl, topicFilter, protocol } = subscription
  const steps: SubscriberTest['steps'] = []
  let arrived = 0
  let link: BrokerLink | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      const options = {
        clientId: `test-${randomBytes(6).toString('hex')}`,
        unreleased: new Set<number>(),
        keepsSession: false,
      }
      link = new BrokerLink({ ...subscription, qos: 0 }, options, {
        connected: () => resolve(),
        ended: reject,
        message: ({ acknowledge }) => {
          arrived += 1
          acknowledge()
        },
      })
    })
    steps.push({ name: 'Connection', ok: true, words: `${brokerUrl} answered and let us in with MQTT ${protocol}.` })
    await subscribe(link, topicFilter)
    steps.push({ name: 'Topic filter', ok: true, words: `The broker lets us subscribe to ${topicFilter}.` })
    await sleep(LISTEN_MS)
    steps.push({ name: 'Messages', ok: true, words: wordsFor(arrived) })
  } catch (error) {
    const name = steps.length === 0 ? 'Connection' : 'Topic filter'
    steps.push({ name, ok: false, words: linkIssueOf(error as Error | undefined, brokerUrl).words })
  } finally {
    await link?.leave()
  }
  return { ok: steps.every(({ ok }) => ok), steps }
}

async function subscribe(link: BrokerLink | undefined, filter: string): Promise<void> {
  const granted = await link?.client.subscribeAsync(filter, { qos: 0 }).catch(() => undefined)
  if (granted === undefined || granted.some(({ qos }) => qos >= 128)) throw new SubscriptionRefused(filter)
}

function wordsFor(arrived: number): string {
  const within = `${LISTEN_MS / 1000} seconds`
  if (arrived === 0)
    return `Nothing came within ${within}: nobody may be publishing just now, or the filter matches nothing.`
  return `${arrived} ${arrived === 1 ? 'message' : 'messages'} came within ${within}.`
}

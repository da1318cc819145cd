import { randomBytes } from 'node:crypto'
import type { SubscriberTest } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { clock } from '../../platform/clock.ts'
import { BrokerLink } from './broker-link.ts'
import { linkIssueOf, SubscriptionRefused } from './link-words.ts'
import { MessageSample } from './message-sample.ts'
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
  const sample = new MessageSample(subscription)
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
        message: (delivery) => {
          sample.take(delivery)
          delivery.acknowledge()
        },
      })
    })
    steps.push({
      name: t('subscriberTest.connection'),
      ok: true,
      words: t('subscriberTest.connected', { url: brokerUrl, protocol }),
    })
    await subscribe(link, topicFilter)
    steps.push({
      name: t('subscriberTest.topicFilter'),
      ok: true,
      words: t('subscriberTest.subscribed', { filter: topicFilter }),
    })
    await clock.sleep(LISTEN_MS)
    steps.push(...sample.steps(LISTEN_MS / 1000))
  } catch (error) {
    const name = steps.length === 0 ? t('subscriberTest.connection') : t('subscriberTest.topicFilter')
    steps.push({ name, ok: false, words: declared(linkIssueOf(error as Error | undefined, brokerUrl).words) })
  } finally {
    await link?.leave()
  }
  return { ok: steps.every(({ ok }) => ok), steps }
}

async function subscribe(link: BrokerLink | undefined, filter: string): Promise<void> {
  const granted = await link?.client.subscribeAsync(filter, { qos: 0 }).catch(() => undefined)
  if (granted === undefined || granted.some(({ qos }) => qos >= 128)) throw new SubscriptionRefused(filter)
}

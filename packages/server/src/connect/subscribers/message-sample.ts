import type { SubscriberTest } from '@packhouse/contract'
import { declared, t } from '@packhouse/messages'
import { decodeSparkplug, SparkplugFault } from '../sparkplug/payload.ts'
import { isHostTopic, parseTopic } from '../sparkplug/topic.ts'
import type { Delivery } from './broker-link.ts'
import type { Subscription } from './subscription.ts'

/** So many messages are read; the others are only counted. */
const MAX_READ = 500
/** So many different reasons are remembered, and so many of them shown. */
const MAX_REASONS = 200
const MAX_SHOWN = 5

/** What came while a subscription was tried: how much, and what of it could not be used. */
export class MessageSample {
  readonly #encoding: Subscription['encoding']
  #arrived = 0
  #retained = 0
  /** Values that cannot be used, and messages that cannot be read: each with its reason once. */
  readonly #unusable = new Set<string>()
  readonly #unreadable = new Set<string>()

  constructor({ encoding }: Pick<Subscription, 'encoding'>) {
    this.#encoding = encoding
  }

  take({ topic, payload, isRetained }: Pick<Delivery, 'topic' | 'payload' | 'isRetained'>): void {
    this.#arrived += 1
    if (isRetained && !isHostTopic(topic)) this.#retained += 1
    if (this.#encoding === 'sparkplugB' && this.#arrived <= MAX_READ) this.#read(topic, payload)
  }

  /** @param seconds how long was listened */
  steps(seconds: number): SubscriberTest['steps'] {
    const words = [t('subscriberTest.arrived', { count: this.#arrived, seconds })]
    if (this.#retained > 0) words.push(t('subscriberTest.retained', { count: this.#retained }))
    const steps = [{ name: t('subscriberTest.messages'), ok: true, words: words.join(' ') }]
    if (this.#unreadable.size > 0) {
      const given = { count: this.#unreadable.size, reasons: shown(this.#unreadable) }
      steps.push({ name: t('subscriberTest.readable'), ok: false, words: t('subscriberTest.unreadable', given) })
    }
    if (this.#unusable.size > 0) {
      const given = { count: this.#unusable.size, reasons: shown(this.#unusable) }
      steps.push({ name: t('subscriberTest.values'), ok: true, words: t('subscriberTest.unusable', given) })
    }
    return steps
  }

  #read(topic: string, payload: Buffer): void {
    const where = parseTopic(topic)
    if (where === undefined) {
      if (!isHostTopic(topic)) note(this.#unreadable, `${topic}: ${t('subscriberTest.noTopicOfAnEdgeNode')}`)
      return
    }
    try {
      for (const metric of decodeSparkplug(payload).metrics) {
        const read = metric.read(metric.dataType)
        const name = metric.name || t('subscriberTest.alias', { alias: metric.alias ?? '' })
        const source = [where.node, where.device, name].filter((part) => part !== undefined).join('/')
        if ('ignored' in read) note(this.#unusable, `${source}: ${declared(read.ignored)}`)
      }
    } catch (error) {
      if (!(error instanceof SparkplugFault)) throw error
      note(this.#unreadable, `${topic}: ${declared(error.message)}`)
    }
  }
}

function note(reasons: Set<string>, reason: string): void {
  if (reasons.size < MAX_REASONS) reasons.add(reason.slice(0, 300))
}

function shown(reasons: Set<string>): string {
  return [...reasons].slice(0, MAX_SHOWN).join(' ')
}

import type { mqttSubscribers } from '@packhouse/contract'
import type { HandlersOf, ResourceHandlers } from '../../engine/handlers.ts'
import { assertThat } from '../../engine/problem-error.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { Values } from '../../engine/resource/rows.ts'
import type { Sealing } from '../../platform/sealing.ts'
import type { Subscribers } from './subscribers.ts'
import { testSubscription } from './test-subscription.ts'

/** Every change takes effect at once; secrets are sealed before they are stored. */
export function subscriberHandlers(
  store: ResourceStore,
  subscribers: Subscribers,
): HandlersOf<'testSubscriber'> & ResourceHandlers<typeof mqttSubscribers> {
  const changing = <Input>(change: (input: Input) => Promise<unknown>) => {
    return async (input: Input) => {
      const answer = await change(input)
      void subscribers.refresh()
      return answer
    }
  }
  return {
    'mqttSubscriber.create': changing(({ principal, body }) =>
      store.create(principal, sealed(body, subscribers.sealing)),
    ),
    'mqttSubscriber.update': changing(({ principal, params, body }) =>
      store.update(principal, params.id, sealed(body, subscribers.sealing)),
    ),
    'mqttSubscriber.remove': changing(({ principal, params }) => store.remove(principal, params.id)),
    async testSubscriber({ principal, params }) {
      await store.get(principal, params.id)
      const subscription = await subscribers.find(params.id)
      assertThat(subscription, 'not_found', 'There is no such subscriber.')
      return await testSubscription(subscription)
    },
  }
}

function sealed(values: Values, sealing: Sealing): Values {
  const secrets = ['password', 'clientKey'].flatMap((name) => {
    const text = values[name]
    return typeof text === 'string' ? [[name, sealing.seal(text).toString('base64')]] : []
  })
  return { ...values, ...Object.fromEntries(secrets) }
}

import type { mqttSubscribers } from '@packhouse/contract'
import type { HandlersOf, ResourceHandlers } from '../../engine/handlers.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import { ConnectionHandlers } from '../supervisor/connection-handlers.ts'
import type { SubscriberSupervisor } from './subscriber-kind.ts'

export function subscriberHandlers(
  store: ResourceStore,
  supervisor: SubscriberSupervisor,
): HandlersOf<'testSubscriber'> &
  ResourceHandlers<typeof mqttSubscribers, 'list' | 'get' | 'create' | 'update' | 'remove'> {
  const handlers = new ConnectionHandlers(store, supervisor)
  const { create, update, remove } = handlers.changes()
  const { list, get } = handlers.reads()
  return {
    'mqttSubscriber.list': list,
    'mqttSubscriber.get': get,
    'mqttSubscriber.create': create,
    'mqttSubscriber.update': update,
    'mqttSubscriber.remove': remove,
    testSubscriber: ({ principal, params }) => handlers.test(principal, params.id),
  }
}

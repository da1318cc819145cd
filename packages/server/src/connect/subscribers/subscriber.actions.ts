import type { HandlersOf } from '../../engine/handlers.ts'
import type { ResourceStore } from '../../engine/resource/resource-store.ts'
import type { AnyHandler } from '../../engine/routes.ts'
import { ConnectionHandlers } from '../supervisor/connection-handlers.ts'
import type { SubscriberSupervisor } from './subscriber-kind.ts'

type Changes = Record<`mqttSubscriber.${'create' | 'update' | 'remove'}`, AnyHandler>

export function subscriberHandlers(
  store: ResourceStore,
  supervisor: SubscriberSupervisor,
): HandlersOf<'testSubscriber'> & Changes {
  const handlers = new ConnectionHandlers(store, supervisor)
  const { create, update, remove } = handlers.changes()
  return {
    'mqttSubscriber.create': create,
    'mqttSubscriber.update': update,
    'mqttSubscriber.remove': remove,
    testSubscriber: ({ principal, params }) => handlers.test(principal, params.id),
  }
}

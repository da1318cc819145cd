import type { CallName } from '@packhouse/contract'
import type { areas } from '../../../src/areas.ts'
import type { HandledCalls } from '../../../src/engine/area.ts'

/** Calls of resources whose handler an area writes itself, in the place of the engine's. One that is missing here does not compile. */
const ownHandlers: Record<Exclude<HandledCalls<typeof areas>, CallName>, true> = {
  'alarmRule.create': true,
  'alarmRule.update': true,
  'apiKey.create': true,
  'compatibility.create': true,
  'compatibility.update': true,
  'identityProvider.create': true,
  'identityProvider.update': true,
  'mqttSubscriber.create': true,
  'mqttSubscriber.get': true,
  'mqttSubscriber.list': true,
  'mqttSubscriber.remove': true,
  'mqttSubscriber.update': true,
  'opcuaConnection.create': true,
  'opcuaConnection.get': true,
  'opcuaConnection.list': true,
  'opcuaConnection.remove': true,
  'opcuaConnection.update': true,
  'project.restoreVersion': true,
  'project.transition.approve': true,
  'project.transition.send': true,
  'project.transition.submit': true,
  'project.transition.take-back': true,
  'project.transition.win': true,
  'tagMap.create': true,
  'tagMap.update': true,
  'webhook.create': true,
  'webhook.update': true,
}

/** Whether an area handles the call of a resource itself. */
export function hasOwnHandler(name: string): boolean {
  return name in ownHandlers
}

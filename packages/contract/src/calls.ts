import { accessResources } from './access/resources.ts'
import { alarmRules } from './alarms/alarm-rules.ts'
import { api } from './api.ts'
import { customerResources } from './customers/resources.ts'
import type { Call } from './engine/call.ts'
import { permissions as systemPermissions } from './engine/permission.ts'
import type { Resource } from './engine/resource.ts'
import { operationsOf } from './engine/resource-calls.ts'
import { machines } from './monitoring/machines.ts'
import { mqttSubscribers } from './monitoring/mqtt-subscribers.ts'
import { opcuaConnections } from './monitoring/opcua-connections.ts'
import { tagMaps } from './monitoring/tag-maps.ts'
import { serviceResources } from './service/resources.ts'

/** Every declared resource. */
export const resources = Object.values({
  ...customerResources,
  machines,
  mqttSubscribers,
  opcuaConnections,
  tagMaps,
  alarmRules,
  ...serviceResources,
  ...accessResources,
}) as unknown as readonly Resource[]

/** Every call of the API: the special ones, and those of the resources. */
export const calls: Readonly<Record<string, Call>> = {
  ...api,
  ...Object.fromEntries(
    resources.flatMap((resource) => Object.entries(operationsOf(resource)).map(([name, { call }]) => [name, call])),
  ),
}

/** Every permission with its description: those of the system, and four for each resource. */
export const permissionDescriptions: Readonly<Record<string, string>> = {
  ...systemPermissions,
  ...Object.fromEntries(
    resources.flatMap(({ name, noun: [, many] }) => [
      [`${name}.read`, `See ${many}`],
      [`${name}.create`, `Create ${many}`],
      [`${name}.update`, `Change ${many}`],
      [`${name}.delete`, `Delete and restore ${many}`],
    ]),
  ),
}

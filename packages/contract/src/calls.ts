import type { z } from 'zod'
import { areas } from './areas.ts'
import type { Address } from './engine/address.ts'
import type { Area } from './engine/area.ts'
import type { Call } from './engine/call.ts'
import { transitionPermissions } from './engine/lifecycle.ts'
import { operationsOf } from './engine/operations.ts'
import { permissions as systemPermissions } from './engine/permission.ts'
import type { Resource } from './engine/resource.ts'

type Areas = typeof areas
type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The special calls of every area by name: those that do not follow from a resource. The server must implement each. */
export type Api = {
  [Name in keyof Intersection<Areas[keyof Areas]['calls']>]: Intersection<Areas[keyof Areas]['calls']>[Name]
}
export type CallName = keyof Api

const all: readonly Area[] = Object.values(areas)

export const api = Object.assign({}, ...all.map(({ calls: ofArea }) => ofArea)) as Api

/** Every declared resource. */
export const resources: readonly Resource[] = all.flatMap((area) => Object.values(area.resources))

/** Where the rows of each resource are, by its name: all that is needed to count them, without its declaration. */
export const mainPaths: Readonly<Record<string, string>> = Object.fromEntries(
  resources.map(({ name, mounts: [{ path }] }) => [name, path]),
)

/** Every call of the API: the special ones, and those of the resources. */
export const calls: Readonly<Record<string, Call>> = {
  ...api,
  ...Object.fromEntries(
    resources.flatMap((resource) => Object.entries(operationsOf(resource)).map(([name, { call }]) => [name, call])),
  ),
}

/** Every address that is no call, by name. */
export const addresses: Readonly<Record<string, Address>> = Object.assign({}, ...all.map((area) => area.addresses))

/** Every schema that an area exports, by the name of the export. */
export const areaSchemas: Readonly<Record<string, z.ZodType>> = Object.assign({}, ...all.map((area) => area.schemas))

/** Every permission with its description: those of the system, and four for each resource and those of its transitions. */
export const permissionDescriptions: Readonly<Record<string, string>> = {
  ...systemPermissions,
  ...Object.fromEntries(
    resources.flatMap((resource) => {
      const {
        name,
        noun: [, many],
      } = resource
      return [
        [`${name}.read`, `See ${many}`],
        [`${name}.create`, `Create ${many}`],
        [`${name}.update`, `Change ${many}`],
        [`${name}.delete`, `Delete and restore ${many}`],
        ...Object.entries(transitionPermissions(resource)),
      ]
    }),
  ),
}

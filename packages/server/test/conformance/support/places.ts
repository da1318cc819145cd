import { api, type Call, type Mount, operationsOf, type Resource, resources } from '@packhouse/contract'
import type { Verb } from './ask.ts'
import { covering, featuresOf } from './features.ts'
import { hasOwnHandler } from './own-handlers.ts'

/** A resource at one of its addresses. */
export interface Place {
  /** The path with its placeholders; names the place in reports. */
  path: string
  resource: Resource
  mount: Mount
  calls: Partial<Record<Verb, Call>>
}

/** Every resource at every address. */
export const places: readonly Place[] = resources.flatMap((resource) =>
  resource.mounts.map((mount) => ({
    path: mount.path,
    resource,
    mount,
    calls: Object.fromEntries(
      Object.values(operationsOf(resource))
        .filter((operation) => operation.mount === mount)
        .map(({ verb, call }) => [verb, call]),
    ),
  })),
)

/** Every resource at its main address. */
export const mainPlaces: readonly Place[] = places.filter(({ mount, resource }) => mount === resource.mounts[0])

/**
 * Resources that together have every feature that any has. What the engine does alike for all is shown by these; what depends on the table of each is shown of
 * each, and what follows from a declaration is shown of the declaration (`declarations.test.ts`, `http-server.test.ts`).
 */
export const exemplaryPlaces: readonly Place[] = covering(mainPlaces, ({ resource }) => featuresOf(resource))

/** Every call that follows from a declaration, with what tells it from others to the server: its verb, its place, and how it is asked and answered. */
const derivedCalls = resources.flatMap((resource) =>
  Object.entries(operationsOf(resource)).map(([name, { call, verb, mount }]) => {
    const { method, accepts, answer, stepUp, tagged, ifMatch, query, body } = call
    const shape = [method, accepts, answer, stepUp, tagged, ifMatch, query !== undefined, body !== undefined]
    return { name, call, kind: [verb, mount.parent === undefined, ...shape].join(), isOwn: hasOwnHandler(name) }
  }),
)

/** The calls that are asked over HTTP one by one: the special ones, those of resources that an area handles itself, and one of each kind of the others. */
export const askedCalls: Readonly<Record<string, Call>> = {
  ...api,
  ...Object.fromEntries(
    [...derivedCalls.filter(({ isOwn }) => isOwn), ...covering(derivedCalls, ({ kind }) => [kind])].map(
      ({ name, call }) => [name, call],
    ),
  ),
}

/** Every resource at an address below a parent. */
export const parentPlaces: readonly Place[] = places.filter(({ mount }) => mount.parent !== undefined)

/** The declared resource that a field refers to; undefined if it is not valid of the declared ones. */
export function resourceNamed(name: string | undefined): Resource | undefined {
  return resources.find((resource) => resource.name === name)
}

import { type Call, type Mount, operationsOf, type Resource, resources } from '@packhouse/contract'
import type { Verb } from './ask.ts'

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
 * Resources that together have every trait and every kind of field that there is. What the engine does alike for all is shown by these; what depends on the
 * declaration and the table of each is shown of each.
 */
export const exemplaryPlaces: readonly Place[] = exemplary(mainPlaces)

function exemplary(all: readonly Place[]): Place[] {
  const shown = new Set<string>()
  return all.filter(({ resource }) => {
    const fresh = peculiarities(resource).filter((one) => !shown.has(one))
    for (const one of fresh) shown.add(one)
    return fresh.length > 0
  })
}

/** What a resource has that others may not have. */
function peculiarities({ fields, traits }: Resource): string[] {
  const flags = ['required', 'frozen', 'once', 'secret', 'confidential', 'search', 'personal'] as const
  const kinds = Object.values(fields).flatMap((entry) => [
    entry.kind,
    ...flags.filter((flag) => entry[flag] === true).map((flag) => `${entry.kind} ${flag}`),
  ])
  return [...Object.keys(traits), ...kinds]
}

/** Every resource at an address below a parent. */
export const parentPlaces: readonly Place[] = places.filter(({ mount }) => mount.parent !== undefined)

/** The declared resource that a field refers to; undefined if it is not valid of the declared ones. */
export function resourceNamed(name: string | undefined): Resource | undefined {
  return resources.find((resource) => resource.name === name)
}

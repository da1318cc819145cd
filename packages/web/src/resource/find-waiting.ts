import { mainPaths } from '@packhouse/contract'
import { callApi } from '../lib/api-client.ts'
import type { WaitingFound } from './feature.ts'
import type { MountedCalls } from './registry.ts'

/** So many are named. */
const NAMED = 3

interface Wanted {
  /** The name of the resource. */
  resource: string
  filter: Readonly<Record<string, string>>
  nameOf?: ((row: Readonly<Record<string, unknown>>) => string) | undefined
}

/**
 * How many rows of a resource fit a filter, as its list says, and what the first of them are called. This is beside the first cards: it knows
 * addresses alone, since declarations are more script than everything before the first card.
 */
export async function findWaiting({ resource, filter, nameOf }: Wanted, signal: AbortSignal): Promise<WaitingFound> {
  const path = mainPaths[resource]
  if (path === undefined) throw new TypeError(`No resource is declared as ${resource}`)
  const list = { method: 'GET', path, access: `${resource}.read` } as MountedCalls['list']
  const { total, items } = await callApi(list, { query: { ...filter, pageSize: String(NAMED) } }, { signal })
  return { total, first: items.map((row) => ({ id: row.id, name: nameOf?.(row) ?? String(row.name) })) }
}

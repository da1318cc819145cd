import { mainPaths } from '@packhouse/contract'
import { callApi } from '../lib/api-client.ts'
import { ApiError } from '../lib/api-error.ts'
import type { BelongsTo, WaitingFound } from './feature.ts'
import type { MountedCalls } from './registry.ts'

/** So many are named. */
const NAMED = 3

interface Wanted {
  /** The name of the resource. */
  resource: string
  filter: Readonly<Record<string, string>>
  nameOf?: ((row: Readonly<Record<string, unknown>>) => string) | undefined
  of?: BelongsTo | undefined
}

/**
 * How many rows of a resource fit a filter, as its list says, and what the first of them are called. This is beside the first cards: it knows
 * addresses alone, since declarations are more script than everything before the first card.
 */
export async function findWaiting(wanted: Wanted, signal: AbortSignal): Promise<WaitingFound> {
  const { resource, filter, nameOf, of } = wanted
  const { total, items } = await listOf(resource, { ...filter, pageSize: String(NAMED) }, signal)
  const owners = of === undefined ? new Map<unknown, string>() : await ownersOf(items, of, signal)
  return {
    total,
    first: items.map((row) => {
      const owner = of === undefined ? undefined : owners.get(row[of.field])
      return { id: row.id, name: [owner, nameOf?.(row) ?? String(row.name)].filter(Boolean).join(' · ') }
    }),
  }
}

async function listOf(resource: string, query: Readonly<Record<string, string>>, signal: AbortSignal) {
  const path = mainPaths[resource]
  if (path === undefined) throw new TypeError(`No resource is declared as ${resource}`)
  const list = { method: 'GET', path, access: `${resource}.read` } as MountedCalls['list']
  return await callApi(list, { query }, { signal })
}

/** What the rows are of, by its id; nothing for those who may not read it. */
async function ownersOf(
  rows: readonly Readonly<Record<string, unknown>>[],
  { field, resource, label }: BelongsTo,
  signal: AbortSignal,
): Promise<ReadonlyMap<unknown, string>> {
  const ids = [...new Set(rows.map((row) => row[field]).filter((id) => typeof id === 'string'))]
  if (ids.length === 0) return new Map()
  try {
    const { items } = await listOf(resource, { id: ids.join(',') }, signal)
    return new Map(items.map((row) => [row.id, String(row[label])]))
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return new Map()
    throw error
  }
}

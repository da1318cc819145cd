import { mainPaths } from '@packhouse/contract'
import { callApi } from '../lib/api-client.ts'
import type { MountedCalls } from './registry.ts'

/**
 * How many rows of a resource fit a filter, as its list says. Counts are beside the first cards: they know addresses alone, since declarations
 * are more script than everything before the first card.
 * @param name the name of the resource
 */
export async function countRows(
  name: string,
  filter: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number> {
  const path = mainPaths[name]
  if (path === undefined) throw new TypeError(`No resource is declared as ${name}`)
  const list = { method: 'GET', path, access: `${name}.read` } as MountedCalls['list']
  return (await callApi(list, { query: { ...filter, pageSize: '1' } }, { signal })).total
}

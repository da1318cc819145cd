import { callApi } from '../lib/api-client.ts'
import { callsAt, declared } from './registry.ts'

/** How many rows of a resource fit a filter, as its list says. @param name the name of the resource */
export async function countRows(
  name: string,
  filter: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<number> {
  const query = { ...filter, pageSize: '1' }
  return (await callApi(callsAt(declared(name)).list, { query }, { signal })).total
}

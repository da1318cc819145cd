import { api, type CallResult } from '@packhouse/contract'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../../lib/api-client.ts'
import { publicSettingsQuery } from '../../../lib/public-settings.ts'
import { queryClient } from '../../../lib/query-client.ts'

export type Settings = CallResult<typeof api.listSettings>

/** Others may change settings while they are looked at. */
const REFRESH_MS = 15_000

export const settingsQuery = queryOptions({
  queryKey: ['settings', 'list'],
  queryFn: ({ signal }) => callApi(api.listSettings, {}, { signal }),
  refetchInterval: REFRESH_MS,
})

/** Reads the settings and their history again, and shows at once what everybody sees of them. */
export async function renewSettings(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['settings'] }),
    queryClient.invalidateQueries({ queryKey: publicSettingsQuery.queryKey }),
  ])
}

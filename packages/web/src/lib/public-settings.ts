import { api, type PublicSettings } from '@packhouse/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from './api-client.ts'

export const publicSettingsQuery = queryOptions({
  queryKey: ['public-settings'],
  queryFn: ({ signal }) => callApi(api.publicSettings, {}, { signal }),
  staleTime: 5 * 60_000,
})

/** What the top bar shows until the settings are there; it must not wait for them. */
const beforehand: Pick<PublicSettings, 'productTitle' | 'docsUrl' | 'cmmsUrl'> = {
  productTitle: 'Packhouse',
  docsUrl: '/docs',
  cmmsUrl: null,
}

/** Title and links of the product. */
export function useProduct(): typeof beforehand {
  return useQuery(publicSettingsQuery).data ?? beforehand
}

import { api, type PublicSettings } from '@packhouse/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { callApi } from './api-client.ts'
import { adoptTemperatureUnit } from './format/temperature-unit.ts'
import { askOrKept } from './offline/kept-answers.ts'
import { showColours } from './product-colours.ts'
import { currentTheme } from './theme.ts'

export const publicSettingsQuery = queryOptions({
  queryKey: ['public-settings'],
  queryFn: async ({ signal }) => {
    const settings = await askOrKept('public-settings', () => callApi(api.publicSettings, {}, { signal }))
    showColours(currentTheme(), settings.colours)
    adoptTemperatureUnit({ installation: settings.temperature })
    return settings
  },
  staleTime: 5 * 60_000,
  networkMode: 'always',
})

/** What the top bar shows until the settings are there; it must not wait for them. */
const beforehand: Pick<PublicSettings, 'productTitle' | 'docsUrl' | 'cmmsUrl' | 'logo'> = {
  productTitle: 'Packhouse',
  docsUrl: '/docs',
  cmmsUrl: null,
  logo: null,
}

/** Title and links of the product. */
export function useProduct(): typeof beforehand {
  return useQuery(publicSettingsQuery).data ?? beforehand
}

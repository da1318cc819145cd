import type { Feature, Screen } from '../../resource/feature.ts'

/** The data that everything else refers to, and whatever has no screen of its own. */
export const reference: Feature = {
  sections: [
    {
      to: '/reference',
      label: 'Reference data',
      area: 'System',
      about: 'Countries, industries, currencies',
      takes: 'rest',
      screens: [
        list('location-types', 'Location types', 'locationType'),
        list('industries', 'Industries', 'industry'),
        list('countries', 'Countries', 'country'),
        list('currencies', 'Currencies', 'currency'),
        list('exchange-rates', 'Exchange rates', 'exchangeRate'),
      ],
    },
  ],
}

function list(path: string, label: string, resource: string): Screen {
  return {
    path,
    label,
    resource,
    view: async () => (await import('./reference-views.ts')).referenceViews[resource] ?? {},
  }
}

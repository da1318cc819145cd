import { t } from '@packhouse/messages'
import type { Feature, Screen } from '../../resource/feature.ts'

/** The data that everything else refers to, and whatever has no screen of its own. */
export const reference: Feature = {
  sections: [
    {
      to: '/reference',
      label: t('reference.referenceData'),
      area: 'system',
      group: 'setup',
      about: t('reference.countriesIndustriesCurrencies'),
      takes: 'rest',
      screens: [
        list('location-types', t('reference.locationTypes'), 'locationType'),
        list('industries', t('reference.industries'), 'industry'),
        list('countries', t('reference.countries'), 'country'),
        list('currencies', t('reference.currencies'), 'currency'),
        list('exchange-rates', t('reference.exchangeRates'), 'exchangeRate'),
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

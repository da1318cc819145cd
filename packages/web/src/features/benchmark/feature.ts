import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

/** What a customer's machines do beside those of others. */
export const benchmark: Feature = {
  sections: [
    {
      to: '/benchmark',
      label: t('benchmark.benchmark'),
      area: 'machines',
      about: t('benchmark.about'),
      forCustomers: t('benchmark.benchmark'),
      isOfCustomers: true,
      permission: 'customer.access',
      screens: [
        {
          path: '',
          label: t('benchmark.benchmark'),
          permission: 'customer.access',
          load: async () => (await import('./benchmark-page.tsx')).BenchmarkPage,
          hasFrame: true,
        },
      ],
    },
  ],
}

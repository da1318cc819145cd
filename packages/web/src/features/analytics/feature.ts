import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

/** What people use. */
export const analytics: Feature = {
  sections: [
    {
      to: '/system/analytics',
      label: t('analytics.analytics'),
      area: 'system',
      group: 'activity',
      about: t('analytics.whoUsesWhat'),
      permission: 'analytics.read',
      screens: [
        {
          path: '',
          label: t('analytics.analytics'),
          load: async () => (await import('./analytics-page.tsx')).AnalyticsPage,
        },
      ],
    },
  ],
}

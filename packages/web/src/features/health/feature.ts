import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

/** How the installation is. */
export const health: Feature = {
  sections: [
    {
      to: '/system/health',
      label: t('health.health'),
      area: 'system',
      about: t('health.howTheInstallationIs'),
      permission: 'operation.read',
      screens: [
        {
          path: '',
          label: t('health.health'),
          load: async () => (await import('./health-page.tsx')).HealthPage,
          hasFrame: true,
        },
      ],
    },
  ],
  waiting: [
    {
      label: t('health.alerts'),
      about: t('health.whatTheInstallationNeeds'),
      permission: 'operation.read',
      list: '/system/health',
      filter: {},
      load: async () => (await import('./count-alerts.ts')).countAlerts,
    },
  ],
}

import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

/** How the installation is. */
export const health: Feature = {
  sections: [
    {
      to: '/system/health',
      label: t('health.health'),
      area: 'system',
      group: 'operation',
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
      act: t('home.look'),
      isUrgent: true,
      about: t('health.whatTheInstallationNeeds'),
      permission: 'operation.read',
      list: '/system/health',
      filter: {},
      load: async () => (await import('./find-alerts.ts')).findAlerts,
    },
  ],
}

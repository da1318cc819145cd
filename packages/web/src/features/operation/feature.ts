import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

/** How the installation runs. */
export const operation: Feature = {
  joins: {
    '/people': [
      {
        path: 'jobs',
        label: t('operation.jobs'),
        permission: 'operation.read',
        load: async () => (await import('./jobs-page.tsx')).JobsPage,
      },
    ],
  },
}

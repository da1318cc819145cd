import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

/** How the installation runs. */
export const operation: Feature = {
  sections: [
    {
      to: '/system/jobs',
      label: t('operation.jobs'),
      area: 'system',
      group: 'operation',
      about: t('operation.workInTheBackgroundAndWhat'),
      permission: 'operation.read',
      screens: [{ path: '', label: t('operation.jobs'), load: async () => (await import('./jobs-page.tsx')).JobsPage }],
    },
  ],
  waiting: [
    {
      label: t('operation.failedJobs'),
      act: t('home.retry'),
      isUrgent: true,
      about: t('operation.triedTooOftenAndGivenUp'),
      permission: 'operation.read',
      list: '/system/jobs',
      filter: { state: 'dead' },
      load: async () => (await import('./find-jobs.ts')).findJobs,
    },
  ],
  moved: { '/people/jobs': '/system/jobs' },
}

import type { Feature } from '../../resource/feature.ts'

/** How the installation runs. */
export const operation: Feature = {
  sections: [
    {
      to: '/system/jobs',
      label: 'Jobs',
      area: 'System',
      about: 'Work in the background and what failed',
      permission: 'operation.read',
      screens: [{ path: '', label: 'Jobs', load: async () => (await import('./jobs-page.tsx')).JobsPage }],
    },
  ],
  waiting: [
    {
      label: 'Failed jobs',
      about: 'Tried too often, and given up',
      permission: 'operation.read',
      list: '/system/jobs',
      filter: { state: 'dead' },
      load: async () => (await import('./count-jobs.ts')).countJobs,
    },
  ],
  moved: { '/people/jobs': '/system/jobs' },
}

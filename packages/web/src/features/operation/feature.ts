import type { Feature } from '../../resource/feature.ts'

/** How the installation runs. */
export const operation: Feature = {
  joins: {
    '/people': [
      {
        path: 'jobs',
        label: 'Jobs',
        permission: 'operation.read',
        load: async () => (await import('./jobs-page.tsx')).JobsPage,
      },
    ],
  },
}

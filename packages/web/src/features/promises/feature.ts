import { t } from '@packhouse/messages'
import type { Feature, Screen } from '../../resource/feature.ts'

export const promises: Feature = {
  pages: [
    {
      path: 'machines/$id/promises',
      resource: 'machine',
      by: 'machineID',
      label: t('promises.promiseAndActual'),
      load: async () => (await import('./promises-page.tsx')).PromisesPage,
    },
    {
      path: 'ordered-machines/$id/acceptance-tests',
      resource: 'orderedMachine',
      label: t('promises.factoryTest'),
      load: async () => (await import('./order-tests-page.tsx')).OrderTestsPage,
    },
  ],
  joins: {
    '/service': [
      {
        path: 'missed-promises',
        label: t('promises.missedPromises'),
        permission: 'promise.read',
        load: async () => (await import('./missed-page.tsx')).MissedPage,
      },
      list('promises', t('promises.promises'), 'promise'),
      list('acceptance-tests', t('promises.acceptanceTests'), 'acceptanceTest'),
    ],
  },
  related: { machine: async () => (await import('./promise-views.ts')).promiseRelated },
  outbox: {
    acceptanceTest: async () => (await import('./acceptance-outbox.ts')).acceptanceOutbox,
    factoryTest: async () => (await import('./acceptance-outbox.ts')).factoryOutbox,
  },
  embedded: {
    acceptanceResult: ({ acceptanceTestId }) => `/service/acceptance-tests?open=${acceptanceTestId}`,
  },
}

function list(path: string, label: string, resource: string): Screen {
  return { path, label, resource, view: async () => (await import('./promise-views.ts')).promiseViews[resource] ?? {} }
}

import { t } from '@packhouse/messages'
import type { Feature, Screen } from '../../resource/feature.ts'

export const lines: Feature = {
  sections: [
    {
      to: '/lines',
      label: t('lines.lines'),
      area: 'machines',
      about: t('lines.about'),
      forCustomers: t('lines.lines'),
      permission: 'customer.access',
      hasSomething: async () => (await import('./has-lines.ts')).hasLines,
      screens: [
        {
          path: '',
          label: t('lines.lines'),
          permission: 'customer.access',
          load: async () => (await import('./lines-page.tsx')).LinesPage,
          hasFrame: true,
        },
      ],
    },
  ],
  embedded: { lineMachine: ({ lineId }) => `/service/production-lines?open=${lineId}` },
  joins: {
    '/service': [list('production-lines', t('lines.productionLines'), 'productionLine')],
  },
}

function list(path: string, label: string, resource: string): Screen {
  return { path, label, resource, view: async () => (await import('./line-views.ts')).lineViews[resource] ?? {} }
}

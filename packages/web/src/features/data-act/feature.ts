import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

/** Who reads data of a customer's machines: its people decide in one place of the bar, staff see it beside the customer. */
export const dataAct: Feature = {
  sections: [
    {
      to: '/data',
      label: t('dataAct.data'),
      area: 'machines',
      about: t('dataAct.dataAbout'),
      forCustomers: t('dataAct.data'),
      isOfCustomers: true,
      hasTabs: true,
      screens: [
        {
          path: 'partners',
          label: t('dataAct.partners'),
          permission: 'partnerAccess.read',
          load: async () => (await import('./partners-page.tsx')).PartnersPage,
          hasFrame: true,
        },
      ],
    },
  ],
  moved: { '/partners': '/data/partners' },
  pages: [
    {
      path: 'machines/$id/data-sheet',
      resource: 'machine',
      by: 'machineID',
      label: t('dataSheet.dataSheet'),
      load: async () => (await import('./data-sheet-page.tsx')).DataSheetPage,
    },
  ],
  related: { customer: async () => (await import('./agreement-view.ts')).agreementRelated },
  embedded: { dataUseAgreement: ({ customerId }) => `/customers/${customerId}?tab=data-use` },
  panels: {
    customer: async () => [
      {
        name: 'partners',
        permission: 'partnerAccess.read',
        Panel: (await import('./customer-partners-panel.tsx')).CustomerPartnersPanel,
      },
    ],
  },
}

import { t } from '@packhouse/messages'
import type { Feature } from '../../resource/feature.ts'

export const customers: Feature = {
  sections: [
    {
      to: '/customers',
      label: t('customers.customers'),
      area: 'customers',
      about: t('customers.contactsLocationsMachinesLicences'),
      permission: 'customer.read',
      counts: 'customer',
      screens: [
        {
          path: '',
          label: t('customers.customers'),
          resource: 'customer',
          view: async () => (await import('./customer-view.tsx')).customerView,
        },
      ],
    },
    {
      to: '/suppliers',
      label: t('customers.suppliers'),
      area: 'customers',
      about: t('customers.boughtInPartsAndLeadTimes'),
      permission: 'supplier.read',
      counts: 'supplier',
      screens: [
        {
          path: '',
          label: t('customers.suppliers'),
          resource: 'supplier',
          view: async () => (await import('./supplier-view.tsx')).supplierView,
        },
      ],
    },
    {
      to: '/licences',
      label: t('customers.licences'),
      area: 'customers',
      about: t('customers.whatCustomersMayUseAndUntil'),
      counts: 'licence',
      screens: [
        {
          path: '',
          label: t('customers.licences'),
          resource: 'licence',
          view: async () => (await import('./licence-view.ts')).licenceView,
        },
      ],
    },
  ],
  pages: [
    {
      path: 'customers/$id',
      resource: 'customer',
      load: async () => (await import('./company-page.tsx')).CustomerPage,
    },
    {
      path: 'suppliers/$id',
      resource: 'supplier',
      load: async () => (await import('./company-page.tsx')).SupplierPage,
    },
  ],
  waiting: [
    {
      label: t('customers.licencesThatEnd'),
      act: t('home.renew'),
      about: t('customers.within30Days'),
      permission: 'licence.read',
      list: '/licences',
      filter: { endsSoon: 'true' },
      resource: 'licence',
      of: { field: 'customerId', resource: 'customer', label: 'name' },
      opens: 'open',
    },
  ],
  moved: { '/reference/licences': '/licences' },
  embedded: {
    contact: (parents) => `${companyAddress(parents)}?tab=contacts`,
    location: (parents) => `${companyAddress(parents)}?tab=locations`,
    licence: (parents) => `${companyAddress(parents)}?tab=licences`,
  },
}

function companyAddress({ customerId, supplierId }: Readonly<Record<string, string>>): string {
  return customerId === undefined ? `/suppliers/${supplierId}` : `/customers/${customerId}`
}

import type { Feature } from '../../resource/feature.ts'

export const customers: Feature = {
  sections: [
    {
      to: '/customers',
      label: 'Customers',
      area: 'Customers',
      about: 'Contacts, locations, machines, licences',
      permission: 'customer.read',
      screens: [
        {
          path: '',
          label: 'Customers',
          resource: 'customer',
          view: async () => (await import('./customer-view.tsx')).customerView,
        },
      ],
    },
    {
      to: '/suppliers',
      label: 'Suppliers',
      area: 'Customers',
      about: 'Bought-in parts and lead times',
      permission: 'supplier.read',
      screens: [
        {
          path: '',
          label: 'Suppliers',
          resource: 'supplier',
          view: async () => (await import('./supplier-view.tsx')).supplierView,
        },
      ],
    },
    {
      to: '/licences',
      label: 'Licences',
      area: 'Customers',
      about: 'What customers may use, and until when',
      screens: [
        {
          path: '',
          label: 'Licences',
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
      label: 'Licences that end',
      about: 'Within 30 days',
      permission: 'licence.read',
      list: '/licences',
      filter: { endsSoon: 'true' },
      resource: 'licence',
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

import type { ResourceView } from '../../resource/view.ts'
import { companySections, companyView } from './company-view.ts'
import { contactView } from './contact-view.ts'
import { customerLicenceView } from './licence-view.ts'
import { LocationMap } from './location-map.tsx'
import { locationView } from './location-view.ts'
import { machinesOfCustomer } from './machines-of-customer.tsx'

const { identity, terms, registration, notes } = companySections

const locations = '/v1/customers/{parentId}/locations'

export const customerView = {
  ...companyView,
  columns: ['industryId', 'status', 'locationCount', 'machineCount', 'ownerId', 'updatedAt'],
  sections: [identity, terms, registration, notes],
  page: ({ id }) => `/customers/${id}`,
  related: [
    {
      tab: 'contacts',
      resource: 'contact',
      path: '/v1/customers/{parentId}/contacts',
      view: contactView,
      workedOnHere: true,
    },
    {
      tab: 'locations',
      resource: 'location',
      path: locations,
      view: locationView,
      workedOnHere: true,
      above: (parentId, opened) => <LocationMap path={locations} parentId={parentId} opened={opened} />,
    },
    { tab: 'machines', resource: 'machine', path: '/v1/customers/{parentId}/machines', view: machinesOfCustomer },
    { tab: 'licences', resource: 'licence', path: '/v1/licences', by: 'customerId', view: customerLicenceView },
  ],
} satisfies ResourceView

import type { ResourceLook } from '../../resource/look.ts'
import { companyLook, companySections } from './company-look.ts'
import { contactLook } from './contact-look.ts'
import { customerLicenceLook } from './licence-look.ts'
import { locationLook } from './location-look.ts'
import { LocationMap } from './location-map.tsx'
import { machineLook } from './machine-look.tsx'

const { identity, terms, registration, notes } = companySections

const locations = '/v1/customers/{parentId}/locations'

export const customerLook: ResourceLook = {
  ...companyLook,
  columns: ['industryId', 'status', 'locationCount', 'machineCount', 'ownerId', 'updatedAt'],
  sections: [identity, terms, registration, notes],
  page: ({ id }) => `/customers/${id}`,
  related: [
    { tab: 'contacts', resource: 'contact', path: '/v1/customers/{parentId}/contacts', look: contactLook },
    {
      tab: 'locations',
      resource: 'location',
      path: locations,
      look: locationLook,
      above: (parentId) => <LocationMap path={locations} parentId={parentId} />,
    },
    { tab: 'machines', resource: 'machine', path: '/v1/customers/{parentId}/machines', look: machineLook },
    { tab: 'licences', resource: 'licence', path: '/v1/licences', by: 'customerId', look: customerLicenceLook },
  ],
}

import type { ResourceLook } from '../../resource/look.ts'
import { companyLook, companySections } from './company-look.ts'
import { contactLook } from './contact-look.ts'
import { locationLook } from './location-look.ts'
import { LocationMap } from './location-map.tsx'

const { identity, registration, notes } = companySections

const locations = '/v1/suppliers/{parentId}/locations'

export const supplierLook: ResourceLook = {
  ...companyLook,
  columns: ['industryId', 'status', 'rating', 'preferred', 'leadDays', 'incoterm', 'updatedAt'],
  sections: [
    identity,
    { title: 'Supply', fields: ['leadDays', 'incoterm', 'rating', 'preferred', 'minOrder'] },
    { title: 'Terms', fields: ['currency', 'creditLimit', 'paymentTerms'] },
    registration,
    notes,
  ],
  page: ({ id }) => `/suppliers/${id}`,
  related: [
    { tab: 'contacts', resource: 'contact', path: '/v1/suppliers/{parentId}/contacts', look: contactLook },
    {
      tab: 'locations',
      resource: 'location',
      path: locations,
      look: locationLook,
      above: (parentId) => <LocationMap path={locations} parentId={parentId} />,
    },
  ],
}

import type { ResourceLook } from '../../resource/look.ts'
import { companyLook, companySections } from './company-look.ts'
import { contactLook } from './contact-look.ts'
import { licenceLook } from './licence-look.ts'
import { locationLook } from './location-look.ts'

const { identity, terms, registration, notes } = companySections

export const customerLook: ResourceLook = {
  ...companyLook,
  columns: ['industryId', 'status', 'currency', 'ownerId', 'updatedAt'],
  sections: [identity, terms, registration, notes],
  page: (id) => `/customers/${id}`,
  related: [
    { tab: 'contacts', resource: 'contact', path: '/v1/customers/{parentId}/contacts', look: contactLook },
    { tab: 'locations', resource: 'location', path: '/v1/customers/{parentId}/locations', look: locationLook },
  ],
}

export const customerLicenceLook: ResourceLook = {
  ...licenceLook,
  columns: ['product', 'seats', 'status', 'expiresAt'],
}

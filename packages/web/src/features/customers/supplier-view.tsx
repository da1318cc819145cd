import { t } from '@packhouse/messages'
import type { ResourceView } from '../../resource/view.ts'
import { companySections, companyView } from './company-view.ts'
import { contactView } from './contact-view.ts'
import { LocationMap } from './location-map.tsx'
import { locationView } from './location-view.ts'

const { identity, registration, notes } = companySections

const locations = '/v1/suppliers/{parentId}/locations'

export const supplierView = {
  ...companyView,
  columns: ['industryId', 'status', 'rating', 'preferred', 'leadDays', 'incoterm', 'updatedAt'],
  sections: [
    identity,
    { title: t('customers.supply'), fields: ['leadDays', 'incoterm', 'rating', 'preferred', 'minOrder'] },
    { title: t('customers.terms'), fields: ['currency', 'creditLimit', 'paymentTerms'] },
    registration,
    notes,
  ],
  page: ({ id }) => `/suppliers/${id}`,
  related: [
    {
      tab: 'contacts',
      resource: 'contact',
      path: '/v1/suppliers/{parentId}/contacts',
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
  ],
} satisfies ResourceView

import type { ResourceView } from '../../../resource/view.ts'

/** For so long a new project is proposed to be valid. */
const VALID_DAYS = 30
const DAY_MS = 86_400_000

/** Projects as their table shows them, and how one begins: for whom and with which title; the rest follows on its page. */
export const projectListView: ResourceView = {
  columns: ['customerId', 'status', 'ownerId', 'total', 'winProbability', 'validUntil'],
  // A role in a project discloses its costs.
  costsByRow: true,
  unitFrom: { total: 'currency' },
  page: ({ id }) => `/estimator/projects/${id}`,
  summary: ['customerId', 'title', 'currency', 'validUntil'],
  within: {
    locationId: { field: 'customerId', path: '/v1/customers/{parentId}/locations' },
    contactId: { field: 'customerId', path: '/v1/customers/{parentId}/contacts' },
  },
  proposed: ({ user }) => ({
    ownerId: user.id,
    validUntil: new Date(Date.now() + VALID_DAYS * DAY_MS).toISOString().slice(0, 10),
  }),
}

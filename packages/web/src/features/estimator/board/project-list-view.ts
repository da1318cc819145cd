import type { ResourceView } from '../../../resource/view.ts'

/** Projects as their table shows them. */
export const projectListView: ResourceView = {
  columns: ['customerId', 'status', 'ownerId', 'total', 'winProbability', 'validUntil'],
  unitFrom: { total: 'currency' },
}

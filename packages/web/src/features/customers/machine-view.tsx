import type { ResourceView } from '../../resource/view.ts'
import { LiveState } from './live-state.tsx'

/** The machines of a customer with what is heard of them now. */
export const machineView: ResourceView = {
  columns: ['state', 'location', 'serial', 'lastService', 'nextDue'],
  extraColumns: [
    { name: 'state', label: 'State', render: ({ machineID }) => <LiveState machineID={String(machineID)} /> },
  ],
  sections: [
    { fields: ['machineID', 'description', 'locationId', 'location', 'serial', 'configurationId'] },
    { title: 'Operation', fields: ['staleAfterSeconds', 'designSpeed', 'tagMapId'] },
    { title: 'Service', fields: ['commissionedAt', 'warrantyEnd', 'lastService', 'nextDue'] },
  ],
  page: ({ machineID }) => `/machines/${encodeURIComponent(String(machineID))}`,
  within: { locationId: { field: 'customerId', path: '/v1/customers/{parentId}/locations' } },
  removal: { act: 'Retire', done: 'retired' },
}

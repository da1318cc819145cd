import { t } from '@packhouse/messages'
import type { ResourceView } from '../../resource/view.ts'

/** What every list and form of declared machines has in common. */
export const machineView = {
  sections: [
    { fields: ['machineID', 'description', 'customerId', 'locationId', 'location'] },
    {
      title: t('machine.machine'),
      fields: ['configurationId', 'serial', 'designSpeed', 'staleAfterSeconds', 'minorStopSeconds', 'tagMapId'],
    },
    { title: t('machine.service'), fields: ['commissionedAt', 'warrantyEnd', 'lastService', 'nextDue'] },
  ],
  within: { locationId: { field: 'customerId', path: '/v1/customers/{parentId}/locations' } },
  removal: { kind: 'retire' },
} satisfies ResourceView

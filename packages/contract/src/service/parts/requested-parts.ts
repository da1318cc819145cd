import { field } from '../../engine/field.ts'
import { defineResource } from '../../engine/resource.ts'
import { neededQuantity, part } from './part-fields.ts'

/** A line of a service request that asks for spare parts. */
export const requestedParts = defineResource({
  name: 'requestedPart',
  table: 'requested_part',
  area: 'Service',
  noun: ['requested part', 'requested parts'],
  fields: {
    requestId: field.reference('serviceRequest', { label: 'Request', required: true, frozen: true, filter: true }),
    itemId: part(),
    quantity: neededQuantity(),
  },
  mounts: [{ path: '/v1/requested-parts' }, { path: '/v1/service-requests/{parentId}/parts', parent: 'requestId' }],
  label: 'quantity',
  defaultSort: 'createdAt',
  rules: {
    requested_part_once: {
      code: 'duplicate',
      fields: ['itemId'],
      key: ['itemId', 'requestId'],
      message: 'is in the request already',
    },
  },
})

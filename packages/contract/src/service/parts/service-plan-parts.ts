import { field } from '../../engine/field.ts'
import { defineResource } from '../../engine/resource.ts'
import { neededQuantity, part } from './part-fields.ts'

/** Most parts of one plan: as many as one request may ask for. */
export const MAX_PLAN_PARTS = 100

/** What a service of a plan needs. */
export const servicePlanParts = defineResource({
  name: 'servicePlanPart',
  table: 'service_plan_part',
  area: 'Service',
  noun: ['part of a service plan', 'parts of service plans'],
  fields: {
    planId: field.reference('servicePlan', { label: 'Plan', required: true, frozen: true, filter: true }),
    itemId: part(),
    quantity: neededQuantity(),
  },
  mounts: [{ path: '/v1/service-plan-parts' }, { path: '/v1/service-plans/{parentId}/parts', parent: 'planId' }],
  label: 'quantity',
  defaultSort: 'createdAt',
  rules: {
    service_plan_part_once: {
      code: 'duplicate',
      fields: ['itemId'],
      key: ['itemId', 'planId'],
      message: 'is in the plan already',
    },
    service_plan_part_most: {
      code: 'rule',
      fields: ['planId'],
      message: `has ${MAX_PLAN_PARTS} parts already; remove some first`,
    },
  },
})

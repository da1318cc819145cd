import { z } from 'zod'
import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { CLOCK_AHEAD_LIMIT_MS } from '../monitoring/constants.ts'
import { doneCheckSchema, MAX_CHECKS, MAX_USED_PARTS, usedPartSchema } from './visits/visit-work.ts'

/** What was done at machines. The newest of a plan says from when on it counts. */
export const serviceRecords = defineResource({
  name: 'serviceRecord',
  table: 'service_record',
  area: 'Service',
  noun: ['service record', 'service records'],
  fields: {
    machineId: field.reference('machine', { label: 'Machine', required: true, frozen: true, filter: true }),
    planId: field.reference('servicePlan', { label: 'Plan', filter: true }),
    doneAt: field.pastTime({ label: 'Done', required: true, sort: true, aheadMs: CLOCK_AHEAD_LIMIT_MS }),
    what: field.text({ label: 'What was done', required: true, max: 500, search: true }),
    doneById: field.reference('user', { label: 'Done by', filter: true }),
    doneBy: field.text({ label: 'Done by (no account)', help: 'Somebody who has no account here', search: true }),
    notes: field.multiline({ label: 'Notes' }),
    hours: field.number({ label: 'Hours', help: 'Working time', min: 0, max: 1_000 }),
    visitId: field.reference('serviceVisit', { label: 'Visit', readOnly: true, filter: true, example: null }),
    checks: field.objects(z.array(doneCheckSchema).max(MAX_CHECKS), { label: 'Checklist', readOnly: true }),
    parts: field.objects(z.array(usedPartSchema).max(MAX_USED_PARTS), { label: 'Parts used', readOnly: true }),
  },
  mounts: [{ path: '/v1/service-records' }, { path: '/v1/machines/{parentId}/service-records', parent: 'machineId' }],
  label: 'what',
  defaultSort: '-doneAt',
  rules: {
    service_record_plan_of_machine: {
      code: 'rule',
      fields: ['planId'],
      message: 'must be a plan of the machine',
    },
  },
  traits: { softDelete: true, files: true },
})

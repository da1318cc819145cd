import { z } from 'zod'
import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { checklistFault } from './visits/visit-work.ts'

export const serviceTriggers = ['calendar', 'runningHours', 'cycles'] as const
export type ServiceTrigger = (typeof serviceTriggers)[number]

export const serviceStatuses = ['ok', 'dueSoon', 'overdue', 'inactive'] as const
export type ServiceStatus = (typeof serviceStatuses)[number]

/** When a machine has to be served. What is left follows from its service records and from what it has run since. */
export const servicePlans = defineResource({
  name: 'servicePlan',
  table: 'service_plan',
  area: 'Service',
  noun: ['service plan', 'service plans'],
  fields: {
    machineId: field.reference('machine', { label: 'Machine', required: true, frozen: true, filter: true }),
    name: field.text({ label: 'Name', required: true, example: 'Sealing jaws', search: true, sort: true }),
    trigger: field.choice(serviceTriggers, {
      label: 'Due by',
      required: true,
      fallback: 'calendar',
      filter: true,
    }),
    interval: field.integer({
      label: 'Interval',
      help: 'Days, running hours or cycles, depending on “Due by”',
      required: true,
      min: 1,
      max: 2_000_000_000,
    }),
    leadDays: field.integer({
      label: 'Notice period',
      unit: 'days before',
      help: 'How long before the due date the plan shows as due soon',
      required: true,
      min: 0,
      max: 3_650,
      fallback: 14,
    }),
    checklist: field.multiline({
      label: 'Checklist',
      help: 'One point on each line; the engineer answers them at the visit',
      faultOf: checklistFault,
    }),
    active: field.boolean({ label: 'Active', fallback: true, filter: true }),
    lastDoneAt: field.time({ label: 'Last done', help: 'From the latest service record', readOnly: true, sort: true }),
    lastDoneHours: field.number({
      label: 'Running hours at last service',
      readOnly: true,
      derived: true,
      min: 0,
      max: 100_000_000,
    }),
    lastDoneCycles: field.number({
      label: 'Cycles at last service',
      readOnly: true,
      derived: true,
      min: 0,
      max: Number.MAX_SAFE_INTEGER,
    }),
    remaining: field.number({
      label: 'Left',
      help: 'Days, running hours or cycles until due; negative if overdue. Calculated hourly from whole minutes. Hours and cycles of a machine that is not shared are left out',
      readOnly: true,
      derived: true,
      min: -Number.MAX_SAFE_INTEGER,
      max: Number.MAX_SAFE_INTEGER,
    }),
    nextDue: field.date({
      label: 'Next due',
      help: 'A date in the time zone of the site. For running hours and cycles it is estimated from the last 14 days of operation, or since the first record; empty if the machine has not run. Staff see what follows from the time in which the machine was shared',
      readOnly: true,
      derived: true,
      sort: true,
    }),
    sharedNextDue: field.date({
      label: 'Due as shared',
      help: 'When service would be due if the machine went on as it ran while it was last shared; the same as Next due while it is shared',
      readOnly: true,
      derived: true,
    }),
    status: field.choice(serviceStatuses, {
      label: 'Status',
      required: true,
      readOnly: true,
      derived: true,
      filter: true,
    }),
  },
  mounts: [{ path: '/v1/service-plans' }, { path: '/v1/machines/{parentId}/service-plans', parent: 'machineId' }],
  label: 'name',
  defaultSort: 'nextDue,name',
  traits: {
    dropdown: true,
    softDelete: true,
    bulk: ['active'],
    filters: {
      customerId: {
        value: z.uuid('must be the id of a customer'),
        description: 'Plans of the machines of this customer',
        refersTo: 'customer',
      },
    },
  },
})

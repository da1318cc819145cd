import { field } from '../../engine/field.ts'
import { defineResource } from '../../engine/resource.ts'

export const visitKinds = ['installation', 'acceptance', 'service', 'repair'] as const
export type VisitKind = (typeof visitKinds)[number]

export const visitStatuses = ['planned', 'underWay', 'done', 'cancelled'] as const
export type VisitStatus = (typeof visitStatuses)[number]

/** Most things to do at one visit. */
export const MAX_VISIT_TASKS = 50
/** A visit that takes longer is planned as several. */
export const MAX_VISIT_DAYS = 31

/** One thing to do at a visit: a service plan, a request, or what is to be done at one machine of the site. */
export const visitTasks = defineResource({
  name: 'visitTask',
  table: 'visit_task',
  area: 'Service',
  noun: ['task of a visit', 'tasks of visits'],
  fields: {
    visitId: field.reference('serviceVisit', { label: 'Visit', required: true, frozen: true, filter: true }),
    machineId: field.reference('machine', { label: 'Machine', required: true, frozen: true, filter: true }),
    planId: field.reference('servicePlan', { label: 'Plan', frozen: true, filter: true, example: null }),
    requestId: field.reference('serviceRequest', { label: 'Request', frozen: true, filter: true, example: null }),
  },
  mounts: [{ path: '/v1/visit-tasks' }, { path: '/v1/service-visits/{parentId}/tasks', parent: 'visitId' }],
  label: 'machineId',
  defaultSort: 'createdAt',
  rules: {
    visit_task_once: {
      code: 'duplicate',
      fields: ['planId'],
      key: ['visitId', 'machineId', 'planId', 'requestId'],
      emptyIsValue: true,
      message: 'is part of the visit already',
    },
    visit_task_of_customer: {
      code: 'rule',
      fields: ['machineId'],
      message: 'must be a machine of the same customer as the others of the visit',
    },
    visit_task_plan_of_machine: { code: 'rule', fields: ['planId'], message: 'must be a plan of the machine' },
    visit_task_request_of_machine: { code: 'rule', fields: ['requestId'], message: 'must be a request of the machine' },
    visit_task_most: {
      code: 'rule',
      fields: ['visitId'],
      message: `has ${MAX_VISIT_TASKS} tasks already`,
    },
  },
})

/** An engineer at a machine, or at several of a site, from one time to another. */
export const serviceVisits = defineResource({
  name: 'serviceVisit',
  table: 'service_visit',
  area: 'Service',
  noun: ['service visit', 'service visits'],
  fields: {
    machineId: field.reference('machine', { label: 'Machine', required: true, frozen: true, filter: true }),
    subject: field.text({
      label: 'What for',
      required: true,
      search: true,
      sort: true,
      example: 'Half-yearly service',
    }),
    kind: field.choice(visitKinds, { label: 'Kind', required: true, fallback: 'service', filter: true }),
    engineerId: field.reference('user', { label: 'Engineer', filter: true }),
    startsAt: field.time({ label: 'Start', required: true, sort: true, example: '2026-12-03T08:00:00Z' }),
    endsAt: field.time({ label: 'End', required: true, sort: true, example: '2026-12-03T12:00:00Z' }),
    status: field.choice(visitStatuses, {
      label: 'Status',
      help: 'A visit is done once its form is completed',
      required: true,
      fallback: 'planned',
      filter: true,
    }),
    isOverdue: field.boolean({
      label: 'Overdue',
      help: 'Its day has passed, and it is neither completed nor cancelled',
      fallback: false,
      readOnly: true,
      derived: true,
      filter: true,
    }),
    note: field.multiline({ label: 'Note', help: 'For the engineer; customers do not see it', max: 4_000 }),
    completedAt: field.time({ label: 'Completed', readOnly: true, sort: true }),
    formId: field.text({
      label: 'Form',
      help: 'Tells the completed form from another one',
      readOnly: true,
      max: 36,
    }),
  },
  mounts: [{ path: '/v1/service-visits' }],
  label: 'subject',
  defaultSort: '-startsAt',
  rules: {
    service_visit_times: { code: 'rule', fields: ['endsAt'], message: 'must not be before the start' },
    service_visit_length: {
      code: 'rule',
      fields: ['endsAt'],
      message: `must be at most ${MAX_VISIT_DAYS} days after the start`,
    },
    service_visit_done_by_form: {
      code: 'rule',
      fields: ['status'],
      message: 'becomes Done when the form of the visit is completed, and stays Done then',
    },
    service_visit_engineer: { code: 'rule', fields: ['engineerId'], message: 'must be somebody of the staff' },
  },
  traits: {
    softDelete: true,
    files: true,
    children: { tasks: { resource: visitTasks, by: 'visitId', max: MAX_VISIT_TASKS } },
  },
})

import { t } from '@packhouse/messages'
import { type RawBuilder, sql } from 'kysely'
import { openSteps } from './plan-steps.ts'

/** What a message is about. */
export interface About {
  event: ServiceEventName
  /** Of the visit, the request, the ordered machine or the request for access. */
  id: string
  machineID: string
}

interface ServiceEvent {
  /** The table of what it is about (`v`), with its machine (`m`). */
  of: RawBuilder<unknown>
  /** The short title on a device. */
  title: () => string
  /** The page that has more. */
  path: (about: Pick<About, 'id' | 'machineID'>) => string
  /** Whether it still concerns the person (`u`) when a device gets it, by the row (`v`) and its machine (`m`). */
  isStillDue: RawBuilder<unknown>
}

const visitPath = ({ id }: Pick<About, 'id'>) => `/service/visits/${id}`
const machinePath = ({ machineID }: Pick<About, 'machineID'>) => `/machines/${encodeURIComponent(machineID)}`
const ofVisit = sql`service_visit v JOIN machine m ON m.id = v.machine_id`
const ofRequest = sql`service_request v JOIN machine m ON m.id = v.machine_id`
/** It is known by the number of its order, also before it is a machine. */
const ofOrder = sql`ordered_machine v CROSS JOIN LATERAL (SELECT v.number AS machine_id, v.description) m`
const ofAccess = sql`support_access v JOIN machine m ON m.id = v.machine_id`
const isOwnVisit = sql`v.engineer_id = u.id AND v.deleted_at IS NULL AND v.status IN ('planned', 'underWay')`
const isOfStaff = sql`u.customer_id IS NULL`
/** Whether somebody (`u`) reads the plans of ordered machines. */
export const seesOrders = sql`(${isOfStaff} AND EXISTS (SELECT FROM permission_source p WHERE p.user_id = u.id AND p.permission = 'orderedMachine.read'))`

/** What engineers, staff and customers are notified of. */
export const serviceEvents = {
  planned: {
    of: ofVisit,
    title: () => t('servicePush.planned'),
    path: visitPath,
    isStillDue: isOwnVisit,
  },
  moved: {
    of: ofVisit,
    title: () => t('servicePush.moved'),
    path: visitPath,
    isStillDue: isOwnVisit,
  },
  /** Cancelled, or somebody else's by now. */
  notYours: {
    of: ofVisit,
    title: () => t('servicePush.notYours'),
    path: () => '/service/calendar',
    isStillDue: isOfStaff,
  },
  ownReminder: {
    of: ofVisit,
    title: () => t('servicePush.reminder'),
    path: visitPath,
    isStillDue: sql`${isOwnVisit} AND v.starts_at > now()`,
  },
  /** To the person who asked for what the visit is for. */
  reminder: {
    of: ofVisit,
    title: () => t('servicePush.reminder'),
    path: machinePath,
    isStillDue: sql`u.customer_id = m.customer_id AND v.deleted_at IS NULL AND v.status = 'planned' AND v.starts_at > now()`,
  },
  asked: {
    of: ofRequest,
    title: () => t('servicePush.asked'),
    path: () => '/service/requests?status=open',
    isStillDue: sql`${isOfStaff} AND v.deleted_at IS NULL
      AND EXISTS (SELECT FROM permission_source p WHERE p.user_id = u.id AND p.permission = 'serviceRequest.update')`,
  },
  answered: {
    of: ofRequest,
    title: () => t('servicePush.answered'),
    path: machinePath,
    isStillDue: sql`u.customer_id = m.customer_id AND v.created_by = u.id AND v.deleted_at IS NULL`,
  },
  /** Staff ask for access to a machine that is not shared. */
  accessAsked: {
    of: ofAccess,
    title: () => t('servicePush.accessAsked'),
    path: () => '/data/sharing',
    isStillDue: sql`u.customer_id = v.customer_id AND v.status = 'asked'
      AND EXISTS (SELECT FROM permission_source p WHERE p.user_id = u.id AND p.permission = 'sharing.decide')`,
  },
  /** One for all late steps of a person, about the one that is late for longest. */
  lateSteps: {
    of: ofOrder,
    title: () => t('servicePush.lateSteps'),
    path: () => '/ordered-machines?isLate=true',
    isStillDue: sql`${seesOrders} AND v.deleted_at IS NULL AND EXISTS (
      SELECT FROM ${openSteps} open JOIN plan_step_reminder r ON (r.ordered_machine_id, r.step, r.planned_on) = (v.id, open.step, open.planned_on))`,
  },
} as const satisfies Record<string, ServiceEvent>

export type ServiceEventName = keyof typeof serviceEvents

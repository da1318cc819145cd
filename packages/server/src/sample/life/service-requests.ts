import type { RequestStatus, RequestUrgency } from '@packhouse/contract'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database.ts'
import { given } from '../given.ts'

interface SampleRequest {
  machine: string
  subject: string
  details: string
  urgency: RequestUrgency
  status: RequestStatus
  daysAgo: number
  /** The planned day, in days from today. */
  plannedIn?: number
  /** Whether an engineer comes for it on that day. */
  isVisited?: boolean
  answer?: string
}

const requests: readonly SampleRequest[] = [
  {
    ...{ machine: 'TRS-0310', subject: 'Oxygen too low', urgency: 'soon', status: 'planned', daysAgo: 6 },
    details: 'The mixer shows 2 % less oxygen than it is set to. We measure every tray by hand until then.',
    ...{ plannedIn: 2, isVisited: true, answer: 'The sensor is on order. The engineer brings it along.' },
  },
  {
    ...{ machine: 'PAL-0340', subject: 'Lift stops between layers', urgency: 'standing', status: 'open', daysAgo: 0 },
    details: 'Three times since this morning. It goes on after a reset.',
  },
  {
    ...{ machine: 'FLW-0871', subject: 'Long seal opens', urgency: 'soon', status: 'planned', daysAgo: 11 },
    details: 'About one pack in two hundred, with the 30 µm film alone.',
    ...{ plannedIn: -3, answer: 'We look at the sealing wheels when we are in Aarhus.' },
  },
  {
    ...{
      machine: 'CRT-1130',
      subject: 'Glue strings on the flap',
      urgency: 'whenConvenient',
      status: 'done',
      daysAgo: 40,
    },
    details: 'Since the other hot melt.',
    ...{ plannedIn: -31, answer: 'Nozzles changed and the glue is 10 °C hotter now.' },
  },
  {
    ...{
      machine: 'VFFS-2301',
      subject: 'More bags a minute',
      urgency: 'whenConvenient',
      status: 'declined',
      daysAgo: 52,
    },
    details: 'Can the machine run 40 a minute with 2.5 kg?',
    answer: 'Not with these jaws. You get a quote for the double ones.',
  },
]

/** What customers have asked service for, and what became of it. No mail goes out for it, since nobody has changed it. */
export async function seedServiceRequests(db: Transaction): Promise<void> {
  const entered = await sql`SELECT FROM service_request LIMIT 1`.execute(db)
  if (entered.rows.length > 0) return
  await sql`
    INSERT INTO service_request (machine_id, kind, subject, details, urgency, status, planned_on, answer, created_by, created_at)
    SELECT machine.id, 'service', value ->> 'subject', value ->> 'details', value ->> 'urgency', value ->> 'status',
      current_date + (value ->> 'plannedIn')::int, value ->> 'answer',
      (SELECT id FROM user_account asker WHERE asker.customer_id = machine.customer_id AND asker.deleted_at IS NULL ORDER BY id LIMIT 1),
      now() - make_interval(days => (value ->> 'daysAgo')::int, mins => place::int * 17)
    FROM ${given(requests)} JOIN machine ON machine.machine_id = value ->> 'machine' ORDER BY place
  `.execute(db)
  await sql`
    WITH engineer AS (
      SELECT id FROM user_account WHERE customer_id IS NULL AND deleted_at IS NULL AND NOT disabled AND id IN (
        SELECT user_id FROM permission_source WHERE permission = 'serviceRecord.create') ORDER BY id LIMIT 1
    ), visit AS (
      INSERT INTO service_visit (machine_id, subject, kind, engineer_id, starts_at, ends_at, status)
      SELECT request.machine_id, request.subject, 'repair', engineer.id, request.planned_on + time '08:00', request.planned_on + time '12:00', 'planned'
      FROM ${given(requests)} JOIN machine ON machine.machine_id = value ->> 'machine'
        JOIN service_request request ON request.machine_id = machine.id AND request.subject = value ->> 'subject' CROSS JOIN engineer
      WHERE (value ->> 'isVisited')::boolean RETURNING id, machine_id, subject
    )
    INSERT INTO visit_task (visit_id, machine_id, request_id)
    SELECT visit.id, visit.machine_id, request.id FROM visit
      JOIN service_request request ON request.machine_id = visit.machine_id AND request.subject = visit.subject
  `.execute(db)
}

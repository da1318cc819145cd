import type { RequestStatus } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { Database, Transaction } from '../../platform/database.ts'
import {
  admitsRequestMail,
  MOST_REQUEST_MAILS,
  takeWithheldRequests,
  type WithheldRequests,
} from './request-mail-limit.ts'
import { type About, serviceEvents } from './service-events.ts'
import {
  dayOf,
  putMail,
  putMessage,
  type ServiceMessageParts,
  timesOf,
  type Words,
  whereOf,
} from './service-messages.ts'
import {
  type ChangedRequest,
  type ChangedVisit,
  type Reader,
  readChangedRequests,
  readChangedVisits,
  readPlanners,
  readReader,
  takeNotices,
} from './service-notices.queries.ts'

export interface ServiceMailParts extends ServiceMessageParts {
  database: Database
}

/** States in which an engineer still has to make the visit. */
const COMING = ['planned', 'underWay']

/**
 * Notifies engineers of their visits, staff of new requests, and customers of the progress of their requests. Changes of the same minute are one mail, and
 * nobody gets a mail about a change of their own.
 */
export async function writeServiceMails(parts: ServiceMailParts): Promise<void> {
  const written = await parts.database.system.transaction().execute(async (db) => {
    const withheld = await takeWithheldRequests(db)
    for (const requests of withheld) await notifyOfWithheld(parts, db, requests)
    const notices = await takeNotices(db)
    for (const visit of await readChangedVisits(db, notices)) await notifyOfVisit(parts, db, visit)
    for (const request of await readChangedRequests(db, notices)) await notifyOfRequest(parts, db, request)
    return withheld.length + notices.length
  })
  if (written > 0) parts.mail.wake()
}

async function notifyOfVisit(parts: ServiceMailParts, db: Transaction, visit: ChangedVisit): Promise<void> {
  const { before, engineerId, status, id } = visit
  const wasFor =
    before !== null && before.deleted_at === null && COMING.includes(before.status ?? '')
      ? (before.engineer_id ?? null)
      : null
  const isFor = COMING.includes(status) ? engineerId : null
  const isMoved = before !== null && (!isAt(before.starts_at, visit.startsAt) || !isAt(before.ends_at, visit.endsAt))
  if (isFor !== null && (isFor !== wasFor || isMoved)) {
    const about = { event: isFor === wasFor ? 'moved' : 'planned', id, machineID: visit.machineID } as const
    await notify(parts, db, visit, isFor, about, (reader) => {
      const words = { visit: visit.subject, machine: visit.machineID, when: timesOf(visit, reader) }
      const subject = isFor === wasFor ? t('serviceMail.movedSubject', words) : t('serviceMail.plannedSubject', words)
      const line = isFor === wasFor ? t('serviceMail.moved', words) : t('serviceMail.planned', words)
      return { subject, lines: [line, whereOf(visit)] }
    })
  }
  if (wasFor !== null && wasFor !== isFor && status !== 'done') {
    const about = { event: 'notYours', id, machineID: visit.machineID } as const
    await notify(parts, db, visit, wasFor, about, (reader) => {
      const words = { visit: visit.subject, machine: visit.machineID, when: timesOf(visit, reader) }
      const line = status === 'cancelled' ? t('serviceMail.cancelled', words) : t('serviceMail.notYours', words)
      return { subject: t('serviceMail.cancelledSubject', words), lines: [line, whereOf(visit)] }
    })
  }
}

async function notifyOfRequest(parts: ServiceMailParts, db: Transaction, request: ChangedRequest): Promise<void> {
  const { before, id, subject, machineID, status, customerId, askerId } = request
  if (before === null && status === 'open' && askerId !== null && customerId !== null) {
    if (await admitsRequestMail(db, customerId)) await notifyPlanners(parts, db, request)
  }
  if (askerId === null || !isNews(request)) return
  await notify(parts, db, request, askerId, { event: 'answered', id, machineID }, (reader) => ({
    subject: t('serviceMail.answeredSubject', { machine: machineID, subject }),
    lines: [stateLine(request, reader), request.answer],
  }))
}

async function notifyPlanners(parts: ServiceMailParts, db: Transaction, request: ChangedRequest): Promise<void> {
  const { id, kind, subject, machineID, customer, asker, urgency } = request
  for (const planner of await readPlanners(db)) {
    await putMessage(parts, db, planner, { event: 'asked', id, machineID }, () => {
      const words = { machine: machineID, subject, name: asker ?? '', customer: customer ?? '' }
      const line = kind === 'parts' ? t('serviceMail.askedForParts', words) : t('serviceMail.asked', words)
      const lines = [line, t('serviceMail.urgency', { urgency: urgencyWord(urgency) })]
      return { subject: t('serviceMail.askedSubject', words), lines }
    })
  }
}

/** One mail about all requests of a customer that got none of their own. */
async function notifyOfWithheld(parts: ServiceMailParts, db: Transaction, requests: WithheldRequests): Promise<void> {
  for (const planner of await readPlanners(db)) {
    if (!planner.wantsMails) continue
    await putMail(parts, db, planner, serviceEvents.asked.path(), () => ({
      subject: t('serviceMail.moreSubject', { ...requests }),
      lines: [t('serviceMail.more', { limit: MOST_REQUEST_MAILS })],
    }))
  }
}

/** Whether the customer gets a mail: a new request that is still open is no news to them. */
function isNews({ before, status, plannedOn, engineerId, answer }: ChangedRequest): boolean {
  if (before === null) return status !== 'open'
  const isAnswered = before.answer !== answer && answer !== null
  // The engineer of an open request is not final: the mail about the planned day names them.
  const isPlannedAnew = status === 'planned' && (before.planned_on !== plannedOn || before.engineer_id !== engineerId)
  return before.status !== status || isAnswered || isPlannedAnew
}

function stateLine({ status, subject, plannedOn, engineer }: ChangedRequest, { language }: Reader): string {
  const day = plannedOn === null ? null : dayOf(plannedOn, language)
  const lines: Readonly<Record<RequestStatus, () => string>> = {
    open: () => t('serviceMail.isOpen', { subject }),
    planned: () =>
      [
        day === null ? t('serviceMail.isPlanned', { subject }) : t('serviceMail.isPlannedOn', { subject, day }),
        ...(engineer === null ? [] : [t('serviceMail.comes', { engineer })]),
      ].join(' '),
    done: () => t('serviceMail.isDone', { subject }),
    declined: () => t('serviceMail.isDeclined', { subject }),
  }
  return lines[status]()
}

function urgencyWord(urgency: ChangedRequest['urgency']): string {
  return {
    standing: t('service.machineStands'),
    soon: t('service.soon'),
    whenConvenient: t('service.whenConvenient'),
  }[urgency]
}

/** Writes to one person, unless the change is their own. */
async function notify(
  parts: ServiceMailParts,
  db: Transaction,
  { changedBy }: { changedBy: string | null },
  userId: string,
  about: About,
  words: (reader: Reader) => Words,
): Promise<void> {
  if (userId === changedBy) return
  const reader = await readReader(db, userId)
  if (reader !== undefined) await putMessage(parts, db, reader, about, words)
}

function isAt(stored: string | null | undefined, time: Date): boolean {
  return stored !== null && stored !== undefined && Date.parse(stored) === time.getTime()
}

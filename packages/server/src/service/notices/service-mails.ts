import type { RequestStatus } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { Database, Transaction } from '../../platform/database.ts'
import { inLanguage, installationLocale } from '../../platform/language.ts'
import type { Mail } from '../../platform/mail.ts'
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

export interface ServiceMailParts {
  database: Database
  mail: Mail
  /** Where links lead; never taken from a request. */
  publicUrl: string
  productTitle: string
}

/** What is written to somebody, in the language of the reader. */
interface Words {
  subject: string
  lines: (string | null)[]
  path: string
}

/** States in which an engineer still has to make the visit. */
const COMING = ['planned', 'underWay']

/**
 * Notifies engineers of their visits, staff of new requests, and customers of the progress of their requests. Changes of the same minute are one mail, and
 * nobody gets a mail about a change of their own.
 */
export async function writeServiceMails(parts: ServiceMailParts): Promise<void> {
  const written = await parts.database.system.transaction().execute(async (db) => {
    const notices = await takeNotices(db)
    for (const visit of await readChangedVisits(db, notices)) await notifyOfVisit(parts, db, visit)
    for (const request of await readChangedRequests(db, notices)) await notifyOfRequest(parts, db, request)
    return notices.length
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
  const path = `/service/visits/${id}`
  if (isFor !== null && (isFor !== wasFor || isMoved)) {
    await notify(parts, db, visit, isFor, (reader) => {
      const words = { visit: visit.subject, machine: visit.machineID, when: timesOf(visit, reader) }
      const subject = isFor === wasFor ? t('serviceMail.movedSubject', words) : t('serviceMail.plannedSubject', words)
      const line = isFor === wasFor ? t('serviceMail.moved', words) : t('serviceMail.planned', words)
      return { subject, lines: [line, whereOf(visit)], path }
    })
  }
  if (wasFor !== null && wasFor !== isFor && status !== 'done') {
    await notify(parts, db, visit, wasFor, (reader) => {
      const words = { visit: visit.subject, machine: visit.machineID, when: timesOf(visit, reader) }
      const line = status === 'cancelled' ? t('serviceMail.cancelled', words) : t('serviceMail.notYours', words)
      return {
        subject: t('serviceMail.cancelledSubject', words),
        lines: [line, whereOf(visit)],
        path: '/service/calendar',
      }
    })
  }
}

async function notifyOfRequest(parts: ServiceMailParts, db: Transaction, request: ChangedRequest): Promise<void> {
  const { before, kind, subject, machineID, customer, status, askerId, asker } = request
  if (before === null && status === 'open' && askerId !== null) {
    for (const planner of await readPlanners(db)) {
      await put(parts, db, planner, () => {
        const words = { machine: machineID, subject, name: asker ?? '', customer: customer ?? '' }
        const line = kind === 'parts' ? t('serviceMail.askedForParts', words) : t('serviceMail.asked', words)
        const urgency = t('serviceMail.urgency', { urgency: urgencyWord(request.urgency) })
        return {
          subject: t('serviceMail.askedSubject', words),
          lines: [line, urgency],
          path: '/service/requests?status=open',
        }
      })
    }
  }
  if (askerId === null || !isNews(request)) return
  await notify(parts, db, request, askerId, (reader) => ({
    subject: t('serviceMail.answeredSubject', { machine: machineID, subject }),
    lines: [stateLine(request, reader), request.answer],
    path: `/machines/${encodeURIComponent(machineID)}`,
  }))
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
  words: (reader: Reader) => Words,
): Promise<void> {
  if (userId === changedBy) return
  const reader = await readReader(db, userId)
  if (reader !== undefined) await put(parts, db, reader, words)
}

async function put(
  { mail, publicUrl, productTitle }: ServiceMailParts,
  db: Transaction,
  reader: Reader,
  words: (reader: Reader) => Words,
): Promise<void> {
  const written = inLanguage(reader.language, () => {
    const { subject, lines, path } = words(reader)
    const text = lines.filter((line) => line !== null)
    return { subject, body: [...text, '', new URL(path, publicUrl).toString(), '', productTitle].join('\n') }
  })
  await mail.put(db, { userId: reader.id, recipient: reader.email, ...written })
}

function whereOf({ customer, site }: ChangedVisit): string | null {
  return [customer, site].filter((part) => part !== null).join(' · ') || null
}

/** From when to when, by the clock of the reader or else of the site, with its zone. */
function timesOf({ startsAt, endsAt, timeZone }: ChangedVisit, { language, timezone }: Reader): string {
  return new Intl.DateTimeFormat(language ?? installationLocale(), {
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ timeZoneName: 'short', timeZone: timezone ?? timeZone },
  }).formatRange(startsAt, endsAt)
}

/** @param day as ISO 8601 */
function dayOf(day: string, language: string | null): string {
  const options = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(language ?? installationLocale(), options).format(new Date(day))
}

function isAt(stored: string | null | undefined, time: Date): boolean {
  return stored !== null && stored !== undefined && Date.parse(stored) === time.getTime()
}

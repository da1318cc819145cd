import type { OrderStepName } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { Transaction } from '../../platform/database.ts'
import { type LateReader, type LateStep, noteReminded, readLateSteps } from './plan-reminders.queries.ts'
import type { ServiceMailParts } from './service-mails.ts'
import { dayOf, putMessage } from './service-messages.ts'
import type { Reader } from './service-notices.queries.ts'

export interface PlanReminderParts extends ServiceMailParts {
  /** The clock of readers whose account names no zone, an IANA name. */
  timeZone: () => string
}

/** From this time on, by the clock of the reader. */
const FROM = '08:00'
/** Steps that a mail names; it counts the others. */
const MOST_NAMED = 20

/**
 * Reminds people of steps of plans that are late: of each once, with one mail a day.
 * @param now Unix ms
 */
export async function remindOfLateSteps(parts: PlanReminderParts, now: number): Promise<void> {
  const reminded = await parts.database.system.transaction().execute(async (db) => {
    const due = (await readLateSteps(db, now)).filter((reader) => isTimeFor(reader, now, parts.timeZone()))
    for (const reader of due) {
      await remind(parts, db, reader)
      await noteReminded(db, reader, now)
    }
    return due.length
  })
  if (reminded > 0) parts.mail.wake()
}

/** Whether it is late enough in the day, and the first time on it. */
function isTimeFor({ timezone, remindedAt }: LateReader, now: number, fallbackZone: string): boolean {
  const zone = timezone ?? fallbackZone
  const [day, time] = clockOf(zone, now)
  return time >= FROM && (remindedAt === null || clockOf(zone, remindedAt.getTime())[0] !== day)
}

/** The day and the time of day that a clock shows. */
function clockOf(timeZone: string, at: number): [day: string, time: string] {
  // The Swedish form is that of ISO 8601.
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)
  return [shown.slice(0, 10), shown.slice(-5)]
}

async function remind(parts: PlanReminderParts, db: Transaction, late: LateReader): Promise<void> {
  const [{ id, number }] = late.steps
  const count = late.steps.length
  await putMessage(parts, db, late, { event: 'lateSteps', id, machineID: number }, (reader) => ({
    subject: t('serviceMail.lateStepsSubject', { count }),
    lines: [
      t('serviceMail.lateSteps'),
      ...late.steps.slice(0, MOST_NAMED).map((step) => lineOf(step, reader)),
      count > MOST_NAMED ? t('serviceMail.lateStepsMore', { count: count - MOST_NAMED }) : null,
    ],
  }))
}

function lineOf({ step, number, description, customer, plannedOn }: LateStep, { language }: Reader): string {
  const day = dayOf(plannedOn, language)
  return t('serviceMail.lateStep', { step: stepWord(step), number, description, customer, day })
}

function stepWord(step: OrderStepName): string {
  return {
    factoryTest: t('orders.factoryTest'),
    delivery: t('orders.delivery'),
    installation: t('orders.installation'),
    siteTest: t('orders.siteTest'),
    training: t('orders.training'),
  }[step]
}

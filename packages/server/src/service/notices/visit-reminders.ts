import { t } from '@packhouse/messages'
import type { Transaction } from '../../platform/database.ts'
import type { ServiceMailParts } from './service-mails.ts'
import { putMessage, timesOf, whereOf } from './service-messages.ts'
import { readReader } from './service-notices.queries.ts'
import { type Asker, type DueVisit, readAskers, takeDueVisits } from './visit-reminders.queries.ts'

/**
 * Reminds engineers, and customers who asked for them, of the visits of the next day.
 * @param now Unix ms
 */
export async function remindOfVisits(parts: ServiceMailParts, now: number): Promise<void> {
  const reminded = await parts.database.system.transaction().execute(async (db) => {
    const visits = await takeDueVisits(db, now)
    for (const visit of visits) {
      await remindEngineer(parts, db, visit)
      for (const asker of await readAskers(db, visit.id)) await remindAsker(parts, db, visit, asker)
    }
    return visits.length
  })
  if (reminded > 0) parts.mail.wake()
}

async function remindEngineer(parts: ServiceMailParts, db: Transaction, visit: DueVisit): Promise<void> {
  const { id, machineID, engineerId } = visit
  const engineer = engineerId === null ? undefined : await readReader(db, engineerId)
  if (engineer === undefined) return
  await putMessage(parts, db, engineer, { event: 'ownReminder', id, machineID }, (reader) => {
    const words = { visit: visit.subject, machine: machineID, when: timesOf(visit, reader) }
    return {
      subject: t('serviceMail.ownReminderSubject', words),
      lines: [t('serviceMail.planned', words), whereOf(visit)],
    }
  })
}

/** Customers do not see what staff call a visit: it is named by what they asked for. */
async function remindAsker(parts: ServiceMailParts, db: Transaction, visit: DueVisit, asker: Asker): Promise<void> {
  const { id, engineer } = visit
  const [{ machineID }] = asker.requests
  await putMessage(parts, db, asker, { event: 'reminder', id, machineID }, (reader) => {
    const words = { machine: machineID, when: timesOf(visit, reader) }
    const line =
      engineer === null ? t('serviceMail.reminder', words) : t('serviceMail.reminderOf', { ...words, engineer })
    const requests = asker.requests.map(({ subject, machineID: machine }) =>
      t('serviceMail.reminderFor', { subject, machine }),
    )
    return { subject: t('serviceMail.reminderSubject', words), lines: [line, ...requests] }
  })
}

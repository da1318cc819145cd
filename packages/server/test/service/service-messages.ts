import { PushClient } from '../../src/alarms/push/push-client.ts'
import { PushKeys } from '../../src/alarms/push/push-keys.ts'
import { PushSender } from '../../src/alarms/push/push-sender.ts'
import { Database } from '../../src/platform/database.ts'
import { Encryption } from '../../src/platform/encryption.ts'
import { keysOf } from '../../src/platform/installation-keys.ts'
import { Jobs } from '../../src/platform/jobs/jobs.ts'
import { createLog } from '../../src/platform/log.ts'
import { Mail } from '../../src/platform/mail.ts'
import { Outgoing } from '../../src/platform/outgoing.ts'
import { type PlanReminderParts, remindOfLateSteps } from '../../src/service/notices/plan-reminders.ts'
import { writeServiceMails } from '../../src/service/notices/service-mails.ts'
import { ServicePush } from '../../src/service/notices/service-push.ts'
import { remindOfVisits } from '../../src/service/notices/visit-reminders.ts'
import { mailsTo } from '../support/mailbox.ts'
import type { TestApp } from '../support/test-app.ts'

export const publicUrl = 'https://packhouse.example'

/** Mails and notifications about service, as another process of the installation writes them. The product sends them. */
export class ServiceMessages {
  readonly database: Database
  readonly #app: TestApp
  readonly #parts: PlanReminderParts

  constructor(app: TestApp) {
    this.#app = app
    const log = createLog('silent')
    this.database = new Database(app.databaseUrl, log)
    const db = this.database.system
    const jobs = new Jobs({ db, log, isRunning: false })
    const encryption = new Encryption(keysOf('key'), 'mail')
    const mail = new Mail({ db, jobs, encryption, server: undefined, retainedDays: () => 90 })
    const client = new PushClient({
      outgoing: new Outgoing(true),
      keys: new PushKeys(db, encryption),
      subject: publicUrl,
    })
    const settings: ConstructorParameters<typeof PushSender>[0]['settings'] = { read: () => 'UTC' as never }
    const push = new ServicePush({ db, jobs, sender: new PushSender({ db, client, encryption, settings }) })
    const timeZone = () => 'UTC'
    this.#parts = { database: this.database, mail, push, publicUrl, productTitle: 'Packhouse', timeZone }
  }

  /** Writes about what has changed, as the job does a minute after the change. */
  async writeNow(): Promise<void> {
    await this.#app.sql('UPDATE service_notice SET due_at = now()')
    await writeServiceMails(this.#parts)
  }

  /** Reminds of visits, as the job does at that time. */
  async remindAt(time: string): Promise<void> {
    await remindOfVisits(this.#parts, Date.parse(time))
  }

  /** Reminds of late steps of plans, as the job does at that time. */
  async remindOfPlansAt(time: string): Promise<void> {
    await remindOfLateSteps(this.#parts, Date.parse(time))
  }

  async stop(): Promise<void> {
    await this.database.stop()
  }
}

/** Mails since the last look, the oldest first. */
export async function newMailsTo(app: TestApp, recipient: string): Promise<{ subject: string; text: string }[]> {
  const all = (await mailsTo(app, recipient)).map(({ subject, text }) => ({ subject, text }))
  await app.sql('DELETE FROM mail WHERE recipient = $1', [recipient])
  return all.reverse()
}

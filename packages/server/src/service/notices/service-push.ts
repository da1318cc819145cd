import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import { z } from 'zod'
import { machineLine, type PushMessage, type PushSender, type QuietChoice } from '../../alarms/area.ts'
import type { Db, Transaction } from '../../platform/database.ts'
import type { JobKind } from '../../platform/jobs/job-kind.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { inLanguage } from '../../platform/language.ts'
import { type About, type ServiceEventName, serviceEvents } from './service-events.ts'

export interface ServicePushParts {
  db: Db
  jobs: Jobs
  sender: PushSender
}

/** How long a push service holds a notification for a device that is off. */
const TTL_SECONDS = 12 * 3_600

const payload = z.object({
  deviceId: z.uuid(),
  event: z.enum(Object.keys(serviceEvents) as [ServiceEventName, ...ServiceEventName[]]),
  id: z.uuid(),
})
type Payload = z.infer<typeof payload>

interface DueNotification {
  subscription: Buffer
  language: string | null
  machineID: string
  description: string | null
}

/** Notifies people's devices of visits, requests, late steps and requests for access: queued with the mails, and sent by a job for each device. */
export class ServicePush {
  readonly #parts: ServicePushParts

  constructor(parts: ServicePushParts) {
    this.#parts = parts
  }

  get job(): JobKind<Payload> {
    return this.#parts.sender.jobOf('service-push', payload, (due) => this.#send(due))
  }

  /** Queues a notification for the devices of somebody, except in their quiet hours. @param db the transaction that stores the mails */
  async put(db: Transaction, userId: string, { event, id }: About): Promise<void> {
    const { jobs, sender } = this.#parts
    const { rows } = await sql<QuietChoice & { deviceId: string }>`
      SELECT d.id AS "deviceId", u.timezone AS zone, to_char(c.quiet_from, 'HH24:MI') AS "from", to_char(c.quiet_to, 'HH24:MI') AS "to"
      FROM push_device d JOIN user_account u ON u.id = d.user_id LEFT JOIN push_choice c ON c.user_id = u.id
      WHERE u.id = ${userId} ORDER BY d.id
    `.execute(db)
    for (const { deviceId, ...hours } of rows) {
      // A device gets what is true later after what was true before.
      if (!sender.sleeps(hours)) await jobs.enqueue(db, this.job, { deviceId, event, id }, `${deviceId}/${id}`)
    }
  }

  async #send({ deviceId, event, id }: Payload): Promise<void> {
    const { of, isStillDue, path, title } = serviceEvents[event]
    const { rows } = await sql<DueNotification>`
      SELECT d.subscription, u.language, m.machine_id AS "machineID", m.description
      FROM push_device d JOIN user_account u ON u.id = d.user_id JOIN user_setting s ON s.user_id = u.id AND s.service_push,
        ${of}
      WHERE d.id = ${deviceId} AND v.id = ${id} AND NOT u.disabled AND u.deleted_at IS NULL AND NOT lacks_second_factor(u.id) AND ${isStillDue}
    `.execute(this.#parts.db)
    const [due] = rows
    // The device was removed, or it does not concern its owner any more.
    if (due === undefined) return
    const url = path({ id, machineID: due.machineID })
    const text = inLanguage(due.language, () =>
      JSON.stringify({ title: title(), body: machineLine(due), tag: id, url, open: t('push.open') }),
    )
    const message: PushMessage = { text, ttlSeconds: TTL_SECONDS, urgency: 'normal', topic: id.replaceAll('-', '') }
    await this.#parts.sender.deliver(deviceId, due.subscription, message)
  }
}

import { randomBytes } from 'node:crypto'
import type { AlarmSeverity } from '@packhouse/contract'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db, Transaction } from '../../platform/database.ts'
import type { JobKind, PeriodicJob } from '../../platform/jobs/job-kind.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { inLanguage } from '../../platform/language.ts'
import { sentence } from '../../platform/sentence.ts'
import type { InstallationSettings } from '../../platform/settings/installation-settings.ts'
import { seesAlarm } from '../alarm-readers.ts'
import { type PushSender, type QuietChoice, writePushError } from './push-sender.ts'
import { hashPushToken } from './push-token.ts'
import { alarmMessage, type PushedAlarm, testMessage } from './push-words.ts'

export interface PushParts {
  db: Db
  jobs: Jobs
  sender: PushSender
  settings: Pick<InstallationSettings, 'read'>
}

/** Of one device, alarms as they are raised, in `FLOOD_MINUTES`: a phone that rings without end helps nobody. */
const FLOOD_NOTICES = 30
const FLOOD_MINUTES = 10
const DAY_MS = 86_400_000

const payload = z.object({ deviceId: z.uuid(), alarmId: z.uuid() })
type Payload = z.infer<typeof payload>

interface Candidate extends QuietChoice {
  userId: string
  criticalThrough: boolean | null
}

interface DueNotice extends PushedAlarm {
  subscription: Buffer
  language: string | null
  isSeen: boolean
  mayAcknowledge: boolean
}

/** Notifies people's devices: written down with the alarms, and sent from there by a job for each device. */
export class Push {
  readonly #parts: PushParts

  constructor(parts: PushParts) {
    this.#parts = parts
  }

  /** Sends a notification. */
  get job(): JobKind<Payload> {
    return this.#parts.sender.jobOf('push', payload, (due) => this.#send(due))
  }

  get cleaning(): PeriodicJob {
    const run = async () => {
      await sql`DELETE FROM push_notice WHERE queued_at < now() - interval '30 days'`.execute(this.#parts.db)
    }
    return { name: sentence`Remove old notifications of devices`, everyMs: DAY_MS, run }
  }

  /**
   * Queues what is sent of an alarm that was raised: to everybody who sees the machine and has chosen alarms of its severity.
   * @param db the transaction that stores the alarm
   */
  async putRaised(db: Transaction, alarmId: string, severity: AlarmSeverity): Promise<void> {
    const { rows } = await sql<Candidate>`
      SELECT u.id AS "userId", u.timezone AS zone, to_char(c.quiet_from, 'HH24:MI') AS "from", to_char(c.quiet_to, 'HH24:MI') AS "to",
        c.critical_through AS "criticalThrough"
      FROM alarm a JOIN machine m ON m.key = a.machine_key, user_account u LEFT JOIN push_choice c ON c.user_id = u.id
      WHERE a.id = ${alarmId} AND EXISTS (SELECT FROM push_device d WHERE d.user_id = u.id)
        AND ${severity} = ANY(coalesce(c.severities, '{critical,major}')) AND ${seesAlarm}
    `.execute(db)
    const awake = rows.filter((one) => !this.#sleeps(one, severity)).map(({ userId }) => userId)
    await this.#put(
      db,
      alarmId,
      awake,
      sql`(
      SELECT count(*) FROM push_notice n WHERE n.device_id = d.id AND n.queued_at > now() - make_interval(mins => ${FLOOD_MINUTES})
    ) < ${FLOOD_NOTICES}`,
    )
  }

  /**
   * Queues a notification for one person, whatever they have chosen: they are the one who has to see to it.
   * @returns how many devices get it
   */
  async putTo(db: Transaction, alarmId: string, userId: string): Promise<number> {
    return await this.#put(db, alarmId, [userId], sql`true`)
  }

  /** Queues what takes the place of the notifications of alarms that have changed since. */
  async putChanged(db: Transaction, alarmIds: readonly string[]): Promise<void> {
    if (alarmIds.length === 0) return
    const { rows } = await sql<Payload>`
      SELECT device_id AS "deviceId", alarm_id AS "alarmId" FROM push_notice WHERE alarm_id = ANY(${alarmIds}::uuid[])
    `.execute(db)
    for (const notice of rows) await this.#enqueue(db, notice)
  }

  /** Sends a test at once, and writes down what became of it. */
  async sendTest(userId: string, deviceId: string): Promise<void> {
    const { db, sender, settings } = this.#parts
    const { rows } = await sql<{ subscription: Buffer; language: string | null }>`
      SELECT d.subscription, u.language FROM push_device d JOIN user_account u ON u.id = d.user_id
      WHERE d.id = ${deviceId} AND u.id = ${userId}
    `.execute(db)
    const [device] = rows
    if (device === undefined) return
    const message = inLanguage(device.language, () => testMessage(settings.read('product.title')))
    try {
      await sender.deliver(deviceId, device.subscription, message)
    } catch (error) {
      await writePushError(db, deviceId, (error as Error).message)
    }
  }

  #sleeps({ criticalThrough, ...hours }: Candidate, severity: AlarmSeverity): boolean {
    return !(severity === 'critical' && criticalThrough) && this.#parts.sender.sleeps(hours)
  }

  async #put(
    db: Transaction,
    alarmId: string,
    userIds: readonly string[],
    condition: ReturnType<typeof sql>,
  ): Promise<number> {
    if (userIds.length === 0) return 0
    const { rows } = await sql<Payload>`
      INSERT INTO push_notice (device_id, alarm_id)
      SELECT d.id, ${alarmId} FROM push_device d WHERE d.user_id = ANY(${userIds}::uuid[]) AND ${condition}
      ON CONFLICT (device_id, alarm_id) DO UPDATE SET queued_at = now()
      RETURNING device_id AS "deviceId", alarm_id AS "alarmId"
    `.execute(db)
    for (const notice of rows) await this.#enqueue(db, notice)
    return rows.length
  }

  async #enqueue(db: Transaction, notice: Payload): Promise<void> {
    // A device gets what is true later after what was true before.
    await this.#parts.jobs.enqueue(db, this.job, notice, `${notice.deviceId}/${notice.alarmId}`)
  }

  /** Says how the alarm is now, whatever it was when the notification was queued. */
  async #send({ deviceId, alarmId }: Payload): Promise<void> {
    const { rows } = await sql<DueNotice>`
      SELECT a.id, a.code, a.severity, m.machine_id AS "machineID", m.description, a.cleared_at IS NOT NULL AS "isCleared",
        a.acknowledged_at IS NOT NULL AS "isAcknowledged", d.subscription, u.language, (${seesAlarm}) AS "isSeen",
        EXISTS (SELECT FROM permission_source p WHERE p.user_id = u.id AND p.permission = 'alarm.acknowledge') AS "mayAcknowledge"
      FROM push_notice n JOIN push_device d ON d.id = n.device_id JOIN user_account u ON u.id = d.user_id
        JOIN alarm a ON a.id = n.alarm_id JOIN machine m ON m.key = a.machine_key
      WHERE n.device_id = ${deviceId} AND n.alarm_id = ${alarmId}
    `.execute(this.#parts.db)
    const [due] = rows
    // The device was removed, or its owner may not see the machine any more.
    if (due === undefined || !due.isSeen) return
    const needsToken = due.mayAcknowledge && !due.isCleared && !due.isAcknowledged
    const token = needsToken ? `phn_${randomBytes(32).toString('base64url')}` : undefined
    await sql`
      UPDATE push_notice SET token_hash = ${token === undefined ? null : hashPushToken(token)}
      WHERE device_id = ${deviceId} AND alarm_id = ${alarmId}
    `.execute(this.#parts.db)
    await this.#parts.sender.deliver(
      deviceId,
      due.subscription,
      inLanguage(due.language, () => alarmMessage(due, token)),
    )
  }
}

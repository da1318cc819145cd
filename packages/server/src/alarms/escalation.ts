import { type EscalationStep, onCallAt, type Rota } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import { z } from 'zod'
import { clock } from '../platform/clock.ts'
import type { Db, Transaction } from '../platform/database.ts'
import type { JobKind } from '../platform/jobs/job-kind.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { inLanguage, installationLocale } from '../platform/language.ts'
import type { Mail } from '../platform/mail.ts'
import type { InstallationSettings } from '../platform/settings/installation-settings.ts'
import { mailTime } from './mail-time.ts'
import { type EscalationPolicy, nextStep } from './next-step.ts'
import { seesMachine } from './people-who-see.ts'
import type { Push } from './push/push.ts'

export interface EscalationParts {
  db: Db
  jobs: Jobs
  mail: Mail
  push: Pick<Push, 'putTo'>
  publicUrl: string
  settings: Pick<InstallationSettings, 'read'>
}

const payload = z.object({ alarmId: z.uuid(), round: z.int(), step: z.int() })
type Payload = z.infer<typeof payload>

interface EscalatedAlarm extends EscalationPolicy {
  code: string
  severity: string
  startedAt: Date
  machineID: string
  machineKey: number
  description: string | null
  zone: string
  isOpen: boolean
  isShelved: boolean
}

interface Person {
  id: string
  email: string
  language: string | null
  timezone: string | null
  sees: boolean
}

/** Why nobody was reached; the web has the words. */
type Unreached = 'noAccess' | 'noDevice' | 'nobodyOnCall'

/** Notifies people of an alarm one after the other, as the policy of its rule says, until somebody acknowledges it, it clears or it is shelved. */
export class Escalation {
  readonly #parts: EscalationParts

  constructor(parts: EscalationParts) {
    this.#parts = parts
  }

  /** One step of one alarm. Each has a job of its own that is due when the step is: whatever ends the process, another one takes it up. */
  get job(): JobKind<Payload> {
    return {
      kind: 'escalation',
      payload,
      run: (due) => this.#parts.db.transaction().execute((db) => this.#run(db, due)),
      isOutgoing: true,
      attempts: 20,
      backoff: { first: 5, factor: 2, longest: 300 },
      leaseSeconds: 60,
      atOnce: 4,
    }
  }

  /** Begins the escalation of an alarm if its rule has a policy. @param db the transaction that stores the alarm */
  async begin(db: Transaction, alarmId: string): Promise<void> {
    const { rows } = await sql<{ afterMinutes: number }>`
      WITH policy AS (
        SELECT p.steps FROM alarm a JOIN alarm_rule r ON r.id = a.rule_id JOIN escalation_policy p ON p.id = r.escalation_policy_id
        WHERE a.id = ${alarmId} AND jsonb_array_length(p.steps) > 0
      ), begun AS (
        INSERT INTO alarm_escalation (alarm_id) SELECT ${alarmId} FROM policy ON CONFLICT DO NOTHING RETURNING alarm_id
      )
      SELECT (steps->0->>'afterMinutes')::int AS "afterMinutes" FROM policy, begun
    `.execute(db)
    for (const { afterMinutes } of rows) await this.#queue(db, { alarmId, round: 0, step: 0 }, afterMinutes)
  }

  async #run(db: Transaction, due: Payload): Promise<void> {
    const { alarmId, round, step } = due
    const { rows: held } = await sql`
      SELECT FROM alarm_escalation WHERE alarm_id = ${alarmId} AND round = ${round} AND step = ${step} FOR UPDATE
    `.execute(db)
    // A process that ended before it could say so has done this step.
    if (held.length === 0) return
    const alarm = await readAlarm(db, alarmId)
    if (alarm === undefined || !alarm.isOpen || alarm.isShelved) return await end(db, alarmId)
    const now = alarm.steps[step]
    if (now !== undefined) await this.#notify(db, alarmId, alarm, now, round === 0 && step === 0)
    const next = nextStep(alarm, due)
    if (next === undefined) {
      await write(db, alarmId, 'escalation_ended', null, null)
      return await end(db, alarmId)
    }
    await sql`UPDATE alarm_escalation SET round = ${next.round}, step = ${next.step} WHERE alarm_id = ${alarmId}`.execute(
      db,
    )
    await this.#queue(db, { alarmId, round: next.round, step: next.step }, next.afterMinutes)
  }

  async #notify(
    db: Transaction,
    alarmId: string,
    alarm: EscalatedAlarm,
    step: EscalationStep,
    isFirst: boolean,
  ): Promise<void> {
    const wanted = new Set([...step.userIds, ...(await readOnCall(db, step.scheduleIds))])
    if (wanted.size === 0) return await write(db, alarmId, 'unreached', null, 'nobodyOnCall')
    const people = await readPeople(db, alarmId, [...wanted])
    for (const person of people) {
      const ways = person.sees ? await this.#reach(db, alarmId, alarm, step, person) : 'noAccess'
      const isReached = typeof ways !== 'string'
      const kind = !isReached ? 'unreached' : isFirst ? 'notified' : 'escalated'
      await write(db, alarmId, kind, person.id, isReached ? ways.join(',') : ways)
    }
    // People who were deleted since the policy was made.
    if (people.length === 0) await write(db, alarmId, 'unreached', null, 'noAccess')
  }

  /** @returns by which ways, or why by none */
  async #reach(
    db: Transaction,
    alarmId: string,
    alarm: EscalatedAlarm,
    { push, mail }: EscalationStep,
    person: Person,
  ): Promise<('push' | 'mail')[] | Unreached> {
    const isPushed = push && (await this.#parts.push.putTo(db, alarmId, person.id)) > 0
    if (mail) await this.#mail(db, alarmId, alarm, person)
    if (!isPushed && !mail) return 'noDevice'
    return [...(isPushed ? ['push' as const] : []), ...(mail ? ['mail' as const] : [])]
  }

  async #mail(db: Transaction, alarmId: string, alarm: EscalatedAlarm, person: Person): Promise<void> {
    const { mail, publicUrl, settings } = this.#parts
    const times = { language: person.language ?? installationLocale(), zone: person.timezone ?? alarm.zone }
    const { severity, code: rule, machineID: machine, description } = alarm
    const words = inLanguage(person.language, () => ({
      subject: t('alarmMail.raisedSubject', { severity, rule, machine }),
      body: [
        t('escalation.mailIntro'),
        '',
        description === null
          ? t('alarmMail.machine', { machine })
          : t('alarmMail.describedMachine', { machine, description }),
        t('alarmMail.since', { time: mailTime(alarm.startedAt.getTime(), times) }),
        '',
        new URL(`/alarms?alarm=${alarmId}`, publicUrl).toString(),
        '',
        settings.read('product.title'),
      ].join('\n'),
    }))
    await mail.put(db, {
      userId: person.id,
      recipient: person.email,
      ...words,
      about: alarmId,
      machineKey: alarm.machineKey,
    })
  }

  async #queue(db: Transaction, due: Payload, minutes: number): Promise<void> {
    await this.#parts.jobs.enqueueLater(db, this.job, due, minutes * 60)
  }
}

/** The alarm with the policy that its rule has now; undefined where it is gone, or the rule has none any more. */
async function readAlarm(db: Transaction, id: string): Promise<EscalatedAlarm | undefined> {
  const { rows } = await sql<EscalatedAlarm>`
    SELECT a.code, a.severity, a.started_at AS "startedAt", m.machine_id AS "machineID", m.key AS "machineKey", m.description,
      coalesce(l.timezone, cu.timezone, 'UTC') AS zone,
      a.cleared_at IS NULL AND a.acknowledged_at IS NULL AS "isOpen",
      EXISTS (SELECT FROM alarm_shelf s WHERE s.rule_id = a.rule_id AND s.machine_key = a.machine_key AND s.until > now()) AS "isShelved",
      p.steps, p.repeats, p.repeat_after_minutes AS "repeatAfterMinutes"
    FROM alarm a JOIN machine m ON m.key = a.machine_key JOIN alarm_rule r ON r.id = a.rule_id
      JOIN escalation_policy p ON p.id = r.escalation_policy_id
      LEFT JOIN location l ON l.id = m.location_id LEFT JOIN customer cu ON cu.id = m.customer_id
    WHERE a.id = ${id} FOR NO KEY UPDATE OF a
  `.execute(db)
  return rows[0]
}

/** Who is on call now. */
async function readOnCall(db: Transaction, scheduleIds: readonly string[]): Promise<string[]> {
  if (scheduleIds.length === 0) return []
  const { rows } = await sql<Rota>`
    SELECT time_zone AS "timeZone", starts_on::text AS "startsOn", handover_time AS "handoverTime", turn_days AS "turnDays", people, overrides
    FROM on_call_schedule WHERE id = ANY(${scheduleIds}::uuid[]) AND deleted_at IS NULL
  `.execute(db)
  return rows.flatMap((rota) => onCallAt(rota, clock.now()) ?? [])
}

/** People who are there, and whether they see the machine of the alarm: those of a customer see only their own. */
async function readPeople(db: Transaction, alarmId: string, ids: readonly string[]): Promise<Person[]> {
  const { rows } = await sql<Person>`
    SELECT u.id, u.email, u.language, u.timezone, (${seesMachine}) AS sees
    FROM user_account u, alarm a JOIN machine m ON m.key = a.machine_key
    WHERE a.id = ${alarmId} AND u.id = ANY(${ids}::uuid[]) AND u.deleted_at IS NULL
    ORDER BY u.email, u.id
  `.execute(db)
  return rows
}

async function write(
  db: Transaction,
  alarmId: string,
  kind: 'notified' | 'escalated' | 'unreached' | 'escalation_ended',
  userId: string | null,
  note: string | null,
): Promise<void> {
  await sql`
    INSERT INTO alarm_event (alarm_id, kind, actor_id, note) VALUES (${alarmId}, ${kind}, ${userId}, ${note})
  `.execute(db)
}

async function end(db: Transaction, alarmId: string): Promise<void> {
  await sql`DELETE FROM alarm_escalation WHERE alarm_id = ${alarmId}`.execute(db)
}

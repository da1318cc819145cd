import { alarmSeverities, renderWebhook } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { MachineEntry } from '../live/index.ts'
import type { Transaction } from '../platform/database.ts'
import { inLanguage } from '../platform/language.ts'
import type { Mail } from '../platform/mail.ts'
import type { InstallationSettings } from '../platform/settings/installation-settings.ts'
import { addresseesOfAlarm, addresseesOfCustomer, isPosted } from './alarm-readers.ts'
import type { ChangeSet, Cleared, Raised } from './change-set.ts'
import type { Escalation } from './escalation.ts'
import { type MailTimes, mailTime, mailTimesOf } from './mail-time.ts'
import type { Push } from './push/push.ts'
import { type Rule, wordsOf } from './rule.ts'
import { toWebhookValues } from './webhook-values.ts'
import type { Webhooks } from './webhooks.ts'
import { withhold } from './withheld.ts'

export interface NoticesOptions {
  mail: Mail
  webhooks: Webhooks
  push: Push
  escalation: Escalation
  publicUrl: string
  alarmLimit: number
  settings: Pick<InstallationSettings, 'read'>
}

interface Happened {
  raised: readonly Raised[]
  cleared: readonly Cleared[]
  floods: ChangeSet['floodsBegun']
}

/** A mail to addresses that a rule names. */
interface NoticeMail {
  recipients: readonly string[]
  /** The alarm; none where the mail is about all of a customer. */
  about?: string
  /** None where it is about all of a customer. */
  machine?: MachineEntry
  /** Of the site of the machine. */
  zone: string
  /** Asked in the language of each recipient. */
  subject: () => string
  lines: (times: MailTimes) => readonly string[]
}

/** What a POST says of an alarm beside its rule. */
interface AlarmTimes {
  machineID: string
  value?: string | null
  startedAt?: string
  clearedAt: string | null
  clearReason: string | null
}

/** What a notification says of an alarm that was raised. */
export type NotifiedAlarm = Omit<Raised, 'raisedAt'>

/** Notifies people and programs of alarms: written down with the alarms themselves, and sent from there, once each. */
export class Notices {
  readonly #options: NoticesOptions

  constructor(options: NoticesOptions) {
    this.#options = options
  }

  /** Stores the notifications that are due. @param db the transaction that stores the alarms; `wake` when that is committed */
  async write(db: Transaction, { raised, cleared, floods }: Happened): Promise<void> {
    const shelved = await readShelved(db, raised)
    const isShelved = ({ rule, machine }: Raised) => shelved.has(`${rule.id} ${machine.key}`)
    for (const alarm of raised) if (!isShelved(alarm)) await this.#notifyRaised(db, alarm)
    await withhold(db, raised.filter(isShelved))
    // Anyone who was notified that it was raised waits for its end, shelved or not.
    const notified = await readNotified(db, cleared)
    for (const alarm of cleared) if (notified.has(alarm.id)) await this.#notifyCleared(db, alarm)
    await this.#options.push.putChanged(
      db,
      cleared.map(({ id }) => id),
    )
    for (const flood of floods) await this.#notifyFlood(db, flood)
  }

  /** Writes down that alarms are active, as `write` does, which were withheld. */
  async writeWithheld(db: Transaction, alarms: readonly NotifiedAlarm[]): Promise<void> {
    for (const alarm of alarms) await this.#notifyRaised(db, alarm)
  }

  /** Sends what was written. */
  wake(): void {
    this.#options.mail.wake()
    this.#options.webhooks.wake()
  }

  async #notifyRaised(db: Transaction, { id, rule, machine, value, startedAt }: NotifiedAlarm): Promise<void> {
    // Whoever gave the rule a policy wants it gone through, whatever leaves the house otherwise.
    await this.#options.escalation.begin(db, id)
    if (!this.#isNotified(rule)) return
    await this.#options.push.putRaised(db, id, rule.severity)
    if (rule.notifyEmails.length === 0 && rule.webhookUrl === null) return
    await sql`UPDATE alarm SET told = true WHERE id = ${id}`.execute(db)
    const lines = (times: MailTimes) => [
      wordsOf(rule, value),
      '',
      machine.description === null
        ? t('alarmMail.machine', { machine: machine.machineID })
        : t('alarmMail.describedMachine', { machine: machine.machineID, description: machine.description }),
      ...(value === null ? [] : [t('alarmMail.value', { value })]),
      t('alarmMail.since', { time: mailTime(startedAt, times) }),
      ...this.#link(id),
    ]
    const subject = () =>
      t('alarmMail.raisedSubject', { severity: rule.severity, rule: rule.name, machine: machine.machineID })
    const recipients = await addresseesOfAlarm(db, rule.notifyEmails, id)
    await this.#mail(db, { recipients, about: id, machine, zone: machine.timeZone, subject, lines })
    const times = { startedAt: iso(startedAt), clearedAt: null, clearReason: null }
    await this.#post(db, id, 'raised', { rule, machine }, { machineID: machine.machineID, value, ...times })
  }

  async #notifyCleared(db: Transaction, { id, rule, machine, clearedAt, reason }: Cleared): Promise<void> {
    if (rule === undefined) return
    const lines = (times: MailTimes) => [
      t('alarmMail.cleared', { rule: rule.name, reason }),
      '',
      t('alarmMail.machine', { machine: machine.machineID }),
      t('alarmMail.clearedAt', { time: mailTime(clearedAt, times) }),
      ...this.#link(id),
    ]
    const subject = () => t('alarmMail.clearedSubject', { rule: rule.name, machine: machine.machineID })
    const recipients = await addresseesOfAlarm(db, rule.notifyEmails, id)
    await this.#mail(db, { recipients, about: id, machine, zone: machine.timeZone, subject, lines })
    const times = { clearedAt: iso(clearedAt), clearReason: reason }
    await this.#post(db, id, 'cleared', { rule, machine }, { machineID: machine.machineID, ...times })
  }

  async #notifyFlood(db: Transaction, { rule, customerId }: Happened['floods'][number]): Promise<void> {
    const { alarmLimit, publicUrl } = this.#options
    const lines = () => [
      t('alarmMail.flood', { limit: alarmLimit }),
      '',
      t('alarmMail.floodAdvice', { address: new URL('/alarms', publicUrl).toString() }),
    ]
    await this.#mail(db, {
      recipients: await addresseesOfCustomer(db, rule.notifyEmails, customerId),
      zone: this.#options.settings.read('region.timeZone'),
      subject: () => t('alarmMail.floodSubject'),
      lines,
    })
  }

  async #mail(db: Transaction, { recipients, about, machine, zone, subject, lines }: NoticeMail): Promise<void> {
    for (const recipient of recipients) {
      const times = await mailTimesOf(db, recipient, zone)
      if (!times.isWanted) continue
      const words = inLanguage(times.language, () => ({
        subject: subject(),
        body: [...lines(times), '', this.#options.settings.read('product.title')].join('\n'),
      }))
      await this.#options.mail.put(db, {
        userId: null,
        recipient,
        ...words,
        ...(about !== undefined && { about }),
        machineKey: machine?.key,
      })
    }
  }

  async #post(
    db: Transaction,
    id: string,
    event: 'raised' | 'cleared',
    { rule, machine }: Pick<NotifiedAlarm, 'rule' | 'machine'>,
    about: AlarmTimes,
  ): Promise<void> {
    if (rule.webhookUrl === null || !(await isPosted(db, id))) return
    const { name: code, severity, webhookTemplate } = rule
    const [, address] = this.#link(id)
    const alarm = { id, code, severity, ruleId: rule.id, ...about, address }
    const body =
      webhookTemplate === null
        ? { body: JSON.stringify({ event: `alarm.${event}`, alarm }) }
        : renderWebhook(webhookTemplate, toWebhookValues({ event, rule, address, machine, ...about }))
    await this.#options.webhooks.put(db, { alarmId: id, event, url: rule.webhookUrl, ruleId: rule.id, ...body })
  }

  /** Whether alarms of its severity leave the house. */
  #isNotified({ severity }: Rule): boolean {
    const least = this.#options.settings.read('alarms.notifiedFrom')
    return alarmSeverities.indexOf(severity) <= alarmSeverities.indexOf(least)
  }

  #link(id: string): [string, string] {
    return ['', new URL(`/alarms?alarm=${id}`, this.#options.publicUrl).toString()]
  }
}

/** Rules and machines that send no notifications at the moment. */
async function readShelved(db: Transaction, alarms: readonly Raised[]): Promise<Set<string>> {
  if (alarms.length === 0) return new Set()
  const { rows } = await sql<{ rule_id: string; machine_key: number }>`
    SELECT rule_id, machine_key FROM alarm_shelf WHERE until > now()
  `.execute(db)
  return new Set(rows.map(({ rule_id, machine_key }) => `${rule_id} ${machine_key}`))
}

async function readNotified(db: Transaction, alarms: readonly Cleared[]): Promise<Set<string>> {
  if (alarms.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM alarm WHERE told AND id = ANY(${alarms.map(({ id }) => id)}::uuid[])
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

function iso(at: number): string {
  return new Date(at).toISOString()
}

import { t } from '@packhouse/messages'
import type { Principal } from '../../engine/principal.ts'
import type { Db } from '../../platform/database.ts'
import { inLanguage } from '../../platform/language.ts'
import { LINK, type Mail } from '../../platform/mail.ts'
import type { MailFile } from '../../platform/mail-files.ts'
import type { InstallationSettings } from '../../platform/settings/installation-settings.ts'
import { chosenTemplate, type PrepareParts, prepareDocument } from '../generate/prepare-document.ts'
import { renderPublished } from '../templates/template-faults.ts'
import { countDocument } from '../templates/template-versions.ts'
import { Written } from '../written.ts'

const MEBIBYTE = 1024 * 1024

export interface ReportMailParts extends PrepareParts {
  db: Db
  mail: Mail
  publicUrl: string
  settings: InstallationSettings
}

/** A monthly report as its readers get it. */
export interface ReportEdition {
  customerId: string
  customer: string
  /** `2026-10` */
  month: string
  /** BCP 47. */
  language: string
  /** IANA name. */
  timeZone: string
}

/** A report as it is mailed. */
export interface MadeReport {
  file: MailFile
  /** Characters that no font has: a sign is in their place. */
  replaced: readonly string[]
}

export interface ReportAddressee {
  userId: string
  email: string
  /** Of the schedule. */
  name: string
  /** Where its reader unsubscribes; a test has none. */
  unsubscribe: string | undefined
}

/** Makes the reports of months, and the mails that carry them. */
export class ReportMails {
  readonly #parts: ReportMailParts

  constructor(parts: ReportMailParts) {
    this.#parts = parts
  }

  /** @param principal in whose name the report is read. @throws ProblemError where it cannot be made */
  async make(principal: Principal, edition: ReportEdition): Promise<MadeReport> {
    const { db } = this.#parts
    const { customerId: id, month, language: locale, timeZone } = edition
    const asked = { type: 'customerReport' as const, id, parameters: { month }, locale, timeZone, keep: false }
    const template = await chosenTemplate(db, principal, asked)
    const { task, fileName } = await inLanguage(template.locale, () =>
      prepareDocument(this.#parts, principal, template, asked),
    )
    const { pdf, replaced } = await renderPublished(this.#parts, template, task, principal.userId).document
    await countDocument(db, template)
    return { file: { name: fileName, content: pdf }, replaced }
  }

  /** Stores the mail of a report. @param db its transaction; `wake` when that is committed. @returns the id of the mail */
  async put(
    db: Db,
    edition: ReportEdition,
    { file, replaced }: MadeReport,
    addressee: ReportAddressee,
  ): Promise<string> {
    const { mail, settings } = this.#parts
    const isAttached = file.content.length <= settings.read('limits.reportMailMegabytes') * MEBIBYTE
    const words = inLanguage(edition.language, () => this.#wordsOf(edition, { isAttached, replaced }, addressee))
    const { userId, email: recipient, unsubscribe: address } = addressee
    return await mail.put(db, {
      ...{ userId, recipient, ...words },
      ...(isAttached ? { file } : {}),
      ...(address === undefined ? {} : { link: { address, unsubscribes: true } }),
    })
  }

  wake(): void {
    this.#parts.mail.wake()
  }

  /** Whether mails leave the house. */
  get isSent(): boolean {
    return this.#parts.mail.isSent
  }

  #wordsOf(
    edition: ReportEdition,
    { isAttached, replaced }: { isAttached: boolean; replaced: readonly string[] },
    { name, unsubscribe }: ReportAddressee,
  ) {
    const { publicUrl, settings } = this.#parts
    const { customerId, customer, language, timeZone } = edition
    const month = new Written(language, timeZone).month(edition.month)
    const page = new URL(`/customer-reports/${customerId}?month=${edition.month}`, publicUrl).toString()
    const content = isAttached
      ? [t('reportMail.attached', { customer, month })]
      : [t('reportMail.tooLarge', { customer, month }), page]
    const missing = replaced.length > 0 ? ['', t('reportMail.replaced', { characters: replaced.join(' ') })] : []
    const reason =
      unsubscribe === undefined ? [t('reportMail.test', { name })] : [t('reportMail.unsubscribe', { name }), LINK]
    return {
      subject: t('reportMail.subject', { customer, month }),
      body: [...content, ...missing, '', ...reason, '', settings.read('product.title')].join('\n'),
    }
  }
}

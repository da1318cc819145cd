import type { QuoteContent } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { inLanguage } from '../../platform/language.ts'
import { LINK, type Mail } from '../../platform/mail.ts'
import type { LinkRow } from './quote-links.queries.ts'

export interface QuoteMailParts {
  mail: Mail
  /** Where links lead; never taken from a request. */
  publicUrl: string
  /** Who makes the machines, as it is called now. */
  maker: () => string
}

type Recipient = Pick<LinkRow, 'recipientEmail' | 'recipientName' | 'language'>
type Of = Pick<LinkRow, 'projectId' | 'ownerId'>
type Quote = Pick<QuoteContent, 'number' | 'title' | 'version' | 'customer'>

/** What is written in a mail, in the language of its reader. */
interface Words {
  subject: string
  lines: string[]
}

/** Mails to the customer, and to who looks after the quote. None has a price in it: mails are stored, and read by others. */
export class QuoteMails {
  readonly #parts: QuoteMailParts

  constructor(parts: QuoteMailParts) {
    this.#parts = parts
  }

  addressOf(token: string): string {
    return `${this.#parts.publicUrl}/quote/${token}`
  }

  /** Whether a mail server is set; without one, mails are only stored. */
  get areSent(): boolean {
    return this.#parts.mail.isSent
  }

  /** Sends what was stored. To be called when the transaction is committed. */
  wake(): void {
    this.#parts.mail.wake()
  }

  async sent(db: Db, to: Recipient, quote: Quote, link: { token: string; validMinutes: number }): Promise<void> {
    const maker = this.#parts.maker()
    const { token, validMinutes } = link
    await this.#toCustomer(db, to, { address: this.addressOf(token), validMinutes }, () => ({
      subject: t('quoteMail.sentSubject', { number: quote.number, maker }),
      lines: [t('quoteMail.sent', { name: to.recipientName, title: quote.title }), '', LINK, '', maker],
    }))
  }

  async answered(db: Db, to: Recipient, quote: Quote): Promise<void> {
    const maker = this.#parts.maker()
    await this.#toCustomer(db, to, undefined, () => ({
      subject: t('quoteMail.answeredSubject', { number: quote.number }),
      lines: [t('quoteMail.answered', { name: to.recipientName, title: quote.title }), '', maker],
    }))
  }

  async asked(db: Db, of: Of, quote: Quote): Promise<void> {
    const { number, customer } = quote
    await this.#toOwner(db, of, () => ({
      subject: t('quoteMail.askedSubject', { number }),
      lines: [t('quoteMail.asked', { number, customer })],
    }))
  }

  async accepted(db: Db, link: LinkRow, quote: Quote, name: string): Promise<void> {
    const maker = this.#parts.maker()
    const { number, customer, title } = quote
    await this.#toCustomer(db, link, undefined, () => ({
      subject: t('quoteMail.orderSubject', { number, maker }),
      lines: [t('quoteMail.order', { name, title, version: quote.version }), '', maker],
    }))
    await this.#toOwner(db, link, () => ({
      subject: t('quoteMail.acceptedSubject', { number }),
      lines: [t('quoteMail.accepted', { number, customer, name })],
    }))
  }

  async declined(db: Db, of: Of, quote: Quote): Promise<void> {
    const { number, customer } = quote
    await this.#toOwner(db, of, () => ({
      subject: t('quoteMail.declinedSubject', { number }),
      lines: [t('quoteMail.declined', { number, customer })],
    }))
  }

  async #toCustomer(
    db: Db,
    { recipientEmail, language }: Recipient,
    link: { address: string; validMinutes: number } | undefined,
    words: () => Words,
  ): Promise<void> {
    const written = inLanguage(language, words)
    const mail = { userId: null, recipient: recipientEmail, ...toMail(written) }
    await this.#parts.mail.put(db, link === undefined ? mail : { ...mail, link })
  }

  async #toOwner(db: Db, { projectId, ownerId }: Of, words: () => Words): Promise<void> {
    const { rows } = await sql<{ id: string; email: string; language: string | null }>`
      SELECT id, email, language FROM user_account WHERE id = ${ownerId} AND deleted_at IS NULL AND NOT disabled
    `.execute(db)
    const address = new URL(`/estimator/projects?open=${projectId}`, this.#parts.publicUrl).toString()
    for (const { id, email, language } of rows) {
      const { subject, lines } = inLanguage(language, words)
      const written = { subject, lines: [...lines, '', address] }
      await this.#parts.mail.put(db, { userId: id, recipient: email, ...toMail(written) })
    }
  }
}

function toMail({ subject, lines }: Words): { subject: string; body: string } {
  return { subject, body: lines.join('\n') }
}

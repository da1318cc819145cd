import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { inLanguage } from '../../platform/language.ts'
import { LINK, type Mail, type NewMail } from '../../platform/mail.ts'
import { LINK_MINUTES, type LinkPurpose, makeLinkToken } from './link-tokens.ts'

/** To whom a mail goes. */
export interface Addressee {
  id: string
  email: string
}

export interface LinkMailParts {
  mail: Mail
  /** Where links lead; never taken from a request. */
  publicUrl: string
  productTitle: string
}

const SCREENS: Record<LinkPurpose, string> = {
  invitation: 'invitation',
  registration: 'invitation',
  reset: 'reset-password',
}

/**
 * The mails about accounts. No name of a person is in them: anyone who registers chooses it, and the mail would say it to
 * somebody else.
 */
export class LinkMails {
  readonly #parts: LinkMailParts

  constructor(parts: LinkMailParts) {
    this.#parts = parts
  }

  /** Makes a link and stores the mail that carries it. `sendStored` when the transaction is committed. @returns the link */
  async putLink(db: Db, { id, email }: Addressee, purpose: LinkPurpose): Promise<string> {
    const { mail, publicUrl, productTitle } = this.#parts
    const token = await makeLinkToken(db, id, purpose)
    const address = `${publicUrl}/${SCREENS[purpose]}?token=${token}`
    const link = { address, validMinutes: LINK_MINUTES[purpose] }
    const words = await this.#inLanguageOf(db, id, () => wordsOf(purpose, productTitle))
    await mail.put(db, { userId: id, recipient: email, link, ...words })
    return address
  }

  async putPasswordChanged(db: Db, { id, email }: Addressee): Promise<void> {
    const { mail, productTitle } = this.#parts
    const words = await this.#inLanguageOf(db, id, () => ({
      subject: t('mail.passwordChangedSubject', { title: productTitle }),
      body: t('mail.passwordChanged'),
    }))
    await mail.put(db, { userId: id, recipient: email, ...words })
  }

  async putAlreadyRegistered(db: Db, { id, email }: Addressee): Promise<void> {
    const { mail, publicUrl, productTitle } = this.#parts
    const words = await this.#inLanguageOf(db, id, () => ({
      subject: t('mail.alreadyRegisteredSubject', { title: productTitle }),
      body: t('mail.alreadyRegistered', { address: `${publicUrl}/forgot-password` }),
    }))
    await mail.put(db, { userId: id, recipient: email, ...words })
  }

  /** Whether mails leave the house; otherwise links have to be handed over. */
  get isSent(): boolean {
    return this.#parts.mail.isSent
  }

  /** Sends what was stored, where mails leave the house. */
  sendStored(): void {
    this.#parts.mail.wake()
  }

  /** Whoever asks for a mail may read another language than who gets it. */
  async #inLanguageOf(db: Db, userId: string, words: () => Words): Promise<Words> {
    return inLanguage(await languageOf(db, userId), words)
  }
}

type Words = Pick<NewMail, 'subject' | 'body'>

function wordsOf(purpose: LinkPurpose, title: string): Words {
  switch (purpose) {
    case 'invitation':
      return { subject: t('mail.invitationSubject', { title }), body: t('mail.invitation', { title, link: LINK }) }
    case 'registration':
      return { subject: t('mail.registrationSubject', { title }), body: t('mail.registration', { title, link: LINK }) }
    case 'reset':
      return { subject: t('mail.resetSubject', { title }), body: t('mail.reset', { link: LINK }) }
  }
}

/** The language that an account has chosen; null where it has chosen none. */
async function languageOf(db: Db, userId: string): Promise<string | null> {
  const { rows } = await sql<{ language: string | null }>`
    SELECT language FROM user_account WHERE id = ${userId}
  `.execute(db)
  return rows[0]?.language ?? null
}

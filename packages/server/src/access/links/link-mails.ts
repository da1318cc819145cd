import type { Db } from '../../platform/database.ts'
import type { Mail, NewMail } from '../../platform/mail.ts'
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
    await mail.put(db, { userId: id, recipient: email, link, ...this.#words(purpose, productTitle) })
    return address
  }

  async putPasswordChanged(db: Db, { id, email }: Addressee): Promise<void> {
    const { mail, productTitle } = this.#parts
    await mail.put(db, {
      userId: id,
      recipient: email,
      subject: `Your password for ${productTitle} was changed`,
      body: 'The password of your account was changed, and every session was ended.\n\nIf you know nothing of it, tell your administrator.\n',
    })
  }

  async putAlreadyRegistered(db: Db, { id, email }: Addressee): Promise<void> {
    const { mail, publicUrl, productTitle } = this.#parts
    await mail.put(db, {
      userId: id,
      recipient: email,
      subject: `Your account for ${productTitle}`,
      body: `Somebody asked for an account with this address, which has one already.\n\nSet a new password here if you have forgotten yours:\n${publicUrl}/forgot-password\n`,
    })
  }

  /** Sends what was stored, where mails leave the house. */
  sendStored(): void {
    this.#parts.mail.wake()
  }

  #words(purpose: LinkPurpose, title: string): Pick<NewMail, 'subject' | 'body'> {
    const ignore = 'If you did not expect this mail, you can ignore it.\n'
    switch (purpose) {
      case 'invitation':
        return {
          subject: `Your invitation to ${title}`,
          body: `You have an account for ${title}. Set its password here within 7 days:\n\n{link}\n\n${ignore}`,
        }
      case 'registration':
        return {
          subject: `Confirm your account for ${title}`,
          body: `An account for ${title} was asked for with this address. Confirm it by setting its password within 7 days:\n\n{link}\n\n${ignore}`,
        }
      case 'reset':
        return {
          subject: `Set a new password for ${title}`,
          body: `A new password was asked for. Set it here within 30 minutes:\n\n{link}\n\nUntil then the old one stays. ${ignore}`,
        }
    }
  }
}

import type { Principal } from '../../engine/principal.ts'
import type { Database } from '../../platform/database.ts'
import type { AccessParts } from '../auth.actions.ts'
import { sendInvitation } from './invite-people.ts'
import type { Addressee, LinkMails } from './link-mails.ts'
import { setPasswordByLink } from './set-password.ts'

interface InvitationsParts extends Pick<AccessParts, 'passwords' | 'places'> {
  database: Database
  mails: LinkMails
}

/** Where the product itself accepts from. */
const OWN_ADDRESS = '127.0.0.1'

/** Invitations that other areas send and accept, with the mails and the log entries that the calls make. */
export class Invitations {
  readonly #parts: InvitationsParts

  constructor(parts: InvitationsParts) {
    this.#parts = parts
  }

  /** Whether mails leave the installation. */
  get areSent(): boolean {
    return this.#parts.mails.isSent
  }

  /** Invites somebody who has an account. @returns the secret of the link */
  async send(principal: Principal, account: Addressee): Promise<string> {
    const link = await sendInvitation(this.#parts, principal, account)
    this.#parts.mails.sendStored()
    return new URL(link).searchParams.get('token') ?? ''
  }

  /** Sets the first password. @throws ProblemError `link_invalid`, or `invalid_request` at the password */
  async accept(token: string, password: string): Promise<void> {
    await setPasswordByLink(this.#parts, { token, password }, ['invitation'], OWN_ADDRESS)
  }
}

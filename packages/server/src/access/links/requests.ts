import { foldEmail } from '@packhouse/contract'
import { sql } from 'kysely'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database, Db } from '../../platform/database.ts'
import type { Log } from '../../platform/log.ts'
import { networkOf } from '../../platform/network.ts'
import { type Guessed, type GuessStore, StoredGuesses } from '../guess-store.ts'
import { writeSecurityEvent } from '../security-events.ts'
import type { Addressee, LinkMails } from './link-mails.ts'
import type { LinkPurpose } from './link-tokens.ts'

const WINDOW_SECONDS = 15 * 60
const PER_ACCOUNT = 3
const PER_ADDRESS = 100

type Work = (db: Db) => Promise<void>

interface Account extends Addressee {
  /** Whether there is a password. */
  known: boolean
  /** The invitation that was sent last, valid or not. */
  pending: LinkPurpose | null
}

export interface Registration {
  email: string
  first_name: string
  last_name: string
}

/**
 * Mails that anybody can ask for. The asking is answered before anything is looked up, so that neither the answer nor its
 * time reports whether there is an account; what comes of it is seen in the mailbox only.
 */
export class MailRequests {
  readonly #database: Database
  readonly #mails: LinkMails
  readonly #log: Log
  /** Of all nodes together. */
  readonly #asked: GuessStore
  /** Of this process, so that who asks for very much is not counted in the database each time. */
  readonly #address = new RateLimiterMemory({ points: PER_ADDRESS, duration: WINDOW_SECONDS })
  readonly #running = new Set<Promise<void>>()

  constructor(database: Database, mails: LinkMails, log: Log) {
    this.#database = database
    this.#mails = mails
    this.#asked = new StoredGuesses(database.system, 'mail')
    this.#log = log
  }

  /** Waits for what is going on. */
  async stop(): Promise<void> {
    await Promise.all(this.#running)
  }

  /** @param email in the one spelling in which accounts are looked up */
  forgotPassword(email: string, address: string): void {
    this.#run(email, address, async (db) => {
      const account = await find(db, email)
      // Anyone who was invited and has lost the invitation gets it again; anyone who has never been invited gets nothing.
      const purpose = account?.known ? 'reset' : account?.pending
      if (account !== undefined && purpose) await this.#put(db, account, purpose, address)
    })
  }

  /** Makes a user who may do nothing, and sends the link that confirms the address. */
  register({ email, first_name, last_name }: Registration, address: string): void {
    this.#run(foldEmail(email), address, async (db) => {
      const { rows } = await sql<{ id: string }>`
        INSERT INTO user_account (email, first_name, last_name) VALUES (${email}, ${first_name}, ${last_name})
        ON CONFLICT DO NOTHING RETURNING id
      `.execute(db)
      const [made] = rows
      if (made !== undefined) {
        await writeSecurityEvent(db, { userId: made.id, action: 'registered', detail: { address } })
        return await this.#put(db, { id: made.id, email }, 'registration', address)
      }
      const account = await find(db, foldEmail(email))
      if (account?.known) await this.#mails.putAlreadyRegistered(db, account)
      else if (account?.pending) await this.#put(db, account, account.pending, address)
    })
  }

  /** Forgets who registered and never confirmed the address, unless staff have given a role or a right in the meantime. */
  async forgetUnconfirmed(): Promise<void> {
    await sql`
      DELETE FROM user_account u USING password_link l
      WHERE l.user_id = u.id AND l.purpose = 'registration' AND l.expires_at < now()
        AND NOT EXISTS (SELECT FROM user_credential c WHERE c.user_id = u.id)
        AND NOT EXISTS (SELECT FROM permission_source s WHERE s.user_id = u.id)
    `.execute(this.#database.system)
  }

  #run(account: string, address: string, work: Work): void {
    const done = this.#limited(account, address, work)
      .catch((error: Error) => this.#log.error({ error: error.message }, 'A mail that was asked for was not made'))
      .finally(() => this.#running.delete(done))
    this.#running.add(done)
  }

  async #limited(account: string, address: string, work: Work): Promise<void> {
    try {
      // In this order: who is refused by the address leaves nothing to remember of the accounts that were named.
      await this.#address.consume(networkOf(address))
      if (await this.#isTooMuch({ kind: 'address', name: networkOf(address) }, PER_ADDRESS)) return
      if (await this.#isTooMuch({ kind: 'account', name: account }, PER_ACCOUNT)) return
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return
      throw refusal
    }
    await this.#database.system.transaction().execute(work)
    this.#mails.sendStored()
  }

  async #isTooMuch(asked: Guessed, most: number): Promise<boolean> {
    const [count = 0] = await this.#asked.add([asked], WINDOW_SECONDS)
    return count > most
  }

  async #put(db: Db, account: Addressee, purpose: LinkPurpose, address: string): Promise<void> {
    await this.#mails.putLink(db, account, purpose)
    const action = purpose === 'reset' ? 'reset-sent' : 'invitation-sent'
    await writeSecurityEvent(db, { userId: account.id, action, detail: { address } })
  }
}

async function find(db: Db, email: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    SELECT u.id, u.email, c.user_id IS NOT NULL AS known, CASE WHEN l.purpose <> 'reset' THEN l.purpose END AS pending
    FROM user_account u LEFT JOIN user_credential c ON c.user_id = u.id LEFT JOIN password_link l ON l.user_id = u.id
    WHERE email_fold(u.email) = email_fold(${email}) AND u.deleted_at IS NULL AND NOT u.disabled
  `.execute(db)
  return rows[0]
}

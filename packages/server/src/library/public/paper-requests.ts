import { t } from '@packhouse/messages'
import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { currentLanguage, inLanguage } from '../../platform/language.ts'
import type { Mail } from '../../platform/mail.ts'
import type { PublicPageLimits } from '../../platform/public-page-limits.ts'
import type { RateLimiter } from '../../platform/rate-limiter.ts'
import type { Refusals } from '../../platform/refusals.ts'
import type { InstallationSettings } from '../../platform/settings/installation-settings.ts'
import type { SharedRates } from '../../platform/shared-rates.ts'
import type { PaperForm } from './paper-form.ts'
import type { PublicMachine } from './public-machine.queries.ts'

/** So many people get a mail of a request. */
const MOST_RECIPIENTS = 50
const HOUR_SECONDS = 3_600
const DAY_SECONDS = 86_400

export interface PaperRequestParts {
  db: Db
  mail: Mail
  refusals: Refusals
  rates: SharedRates
  limits: PublicPageLimits['paper']
  publicUrl: string
  settings: InstallationSettings
}

/** Takes requests for paper from strangers, within limits, and notifies the staff who answer them. */
export class PaperRequests {
  readonly #parts: PaperRequestParts
  readonly #ofAddress: RateLimiter
  readonly #ofMachine: RateLimiter

  constructor(parts: PaperRequestParts) {
    this.#parts = parts
    this.#ofAddress = parts.rates.limiter('paper of an address', HOUR_SECONDS)
    this.#ofMachine = parts.rates.limiter('paper of a machine', DAY_SECONDS)
  }

  /**
   * Stores a request that was checked, and the mails about it in one transaction.
   * @param network of the sender, by which requests are limited
   * @returns false, and nothing is stored, where a limit is reached
   */
  async store(machine: PublicMachine, form: PaperForm, network: string): Promise<boolean> {
    const { db, limits, mail } = this.#parts
    // First by the address: who is refused by it takes nothing from the limit of the machine.
    if (!(await this.#ofAddress.take(network, limits.perAddress)).admitted) return this.#refuse('paper_of_address')
    if (!(await this.#ofMachine.take(machine.id, limits.perMachine)).admitted) return this.#refuse('paper_of_machine')
    const language = currentLanguage()
    const isStored = await db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ number: number }>`
        INSERT INTO paper_request (machine_id, document_id, state, name, postal_address, email, language)
        SELECT ${machine.id}, ${form.documentId || null}, 'open', ${form.name}, ${form.postalAddress}, ${form.email}, ${language}
        WHERE (SELECT count(*) FROM (SELECT FROM paper_request WHERE state = 'open' LIMIT ${limits.open}) open) < ${limits.open}
        RETURNING number
      `.execute(transaction)
      if (rows[0] !== undefined) await this.#notify(transaction, machine, rows[0].number)
      return rows[0] !== undefined
    })
    if (!isStored) return this.#refuse('paper_requests_open')
    mail.wake()
    return true
  }

  /** Removes the persons of requests that were answered, or made, long enough ago. What nobody answered is declined. */
  async forgetPersons(): Promise<void> {
    const { db, limits } = this.#parts
    await sql`
      UPDATE paper_request SET name = NULL, postal_address = NULL, email = NULL,
        state = CASE state WHEN 'open' THEN 'declined' ELSE state END, updated_at = now(), row_version = row_version + 1
      WHERE num_nonnulls(name, postal_address, email) > 0
        AND CASE state WHEN 'open' THEN created_at ELSE updated_at END < now() - make_interval(days => ${limits.days})
    `.execute(db)
  }

  #refuse(reason: string): false {
    this.#parts.refusals.count('public', reason)
    return false
  }

  /** The mail says nothing of the person: mails are stored, and read by others. */
  async #notify(db: Db, { machineID }: PublicMachine, number: number): Promise<void> {
    const { rows } = await sql<{ id: string; email: string; language: string | null }>`
      SELECT u.id, u.email, u.language FROM user_account u
      WHERE u.customer_id IS NULL AND u.deleted_at IS NULL AND NOT u.disabled
        AND EXISTS (SELECT FROM permission_source p WHERE p.user_id = u.id AND p.permission = 'paperRequest.update')
      ORDER BY u.id LIMIT ${sql.lit(MOST_RECIPIENTS)}
    `.execute(db)
    const { mail, publicUrl, settings } = this.#parts
    const productTitle = settings.read('product.title')
    const address = new URL('/library/documents/paper-requests', publicUrl).toString()
    for (const { id, email, language } of rows) {
      const words = inLanguage(language, () => ({
        subject: t('paperMail.subject', { machine: machineID }),
        body: [t('paperMail.asked', { number, machine: machineID }), '', address, '', productTitle].join('\n'),
      }))
      await mail.put(db, { userId: id, recipient: email, ...words })
    }
  }
}

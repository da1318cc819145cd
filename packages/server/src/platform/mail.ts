import { type Kysely, sql } from 'kysely'
import { createTransport, type NodemailerError } from 'nodemailer'
import type { Log } from './log.ts'
import type { Sealing } from './sealing.ts'
import type { Tables } from './tables.ts'
import { TroubleLog } from './trouble-log.ts'

/** How often the worker looks for mails whose next attempt has come; a new one wakes it at once. */
const LOOK_MS = 2_000
/** A mail is tried that often: with the pauses between, over about two and a half hours. */
const MAX_ATTEMPTS = 10
const FIRST_PAUSE_SECONDS = 10
const LONGEST_PAUSE_SECONDS = 30 * 60
/** After this time an attempt counts as lost with its process, and the mail is tried again. */
const LEASE_SECONDS = 120
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
const LONGEST_REASON = 500
/** Where the link stands in a body. */
const LINK = '{link}'

/** A mail to be. Its body is plain text; `{link}` stands for the link, which is kept apart because it is a secret. */
export interface NewMail {
  /** Whose it is; null where the address is nobody's account. */
  userId: string | null
  recipient: string
  subject: string
  body: string
  link?: { address: string; validMinutes: number }
}

export interface MailOptions {
  db: Kysely<Tables>
  log: Log
  /** For links, which are no more readable in the database than tokens. */
  sealing: Sealing
  /** The mail server and the sender; without them mails are only kept. */
  server: { smtpUrl: string; from: string } | undefined
}

interface Claimed {
  id: string
  recipient: string
  subject: string
  body: string
  sealed_link: Buffer | null
  attempts: number
}

/** Mails are stored first, with what they tell of, and then sent by a worker that tries again. */
export class Mail {
  readonly #options: MailOptions
  readonly #trouble: TroubleLog
  readonly #transport: ReturnType<typeof createTransport> | undefined
  #timer: NodeJS.Timeout | undefined
  #work: Promise<void> = Promise.resolve()
  #isWorking = false
  readonly #stopped = new AbortController()

  constructor(options: MailOptions) {
    this.#options = options
    this.#trouble = new TroubleLog(options.log, 'Mails can be looked for again')
    if (options.server !== undefined) this.#transport = createTransport({ url: options.server.smtpUrl, ...TIMEOUTS })
  }

  /** Whether mails leave the house. */
  get isSent(): boolean {
    return this.#transport !== undefined
  }

  /** The link of a stored mail; null where it was made with another key of the installation. */
  openLink(sealed: Buffer): string | null {
    return this.#options.sealing.open(sealed) ?? null
  }

  start(): void {
    if (this.#transport === undefined) return
    this.#timer = setInterval(() => this.wake(), LOOK_MS)
    this.wake()
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    // What is being sent just now stays waiting: it is tried again when its lease is over.
    this.#stopped.abort()
    await this.#work
    this.#transport?.close()
  }

  /** Forgets mails that are older than 90 days. */
  async forgetOld(): Promise<void> {
    await sql`DELETE FROM mail WHERE created_at < now() - interval '90 days'`.execute(this.#options.db)
  }

  /** Stores a mail. @param db the transaction of what it tells of; `wake` when that is committed */
  async put(db: Kysely<Tables>, { userId, recipient, subject, body, link }: NewMail): Promise<void> {
    const sealed = link === undefined ? null : this.#options.sealing.seal(link.address)
    const [state, next] = this.isSent ? ['waiting', sql`now()`] : ['kept', null]
    await sql`
      INSERT INTO mail (user_id, recipient, subject, body, sealed_link, expires_at, state, next_attempt_at)
      VALUES (${userId}, ${recipient}, ${subject}, ${body}, ${sealed},
        now() + make_interval(mins => ${link?.validMinutes ?? null}), ${state}, ${next})
    `.execute(db)
  }

  /** Sends what is due, unless that is going on. */
  wake(): void {
    if (this.#timer === undefined || this.#isWorking) return
    this.#isWorking = true
    this.#work = this.#sendDue()
      .then(
        () => this.#trouble.end(),
        (error: Error) => this.#trouble.meet('Mails could not be looked for', { error: error.message }),
      )
      .finally(() => {
        this.#isWorking = false
      })
  }

  async #sendDue(): Promise<void> {
    while (this.#timer !== undefined) {
      const mail = await this.#claim()
      if (mail === undefined) return
      await this.#send(mail)
    }
  }

  /** Takes one mail that is due; no other worker takes it while this one is at it. */
  async #claim(): Promise<Claimed | undefined> {
    await sql`
      UPDATE mail SET state = 'failed', sealed_link = NULL, next_attempt_at = NULL,
        reason = 'Its link expired before it was sent. ' || coalesce(reason, '')
      WHERE state = 'waiting' AND next_attempt_at <= now() AND expires_at <= now()
    `.execute(this.#options.db)
    const { rows } = await sql<Claimed>`
      UPDATE mail SET attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
      WHERE id = (
        SELECT id FROM mail WHERE state = 'waiting' AND next_attempt_at <= now()
        ORDER BY next_attempt_at LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      RETURNING id, recipient, subject, body, sealed_link, attempts
    `.execute(this.#options.db)
    return rows[0]
  }

  async #send(mail: Claimed): Promise<void> {
    const { db, server } = this.#options
    const { sealed_link } = mail
    const link = sealed_link === null ? '' : this.openLink(sealed_link)
    if (link === null) return await this.#giveUp(mail, 'Its link was made with another key of the installation.')
    try {
      await this.#transport?.sendMail({
        from: server?.from,
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        text: mail.body.replaceAll(LINK, () => link),
        // RFC 3834: no holiday notices, please.
        headers: { 'Auto-Submitted': 'auto-generated' },
        signal: this.#stopped.signal,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    } catch (error) {
      if (this.#stopped.signal.aborted) return
      return await this.#postpone(mail, error as NodemailerError)
    }
    await sql`
      UPDATE mail SET state = 'sent', sent_at = now(), sealed_link = NULL, next_attempt_at = NULL, reason = NULL
      WHERE id = ${mail.id}
    `.execute(db)
  }

  async #postpone(mail: Claimed, { code, responseCode = 0, message }: NodemailerError): Promise<void> {
    // RFC 5321, 4.2.1: 5yz is final. A refused recipient stays refused; a sign-in or greeting is the operator's to mend.
    const isFinal = responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
    if (isFinal || mail.attempts >= MAX_ATTEMPTS) return await this.#giveUp(mail, message)
    const pause = Math.min(FIRST_PAUSE_SECONDS * 3 ** (mail.attempts - 1), LONGEST_PAUSE_SECONDS)
    await sql`
      UPDATE mail SET next_attempt_at = now() + make_interval(secs => ${pause}), reason = ${toReason(message)}
      WHERE id = ${mail.id}
    `.execute(this.#options.db)
  }

  async #giveUp({ id }: Claimed, message: string): Promise<void> {
    this.#options.log.warn({ mail: id, reason: toReason(message) }, 'A mail was not sent')
    await sql`
      UPDATE mail SET state = 'failed', sealed_link = NULL, next_attempt_at = NULL, reason = ${toReason(message)}
      WHERE id = ${id}
    `.execute(this.#options.db)
  }
}

/** One line that PostgreSQL can store, whatever the mail server has said. */
function toReason(message: string): string {
  return message
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, LONGEST_REASON)
    .toWellFormed()
}

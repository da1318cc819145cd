import { foldEmail, needsSmtpUtf8 } from '@packhouse/contract'
import { sql } from 'kysely'
import type { NodemailerError, SendMailOptions, SMTPTransportOptions, Transporter } from 'nodemailer'
import { z } from 'zod'
import type { Db } from './database.ts'
import type { Encryption } from './encryption.ts'
import { FinalFailure, type JobKind, type Outcome } from './jobs/job-kind.ts'
import type { Jobs } from './jobs/jobs.ts'
import { type MailFile, removeUnusedFiles, storeFile } from './mail-files.ts'
import { offersSmtpUtf8 } from './mail-utf8.ts'
import { escapeText } from './pages/markup.ts'
import { sentence } from './sentence.ts'

const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }
/** Where the link is in a body. */
export const LINK = '{link}'

/** A mail to be. Its body is plain text; `{link}` is the place of the link, which is stored separately because it is a secret. */
export interface NewMail {
  /** Whose it is; null if the address belongs to no account. */
  userId: string | null
  recipient: string
  subject: string
  body: string
  /** The same for mail programs that show HTML, with the same place of the link. */
  html?: string
  link?: MailLink
  file?: MailFile
  /** What it reports of, such as an alarm: mails about one thing to one recipient arrive in the order in which they were stored. */
  about?: string
  /** The machine of whose values it tells: staff read no mails about what is not shared with them. */
  machineKey?: number | undefined
  /** The machines whose figures it has, likewise. */
  machineKeys?: readonly number[] | undefined
}

/** `unsubscribes`: it ends a subscription, so it does not end itself, and mail programs find it in the headers of RFC 8058. */
export type MailLink = { address: string; validMinutes: number } | { address: string; unsubscribes: true }

/** The mail server, as the mail library takes it, and the sender. */
export interface MailServer {
  transport: SMTPTransportOptions
  from: string
}

export interface MailOptions {
  db: Db
  jobs: Jobs
  /** For links, which are no more readable in the database than tokens. */
  encryption: Encryption
  /** Without one mails are only stored. */
  server: MailServer | undefined
  /** How long mails are retained. */
  retainedDays: () => number
}

interface StoredMail {
  recipient: string
  subject: string
  body: string
  html: string | null
  sealed_link: Buffer | null
  has_expired: boolean
  unsubscribes: boolean
  file_name: string | null
  content: Buffer | null
}

/** What decides whether a stored mail can be sent again. */
export interface ResendFacts {
  state: 'kept' | 'waiting' | 'sent' | 'failed'
  body: string
  sealed_link: Buffer | null
  has_expired: boolean
  file_name: string | null
  has_file: boolean
}

/** Whether a mail can be sent again, or why not. */
export type Resend = 'possible' | 'waiting' | 'noServer' | 'linkEnded' | 'fileGone'

const payload = z.object({ mailId: z.uuid() })

/** Mails are stored first, with what they are about, and then sent by a job that tries again. */
export class Mail {
  readonly #options: MailOptions
  #server: MailServer | undefined
  #transport: Transporter | undefined

  constructor(options: MailOptions) {
    this.#options = options
    this.use(options.server)
  }

  /** Sends through another server from now on; the same one goes on. */
  use(server: MailServer | undefined): void {
    if (JSON.stringify(server) === JSON.stringify(this.#server)) return
    this.#transport?.close()
    this.#server = server
    this.#transport = undefined
    // Where the database does not answer now, each ends when its next attempt is due.
    if (server === undefined) void this.#endWaiting().catch(() => undefined)
    else this.wake()
  }

  /** What waits for a server that is gone has its attempt now, in which it is given up: the next server must not send it by surprise. */
  async #endWaiting(): Promise<void> {
    await sql`
      UPDATE job SET next_attempt_at = now() WHERE kind = ${this.job.kind} AND state = 'waiting' AND lease IS NULL AND next_attempt_at > now()
    `.execute(this.#options.db)
    this.wake()
  }

  /** Whether mails leave the house. */
  get isSent(): boolean {
    return this.#server !== undefined
  }

  /** Sends a stored mail: 10 attempts over about two and a half hours. Without a mail server it is given up at once. */
  get job(): JobKind<z.infer<typeof payload>> {
    return {
      kind: 'mail',
      payload,
      run: ({ mailId }, { signal, reason }) => this.#send(mailId, signal, reason),
      record: recordOutcome,
      isOutgoing: true,
      attempts: 10,
      backoff: { first: 10, factor: 3, longest: 30 * 60 },
      leaseSeconds: 120,
      atOnce: 1,
    }
  }

  /** The link of a stored mail; null if it was made with another key of the installation. */
  decryptLink(sealed: Buffer): string | null {
    return this.#options.encryption.decrypt(sealed) ?? null
  }

  stop(): void {
    this.#transport?.close()
  }

  /**
   * The connections to the server in use. The library is loaded with the first mail: it is large.
   * @throws FinalFailure without a server
   */
  async #open(): Promise<{ transport: Transporter; server: MailServer }> {
    const { createTransport } = await import('nodemailer')
    const server = this.#server
    if (server === undefined) {
      throw new FinalFailure(
        sentence`The mail server was removed before it was sent. Enter a mail server and send it again.`,
      )
    }
    this.#transport ??= createTransport({ ...server.transport, ...TIMEOUTS })
    return { transport: this.#transport, server }
  }

  /** Forgets mails that are old enough, and files that no mail has any more. */
  async forgetOld(): Promise<void> {
    const days = this.#options.retainedDays()
    await sql`DELETE FROM mail WHERE created_at < now() - make_interval(days => ${days})`.execute(this.#options.db)
    await removeUnusedFiles(this.#options.db)
  }

  /** Stores a mail. @param db the transaction of what it reports of; `wake` when that is committed. @returns its id */
  async put(
    db: Db,
    { userId, recipient, subject, body, html, link, file, about, machineKey, machineKeys }: NewMail,
  ): Promise<string> {
    const sealed = link === undefined ? null : this.#options.encryption.encrypt(link.address)
    const minutes = link !== undefined && 'validMinutes' in link ? link.validMinutes : null
    const unsubscribes = link !== undefined && 'unsubscribes' in link
    const [state, next] = this.isSent ? ['waiting', sql`now()`] : ['kept', null]
    const sha256 = file === undefined ? null : await storeFile(db, file)
    const { rows } = await sql<{ id: string }>`
      INSERT INTO mail (user_id, recipient, subject, body, html, sealed_link, unsubscribes, expires_at, state, next_attempt_at,
        file_sha256, file_name, machine_key, machine_keys)
      VALUES (${userId}, ${recipient}, ${subject}, ${body}, ${html ?? null}, ${sealed}, ${unsubscribes},
        now() + make_interval(mins => ${minutes}), ${state}, ${next}, ${sha256}, ${file?.name ?? null}, ${machineKey ?? null},
        ${machineKeys ?? null})
      RETURNING id
    `.execute(db)
    const [{ id: mailId } = { id: '' }] = rows
    const turn = about === undefined ? undefined : `${about}/${foldEmail(recipient)}`
    if (this.isSent) await this.#options.jobs.enqueue(db, this.job, { mailId }, turn)
    return mailId
  }

  /** Whether a mail can be sent again. */
  resendOf({ state, body, sealed_link, has_expired, file_name, has_file }: ResendFacts): Resend {
    if (state === 'waiting') return 'waiting'
    if (has_expired || (sealed_link === null && body.includes(LINK))) return 'linkEnded'
    if (file_name !== null && !has_file) return 'fileGone'
    return this.isSent ? 'possible' : 'noServer'
  }

  /**
   * Sends a mail again; `wake` when that is committed.
   * @param db a transaction
   * @returns undefined where there is no such mail
   */
  async sendAgain(db: Db, mailId: string): Promise<{ resend: Resend; recipient: string; subject: string } | undefined> {
    const { rows } = await sql<ResendFacts & { recipient: string; subject: string }>`
      SELECT state, body, sealed_link, coalesce(expires_at <= now(), false) AS has_expired, file_name,
        file_sha256 IS NOT NULL AS has_file, recipient, subject
      FROM mail WHERE id = ${mailId} FOR UPDATE
    `.execute(db)
    const [mail] = rows
    if (mail === undefined) return undefined
    const { recipient, subject } = mail
    const resend = this.resendOf(mail)
    if (resend !== 'possible') return { resend, recipient, subject }
    // One that was given up has left its job behind.
    await sql`DELETE FROM job WHERE kind = ${this.job.kind} AND state = 'dead' AND payload ->> 'mailId' = ${mailId}`.execute(
      db,
    )
    await sql`
      UPDATE mail SET state = 'waiting', attempts = 0, reason = NULL, sent_at = NULL, next_attempt_at = now() WHERE id = ${mailId}
    `.execute(db)
    await this.#options.jobs.enqueue(db, this.job, { mailId })
    return { resend, recipient, subject }
  }

  /** Sends what was stored, where mails leave the house. */
  wake(): void {
    this.#options.jobs.wake()
  }

  async #send(mailId: string, signal: AbortSignal, lastReason: string | null): Promise<void> {
    const { db } = this.#options
    const { rows } = await sql<StoredMail>`
      SELECT recipient, subject, body, html, sealed_link, coalesce(expires_at <= now(), false) AS has_expired, unsubscribes,
        file_name, content
      FROM mail LEFT JOIN mail_file ON sha256 = file_sha256 WHERE id = ${mailId}
    `.execute(db)
    const [mail] = rows
    // Forgotten for its age.
    if (mail === undefined) return
    const link = this.#linkOf(mail, lastReason)
    try {
      const { transport, server } = await this.#open()
      await this.#assertReachable(mail, server)
      await transport.sendMail({
        from: server.from,
        to: { name: '', address: mail.recipient },
        subject: mail.subject,
        text: mail.body.replaceAll(LINK, () => link),
        ...(mail.html === null ? {} : { html: mail.html.replaceAll(LINK, () => escapeText(link)) }),
        headers: headersOf(mail, link),
        attachments: attachmentsOf(mail),
        signal,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
    } catch (error) {
      if (error instanceof FinalFailure) throw error
      throw isFinal(error as NodemailerError) ? new FinalFailure((error as Error).message) : error
    }
  }

  /** Without SMTPUTF8 the library would send letters that the server cannot read, perhaps to somebody else. */
  async #assertReachable({ recipient }: StoredMail, server: MailServer): Promise<void> {
    if (!needsSmtpUtf8(recipient)) return
    if (await offersSmtpUtf8({ ...server.transport, ...TIMEOUTS })) return
    throw new FinalFailure(
      `The mail server does not offer SMTPUTF8 (RFC 6531), without which nothing can be sent to ${recipient}: it has letters beyond ASCII before the @. Enter another address, or use a mail server that offers it.`,
    )
  }

  /** @throws FinalFailure where the link is of no use any more */
  #linkOf({ sealed_link, has_expired, body }: StoredMail, lastReason: string | null): string {
    if (has_expired) throw new FinalFailure(`Its link expired before it was sent. ${lastReason ?? ''}`)
    if (sealed_link === null) {
      if (!body.includes(LINK)) return ''
      throw new FinalFailure('Its link was forgotten when it was given up. Send a new one.')
    }
    const link = this.decryptLink(sealed_link)
    if (link === null) throw new FinalFailure('Its link was made with another key of the installation.')
    return link
  }
}

/** RFC 5321, 4.2.1: 5yz is final. A refused recipient stays refused; a sign-in or greeting is the operator's to mend. */
function isFinal({ code, responseCode = 0 }: NodemailerError): boolean {
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

/** RFC 3834: no holiday notices, please. RFC 8058: one click of a mail program ends a subscription. */
function headersOf({ unsubscribes }: StoredMail, link: string): Record<string, string> {
  const headers = { 'Auto-Submitted': 'auto-generated' }
  if (!unsubscribes) return headers
  return { ...headers, 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function attachmentsOf({ file_name, content }: StoredMail): NonNullable<SendMailOptions['attachments']> {
  return file_name === null || content === null ? [] : [{ filename: file_name, content }]
}

/** A link is forgotten when its mail is sent, and its file too; a link that opens an account also when it is given up. */
async function recordOutcome(db: Db, { mailId }: z.infer<typeof payload>, outcome: Outcome): Promise<void> {
  const { state, attempts } = outcome
  if (state === 'waiting') {
    await sql`
      UPDATE mail SET state = 'waiting', attempts = ${attempts}, reason = ${outcome.reason}, next_attempt_at = ${outcome.nextAttemptAt}
      WHERE id = ${mailId}
    `.execute(db)
    return
  }
  const [is, sentAt, reason] = state === 'done' ? ['sent', sql`now()`, null] : ['failed', null, outcome.reason]
  await sql`
    UPDATE mail SET state = ${is}, attempts = ${attempts}, reason = ${reason}, sent_at = ${sentAt}, next_attempt_at = NULL,
      sealed_link = CASE WHEN unsubscribes AND ${is} = 'failed' THEN sealed_link END,
      file_sha256 = CASE WHEN ${is} = 'failed' THEN file_sha256 END
    WHERE id = ${mailId}
  `.execute(db)
}

import { randomUUID } from 'node:crypto'
import type { Principal } from '../../engine/principal.ts'
import { ProblemError } from '../../engine/problem-error.ts'
import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { toReason } from '../../platform/jobs/job-kind.ts'
import { installationLocale } from '../../platform/language.ts'
import type { Log } from '../../platform/log.ts'
import { sentence } from '../../platform/sentence.ts'
import { monthSpan } from '../sources/customer-report/month.ts'
import type { MadeReport, ReportEdition, ReportMails } from './report-mails.ts'
import {
  type ClaimedRun,
  claimRun,
  endRun,
  giveBack,
  type Outcome,
  type Recipient,
  readRecipients,
  renewClaim,
  writeFailed,
  writeMail,
  writeQueued,
} from './run-rows.ts'
import { newUnsubscribeToken, unsubscribeAddress } from './unsubscribe-links.ts'

/** A run that failed for somebody is tried so often, an hour apart. */
const MOST_ATTEMPTS = 5
const PAUSE_MS = 60 * 60_000

export interface ReportRunParts {
  db: Db
  log: Log
  mails: ReportMails
  publicUrl: string
}

/** The readers of one edition. */
interface Readers {
  edition: ReportEdition
  isOfStaff: boolean
  userIds: string[]
}

/** Why a run is not over yet. */
interface Left {
  failed: number
  /** When the month is over in the zones where it is not yet, Unix ms. */
  over: number[]
}

/** Sends the monthly reports that are due: one report after the other, and each once for all who read the same. */
export class ReportRuns {
  readonly #parts: ReportRunParts

  constructor(parts: ReportRunParts) {
    this.#parts = parts
  }

  /** Makes the runs that are due. Several servers may do so at the same time. @param signal ends it before the next report */
  async run(signal: AbortSignal): Promise<void> {
    for (;;) {
      if (signal.aborted) return
      const claimed = await claimRun(this.#parts.db, randomUUID())
      if (claimed === undefined) return
      await this.#make(claimed, signal)
    }
  }

  async #make(run: ClaimedRun, signal: AbortSignal): Promise<void> {
    const { db } = this.#parts
    // The last attempts went down with their process: one that ends every process must not be tried for ever.
    if (run.attempts > MOST_ATTEMPTS) return await endRun(db, run, 'done')
    const left: Left = { failed: 0, over: [] }
    for (const readers of groupReaders(run, await readRecipients(db, run))) {
      if (signal.aborted) return await giveBack(db, run)
      if (!(await renewClaim(db, run))) return await endRun(db, run, 'done')
      const { to } = monthSpan(readers.edition.timeZone, run.month)
      if (to > clock.now()) left.over.push(to)
      else left.failed += await this.#send(run, readers)
    }
    await endRun(db, run, outcomeOf(run, left))
  }

  /** @returns for how many of them it failed */
  async #send(run: ClaimedRun, { edition, isOfStaff, userIds }: Readers): Promise<number> {
    let report: MadeReport
    try {
      report = await this.#parts.mails.make(readerOf(run, isOfStaff), edition)
    } catch (error) {
      for (const userId of userIds) await this.#fail(run, userId, error)
      return userIds.length
    }
    let failed = 0
    for (const userId of userIds) {
      await this.#mail(run, edition, report, userId).catch(async (error) => {
        failed += 1
        await this.#fail(run, userId, error)
      })
    }
    this.#parts.mails.wake()
    return failed
  }

  async #mail(run: ClaimedRun, edition: ReportEdition, report: MadeReport, userId: string): Promise<void> {
    const { db, mails, publicUrl } = this.#parts
    const { token, hash } = newUnsubscribeToken()
    await db.transaction().execute(async (transaction) => {
      const email = await writeQueued(transaction, run, userId, hash)
      if (email === undefined) return
      const addressee = { userId, email, name: run.name, unsubscribe: unsubscribeAddress(publicUrl, token) }
      await writeMail(transaction, run, userId, await mails.put(transaction, edition, report, addressee))
    })
  }

  async #fail(run: ClaimedRun, userId: string, error: unknown): Promise<void> {
    const { db, log } = this.#parts
    const reason = wordsOf(error)
    log.warn({ schedule: run.id, month: run.month, error: toReason(error) }, 'A monthly report was not sent')
    await writeFailed(db, run, userId, reason)
  }
}

/** One edition for all who read the same language in the same zone; staff have one of their own, without machines that are not shared. */
function groupReaders(run: ClaimedRun, recipients: readonly Recipient[]): Readers[] {
  const groups = new Map<string, Readers>()
  for (const { userId, ...reader } of recipients) {
    const language = reader.language ?? installationLocale()
    const timeZone = reader.timeZone ?? run.timeZone
    const { customerId, customer, month } = run
    const edition = { customerId, customer, month, language, timeZone }
    const { isOfStaff } = reader
    const key = `${language} ${timeZone} ${isOfStaff}`
    const group = groups.get(key) ?? { edition, isOfStaff, userIds: [] }
    group.userIds.push(userId)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** A report is read with the rights of the customer's own people, or as staff see that customer: nothing of another customer can be in it. */
function readerOf({ id, customerId }: ClaimedRun, isOfStaff: boolean): Principal {
  // No account: the schedule takes its turn at reading and rendering as a person does.
  return { userId: id, sessionId: undefined, customerId, isOfStaff, permissions: new Set(['customer.access']) }
}

function outcomeOf({ attempts }: ClaimedRun, { failed, over }: Left): Outcome {
  const isRetried = failed > 0 && attempts < MOST_ATTEMPTS
  if (!isRetried && over.length === 0) return 'done'
  const times = [...over, ...(isRetried ? [clock.now() + PAUSE_MS] : [])]
  // Waiting for the end of a month is no failure.
  return { again: new Date(Math.min(...times)), attempts: isRetried ? attempts : Math.max(1, attempts - 1) }
}

/** What people are shown of an error: that of the product in its words, nothing of what lies behind others. */
function wordsOf(error: unknown): string {
  if (error instanceof ProblemError) return toReason(error)
  return sentence`The report could not be made.`
}

import { SHIFT_WAIT_MINUTES } from '@packhouse/contract'
import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { toReason } from '../../platform/jobs/job-kind.ts'
import { inLanguage, installationLocale } from '../../platform/language.ts'
import type { Log } from '../../platform/log.ts'
import type { Mail } from '../../platform/mail.ts'
import type { InstallationSettings } from '../../platform/settings/installation-settings.ts'
import { newUnsubscribeToken, unsubscribeAddress } from '../schedules/unsubscribe-links.ts'
import { Written } from '../written.ts'
import {
  type DueShift,
  readDueShifts,
  readShiftReaders,
  type ShiftReader,
  writeAttempt,
  writeDelivery,
} from './due-shifts.queries.ts'
import { type FactParts, factsFor, readShiftFacts, type ShiftFacts } from './shift-facts.ts'
import { shiftMail } from './shift-words.ts'

/** A report that failed is tried so often, a minute apart. */
const MOST_ATTEMPTS = 5

export interface ShiftReportParts extends FactParts {
  db: Db
  log: Log
  mail: Mail
  publicUrl: string
  settings: InstallationSettings
}

/** Mails the reports of shifts that are over, each once to each of its readers. */
export class ShiftReports {
  readonly #parts: ShiftReportParts

  constructor(parts: ShiftReportParts) {
    this.#parts = parts
  }

  /** Several servers may do so at the same time. @param signal ends it before the next report */
  async run(signal: AbortSignal): Promise<void> {
    for (const shift of await readDueShifts(this.#parts.db)) {
      if (signal.aborted) return
      await this.#report(shift)
    }
  }

  async #report(shift: DueShift): Promise<void> {
    const { db, log, mail } = this.#parts
    try {
      const facts = await readShiftFacts(this.#parts, shift)
      // Late records may still come.
      if (facts.isMissing && clock.now() < shift.to.getTime() + SHIFT_WAIT_MINUTES * 60_000) return
      for (const reader of await readShiftReaders(db, shift)) await this.#mail(shift, factsFor(facts, reader), reader)
      await writeAttempt(db, shift, true)
      mail.wake()
    } catch (error) {
      log.warn({ shift: shift.shiftId, day: shift.day, error: toReason(error) }, 'The report of a shift was not sent')
      await writeAttempt(db, shift, shift.attempts + 1 >= MOST_ATTEMPTS)
    }
  }

  async #mail(shift: DueShift, facts: ShiftFacts, { userId, email, language }: ShiftReader): Promise<void> {
    const { db, mail, publicUrl, settings } = this.#parts
    const { token, hash } = newUnsubscribeToken()
    const locale = language ?? installationLocale()
    const words = inLanguage(locale, () =>
      shiftMail(shift, facts, new Written(locale, shift.timeZone), {
        address: (machineID) => addressOf(publicUrl, machineID, shift),
        product: settings.read('product.title'),
      }),
    )
    await db.transaction().execute(async (transaction) => {
      if (!(await writeDelivery(transaction, shift, userId, hash))) return
      const link = { address: unsubscribeAddress(publicUrl, token), unsubscribes: true as const }
      const machineKeys = facts.machines.map(({ key }) => key)
      await mail.put(transaction, { userId, recipient: email, ...words, link, machineKeys })
    })
  }
}

/** The page of a machine with the shift as its window. */
function addressOf(publicUrl: string, machineID: string, { from, to }: DueShift): string {
  const window = new URLSearchParams({ from: from.toISOString(), to: to.toISOString() })
  return new URL(`/machines/${encodeURIComponent(machineID)}?${window}`, publicUrl).toString()
}

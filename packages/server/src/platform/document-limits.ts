import type { z } from 'zod'
import { wholeNumber } from './environment-fields.ts'

const MIB = 1024 * 1024

/** The variables that bound the rendering of documents; `docs/operations.md` explains each. */
export const documentLimitVariables = {
  PDF_PROCESSES: wholeNumber(1, 64, 2),
  PDF_QUEUE: wholeNumber(1, 10_000, 100),
  PDF_PER_USER: wholeNumber(1, 1_000, 4),
  PDF_SECONDS: wholeNumber(1, 600, 20),
  PDF_MEMORY_MB: wholeNumber(256, 65_536, 1_024),
  PDF_PAGES: wholeNumber(1, 10_000, 500),
  PDF_WAIT_MS: wholeNumber(0, 30_000, 2_000),
  REPORT_MAIL_MB: wholeNumber(0, 25, 7),
}

/** What the rendering of documents may take. */
export interface DocumentLimits {
  processes: number
  queue: number
  perOwner: number
  timeoutMs: number
  /** Of one process. */
  memoryBytes: number
  pages: number
  /** A request waits this long for its document; then it goes on as a job. */
  waitMs: number
  /** Larger reports are not attached to mails: these have a link instead. */
  mailBytes: number
}

export function documentLimitsOf(env: z.infer<z.ZodObject<typeof documentLimitVariables>>): DocumentLimits {
  return {
    processes: env.PDF_PROCESSES,
    queue: env.PDF_QUEUE,
    perOwner: env.PDF_PER_USER,
    timeoutMs: env.PDF_SECONDS * 1_000,
    memoryBytes: env.PDF_MEMORY_MB * MIB,
    pages: env.PDF_PAGES,
    waitMs: env.PDF_WAIT_MS,
    mailBytes: env.REPORT_MAIL_MB * MIB,
  }
}

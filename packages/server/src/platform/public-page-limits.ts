import type { z } from 'zod'
import { wholeNumber } from './environment-fields.ts'

/** The variables that bound what strangers may take of public machine pages; `docs/operations.md` explains each. */
export const publicPageVariables = {
  PUBLIC_PAGES_PER_ADDRESS: wholeNumber(1, 1_000_000, 120),
  PUBLIC_PAGES_PER_LINK: wholeNumber(1, 1_000_000, 600),
  PAPER_REQUESTS_PER_ADDRESS: wholeNumber(1, 100_000, 5),
  PAPER_REQUESTS_PER_MACHINE: wholeNumber(1, 100_000, 20),
  PAPER_REQUESTS_OPEN: wholeNumber(1, 10_000_000, 10_000),
  PAPER_REQUEST_DAYS: wholeNumber(1, 3_650, 90),
}

export interface PublicPageLimits {
  /** Pages and files of one address in a minute. */
  perAddress: number
  /** The same of one link, from all addresses together. */
  perLink: number
  paper: {
    /** Requests of one address in an hour, and for one machine in a day. */
    perAddress: number
    perMachine: number
    /** Requests that wait for an answer, of all machines. */
    open: number
    /** Days after which the person of a request is removed: from its answer, or from the request where there was none. */
    days: number
  }
}

export function publicPageLimitsOf(env: z.infer<z.ZodObject<typeof publicPageVariables>>): PublicPageLimits {
  return {
    perAddress: env.PUBLIC_PAGES_PER_ADDRESS,
    perLink: env.PUBLIC_PAGES_PER_LINK,
    paper: {
      perAddress: env.PAPER_REQUESTS_PER_ADDRESS,
      perMachine: env.PAPER_REQUESTS_PER_MACHINE,
      open: env.PAPER_REQUESTS_OPEN,
      days: env.PAPER_REQUEST_DAYS,
    },
  }
}

import { z } from 'zod'
import { wholeNumber } from './environment-fields.ts'

const MEGABYTE = 1024 * 1024

/** The variables that bound what is stored of messages that did not become records; `docs/operations.md` explains each. */
export const storageLimitVariables = {
  DEAD_LETTERS_PER_SENDER: wholeNumber(1, 1_000_000, 2_000),
  DEAD_LETTERS_PER_CUSTOMER: wholeNumber(1, 10_000_000, 20_000),
  DEAD_LETTERS: wholeNumber(1, 10_000_000, 100_000),
  DEAD_LETTER_DAYS: wholeNumber(1, 3_650, 30),
  DEAD_LETTERS_FULL: z.enum(['withhold', 'acknowledge'], 'must be withhold or acknowledge').default('withhold'),
  HELD_MEGABYTES_PER_MACHINE: wholeNumber(1, 100_000, 64),
  HELD_MEGABYTES: wholeNumber(1, 1_000_000, 2_048),
}

/** How much is stored of messages that did not become records. */
export interface StorageLimits {
  /** Dead letters of one device and machine, of one customer, and of all. */
  lettersPerSender: number
  lettersPerCustomer: number
  letters: number
  /** How long a dead letter is retained after it was last seen. */
  letterDays: number
  /** Whether messages beyond these limits are acknowledged nevertheless. */
  whenFull: 'withhold' | 'acknowledge'
  /** Records that wait until our clock is right, of one machine and of all. */
  heldBytesPerMachine: number
  heldBytes: number
}

export function storageLimitsOf(env: z.infer<z.ZodObject<typeof storageLimitVariables>>): StorageLimits {
  return {
    lettersPerSender: env.DEAD_LETTERS_PER_SENDER,
    lettersPerCustomer: env.DEAD_LETTERS_PER_CUSTOMER,
    letters: env.DEAD_LETTERS,
    letterDays: env.DEAD_LETTER_DAYS,
    whenFull: env.DEAD_LETTERS_FULL,
    heldBytesPerMachine: env.HELD_MEGABYTES_PER_MACHINE * MEGABYTE,
    heldBytes: env.HELD_MEGABYTES * MEGABYTE,
  }
}

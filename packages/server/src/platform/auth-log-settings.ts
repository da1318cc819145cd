import type { z } from 'zod'
import { wholeNumber } from './environment-fields.ts'

/** The variables of the log of sign-ins; `docs/operations.md` explains each. */
export const authLogVariables = {
  AUTH_LOG_DAYS: wholeNumber(31, 3_650, 400),
  AUTH_LOG_QUEUE: wholeNumber(100, 100_000, 1_000),
}

export interface AuthLogSettings {
  /** How long sign-ins and counters of API calls are retained; whole months are removed. */
  days: number
  /** Refusals of one minute that have a row of their own, by actor, address and kind. */
  queue: number
}

export function authLogSettingsOf(env: z.infer<z.ZodObject<typeof authLogVariables>>): AuthLogSettings {
  return { days: env.AUTH_LOG_DAYS, queue: env.AUTH_LOG_QUEUE }
}

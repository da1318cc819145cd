import { z } from 'zod'
import { CLOCK_AHEAD_LIMIT_MS } from '../monitoring/constants.ts'

/** A time by the clock of the device on which something was entered. Such a clock may be a little ahead. */
export const deviceTimeSchema = z.iso
  .datetime({ offset: true })
  .refine((text) => Date.parse(text) <= Date.now() + CLOCK_AHEAD_LIMIT_MS, 'must not be in the future')

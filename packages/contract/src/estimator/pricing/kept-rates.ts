import { z } from 'zod'
import { rateKinds } from '../../customers/exchange-rates.ts'
import { exact, quotient, rounded, times, written } from './exact.ts'

/** Decimals of unit prices. */
const SCALE = 6
/** Most currencies from which a project converts. */
const MAX_RATES = 50

const keptRateSchema = z.strictObject({
  from: z.string(),
  to: z.string(),
  rate: z.string().meta({ examples: ['11.4820'] }),
  validOn: z.iso.date(),
  kind: z.enum(rateKinds),
  source: z.string().nullable(),
})
/** A rate as it was when a project took it. */
export type KeptRate = z.infer<typeof keptRateSchema>
export const keptRatesSchema = z.array(keptRateSchema).max(MAX_RATES)
export { keptRateSchema }

/** Decimals that a price may have: none where the currency has none, or else six. */
export function priceDecimals({ minorUnits }: { minorUnits: number }): number {
  return minorUnits === 0 ? 0 : SCALE
}

/** A price in another currency. @param decimals most that it has @throws RangeError for a text that is not a decimal number */
export function convertedPrice(price: string, rate: string, decimals = SCALE): string {
  return trimmed(written(rounded(times(exact(price), exact(rate)), decimals)))
}

/** A price that was converted by one rate, as another one would have it. @param before greater than 0 */
export function reconvertedPrice(price: string, before: string, now: string, decimals = SCALE): string {
  return trimmed(written(quotient(times(exact(price), exact(now)), exact(before), decimals)))
}

function trimmed(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

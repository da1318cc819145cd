import type { KeptRate } from '@packhouse/contract'

/** Of a euro, around which the rates of two years move. */
const MIDDLE = { NOK: 11.6, GBP: 0.85 } as const
const MONTHS = 26
const DAY = 15
const SOURCE = 'Central bank'

type Converted = keyof typeof MIDDLE

/** From the euro and back, for each of the months up to a day. What is turned round is a rate of its own: nothing is inverted when it is looked up. */
export function sampleRates(today: Date): KeptRate[] {
  const months = Array.from({ length: MONTHS }, (_, ago) => {
    return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - ago, DAY))
  }).filter((day) => day <= today)
  const currencies: Converted[] = ['NOK', 'GBP']
  return currencies.flatMap((currency) =>
    months.flatMap((day) => {
      const rate = onDay(currency, day)
      const common = { validOn: day.toISOString().slice(0, 10), kind: 'mid' as const, source: SOURCE }
      return [
        { from: 'EUR', to: currency, rate: rate.toFixed(2), ...common },
        { from: currency, to: 'EUR', rate: (1 / rate).toFixed(6), ...common },
      ]
    }),
  )
}

/** The rate that a quote of this day has taken for the prices of the catalogue; undefined where it is in euros. */
export function rateTaken(rates: readonly KeptRate[], currency: string, day: Date): KeptRate | undefined {
  const until = day.toISOString().slice(0, 10)
  return rates.find(({ from, to, validOn }) => from === 'EUR' && to === currency && validOn <= until)
}

/** With two decimals, as they are agreed with customers. */
function onDay(currency: Converted, day: Date): number {
  const months = day.getUTCFullYear() * 12 + day.getUTCMonth()
  return Math.round(MIDDLE[currency] * (1 + 0.03 * Math.sin(months / 3)) * 100) / 100
}

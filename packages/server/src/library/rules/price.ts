import type { MachineConfiguration, RevisionContent } from '@packhouse/contract'

/** Amounts of money have four decimals at most; whole ten-thousandths add up exactly. */
const SCALE = 4

/** The price of a machine with the options that are taken; null wherever something is not known, which is named. */
export function configuredPrice(
  { machine, options }: RevisionContent,
  taken: ReadonlySet<string>,
): NonNullable<MachineConfiguration['price']> {
  const chosen = options.filter(({ id }) => taken.has(id))
  // What is standard is part of the base price, unless it says otherwise.
  const without = chosen.filter(({ price, availability }) => price === null && availability !== 'standard')
  const sum = addDecimals(chosen.flatMap(({ price }) => price ?? []))
  const missing = [
    ...without.map(({ id }) => id),
    ...(machine.basePrice === null ? ['base'] : []),
    ...(machine.currency === null ? ['currency'] : []),
  ]
  return {
    currency: machine.currency,
    base: machine.basePrice,
    options: without.length > 0 ? null : sum,
    total: missing.length > 0 || machine.basePrice === null ? null : addDecimals([machine.basePrice, sum]),
    missing,
  }
}

/** Days of a machine with the options that are taken, each of which adds its own. @param today as YYYY-MM-DD */
export function configuredLeadTime(
  { machine, options }: RevisionContent,
  taken: ReadonlySet<string>,
  today: string,
): NonNullable<MachineConfiguration['leadTime']> {
  const optionDays = options.reduce((sum, { id, leadDays }) => sum + (taken.has(id) ? (leadDays ?? 0) : 0), 0)
  const days = machine.leadWeeks === null ? null : machine.leadWeeks * 7 + optionDays
  return { weeks: machine.leadWeeks, optionDays, days, deliveredOn: days === null ? null : dayAfter(today, days) }
}

/** The exact sum of decimals such as `1250.5`, without zeros that say nothing. */
export function addDecimals(amounts: readonly string[]): string {
  const total = amounts.reduce((sum, amount) => sum + scaled(amount), 0n)
  const digits = total.toString().padStart(SCALE + 1, '0')
  const decimals = digits.slice(-SCALE).replace(/0+$/, '')
  return decimals === '' ? digits.slice(0, -SCALE) : `${digits.slice(0, -SCALE)}.${decimals}`
}

function scaled(amount: string): bigint {
  const [whole = '', decimals = ''] = amount.split('.')
  return BigInt(whole + decimals.padEnd(SCALE, '0'))
}

function dayAfter(today: string, days: number): string {
  return new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
}

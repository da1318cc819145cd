import { countries as countryFacts, type ICountry } from 'countries-list'
import currencyCodes from 'currency-codes'
import isoCountries from 'i18n-iso-countries'
import { sql } from 'kysely'
import type { Database } from '../platform/database.ts'
import { mainTimeZone } from './main-time-zone.ts'

/** Kosovo's XK is user-assigned: in use, and not part of ISO 3166-1. */
const NOT_ISO = new Set(['XK'])
/** Codes of ISO 4217 that no price is in: testing, no currency, and metals and bond units. */
const NOT_MONEY = /^(XTS|XXX|XA[UG]|XP[DT]|XB[ABCD]|XSU|XUA|XDR)$/

/** The smallest amounts in cash where they are above the last decimal and rounding to them is usual in quotes. */
const CASH_STEPS: Readonly<Record<string, string>> = { CHF: '0.05' }

/** The rows as JSON, for every start in one process: to look up the zones of all countries takes a tenth of a second. */
let knownCountries: string | undefined

/** Fills countries (ISO 3166-1) and currencies (ISO 4217) where they are missing; what people have changed stays. */
export async function seedReferenceData(database: Database): Promise<void> {
  knownCountries ??= JSON.stringify(countries())
  await database.system.transaction().execute(async (db) => {
    await sql`
      INSERT INTO currency (code, name, symbol, minor_units, rounding, active)
      SELECT code, name, symbol, digits, "cashStep", true FROM jsonb_to_recordset(${JSON.stringify(currencies())}::jsonb)
        AS given (code text, name text, symbol text, digits int, "cashStep" numeric)
      ON CONFLICT (code) DO UPDATE SET symbol = coalesce(currency.symbol, excluded.symbol)
      WHERE currency.symbol IS NULL AND excluded.symbol IS NOT NULL
    `.execute(db)
    await sql`
      INSERT INTO country (iso2, iso3, "numeric", name, dial_code, currency, timezone, active)
      SELECT given.iso2, given.iso3, given."numeric", given.name, given."dialCode", currency.code, given.timezone, true
      FROM jsonb_to_recordset(${knownCountries}::jsonb)
        AS given (iso2 text, iso3 text, "numeric" text, name text, "dialCode" text, currency text, timezone text)
        LEFT JOIN currency ON currency.code = given.currency
      ON CONFLICT (iso2) DO UPDATE SET timezone = excluded.timezone
      WHERE country.timezone IS NULL AND excluded.timezone IS NOT NULL
    `.execute(db)
  })
}

function currencies() {
  return currencyCodes.data
    .filter(({ code }) => !NOT_MONEY.test(code))
    .map(({ code, currency, digits }) => ({
      code,
      name: currency,
      symbol: symbolOf(code),
      digits: Math.min(digits, 4),
      cashStep: CASH_STEPS[code] ?? null,
    }))
}

function countries() {
  return Object.keys(isoCountries.getAlpha2Codes())
    .filter((iso2) => !NOT_ISO.has(iso2))
    .map((iso2) => {
      const facts: ICountry | undefined = countryFacts[iso2 as keyof typeof countryFacts]
      const [phone] = facts?.phone ?? []
      return {
        iso2,
        iso3: isoCountries.alpha2ToAlpha3(iso2),
        numeric: isoCountries.alpha2ToNumeric(iso2),
        name: facts?.name ?? isoCountries.getName(iso2, 'en') ?? iso2,
        dialCode: phone === undefined ? null : `+${phone}`,
        currency: facts?.currency[0] ?? null,
        timezone: mainTimeZone(iso2),
      }
    })
}

/** The sign people write, where it is another one than the code. */
function symbolOf(currency: string): string | null {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0)
  const symbol = parts.find((part) => part.type === 'currency')?.value
  return symbol === undefined || symbol === currency ? null : symbol
}

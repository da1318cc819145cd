import { z } from 'zod'
import { defineCall } from '../engine/call.ts'
import { field } from '../engine/field.ts'
import { defineResource } from '../engine/resource.ts'
import { dayUnder } from '../engine/text-schemas.ts'

const code: [RegExp, string] = [/^[A-Z]{3}$/, 'must be the code of a currency, such as EUR']
export const rateKinds = ['mid', 'buy', 'sell'] as const

/** Rates between currencies. They are never changed: a quote that used one must find it again. */
export const exchangeRates = defineResource({
  name: 'exchangeRate',
  table: 'exchange_rate',
  area: 'Reference data',
  noun: ['exchange rate', 'exchange rates'],
  fields: {
    from: field.text({
      label: 'From',
      codeOf: 'currency',
      example: 'EUR',
      required: true,
      pattern: code,
      filter: true,
      sort: true,
      search: true,
    }),
    to: field.text({
      label: 'To',
      codeOf: 'currency',
      example: 'NOK',
      required: true,
      pattern: code,
      filter: true,
      sort: true,
      search: true,
    }),
    rate: field.decimal({
      label: 'Rate',
      help: 'Units of “To” per unit of “From”',
      required: true,
      decimalPlaces: 10,
      positive: true,
    }),
    validOn: field.date({ label: 'Valid on', required: true, sort: true }),
    kind: field.choice(rateKinds, { label: 'Kind', required: true, fallback: 'mid', filter: true }),
    source: field.text({ label: 'Source', search: true }),
  },
  mounts: [{ path: '/v1/exchange-rates' }],
  label: 'from',
  sublabel: 'to',
  defaultSort: '-validOn,from,to',
  rules: {
    exchange_rate_once: {
      code: 'duplicate',
      fields: ['validOn'],
      key: ['from', 'to', 'validOn', 'kind'],
      message: 'already has a rate of this kind for these currencies',
    },
    exchange_rate_two_currencies: { code: 'rule', fields: ['to'], message: 'must be another currency than From' },
    exchange_rate_from_currency_fkey: {
      code: 'rule',
      fields: ['from'],
      message: 'must be the code of a known currency',
    },
    exchange_rate_to_currency_fkey: { code: 'rule', fields: ['to'], message: 'must be the code of a known currency' },
  },
  traits: { immutable: true, csv: true },
})

/** The newest rate at or before a day. A missing rate is an error: it is never replaced by the inverse or by 1. */
export const getRate = defineCall({
  area: 'Reference data',
  method: 'GET',
  path: '/v1/exchange-rates/get-rate',
  summary: 'The rate that holds on a day',
  access: 'exchangeRate.read',
  query: z.strictObject({
    from: z.string().regex(...code),
    to: z.string().regex(...code),
    on: dayUnder('must be a date such as 2026-11-21').optional().describe('Today where it is not given'),
    kind: z.enum(rateKinds).default('mid'),
    maxAgeDays: z
      .string()
      .regex(/^\d{1,4}$/, 'must be a whole number of days')
      .transform(Number)
      .optional()
      .transform((value) => value ?? 30)
      .describe('How old the rate may be, 30 where it is not given'),
  }),
  result: z.object({
    from: z.string(),
    to: z.string(),
    kind: z.string(),
    rate: z.string(),
    validOn: z.iso.date(),
    source: z.string().nullable(),
  }),
  problems: ['rate_missing', 'rate_stale'],
})

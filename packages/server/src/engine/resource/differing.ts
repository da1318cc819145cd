import { isDeepStrictEqual } from 'node:util'
import type { Field } from '@packhouse/contract'
import { isExactDecimal, type ResourceRow } from './columns.ts'
import type { Values } from './rows.ts'

/** The fields that are sent other than they are. A secret that is sent is another: nobody knows what it was. */
export function differing(fields: Readonly<Record<string, Field>>, sent: Values, before: ResourceRow): Values {
  return Object.fromEntries(
    Object.entries(sent).filter(([name, value]) => {
      const field = fields[name]
      return (field?.secret && value !== null) || !isSame(field, value, before[name])
    }),
  )
}

/** Whether a value is the stored one, however it is written: `1250.50` is `1250.5`, and 14:30+01:00 is 13:30Z. */
export function isSame(field: Field | undefined, value: unknown, stored: unknown): boolean {
  if (value === stored) return true
  if (typeof value === 'string' && typeof stored === 'string') {
    if (field?.kind === 'time') return Date.parse(value) === Date.parse(stored)
    return field !== undefined && isExactDecimal(field) && trimmed(value) === trimmed(stored)
  }
  // In JSON the order of names is not that of the column.
  return typeof value === 'object' && isDeepStrictEqual(asJson(value), asJson(stored))
}

function trimmed(decimal: string): string {
  const [whole = '', places = ''] = decimal.replace(/^(-?)0+(?=\d)/, '$1').split('.')
  const left = places.replace(/0+$/, '')
  return left === '' ? whole : `${whole}.${left}`
}

function asJson(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

import type { Field } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { editable, pageDecimalSign, readDecimal } from '../../../lib/format/decimal-text.ts'
import { faultSentence } from '../../../resource/words.ts'

export type ReadField = { value: unknown } | { fault: string }

/** A field as it is typed. */
export function fieldText(field: Field, value: unknown): string {
  if (value === null || value === undefined) return ''
  return isDecimal(field) ? editable(String(value)) : String(value)
}

function isDecimal({ kind }: Field): boolean {
  return kind === 'decimal'
}

/** What was typed in a field, checked as the server checks it. */
export function readField(field: Field, text: string): ReadField {
  const typed = text.trim()
  if (typed === '')
    return field.required ? { fault: t('resource.isRequired', { label: field.label }) } : { value: null }
  const read = isDecimal(field) ? readDecimal(typed, pageDecimalSign(), false) : { value: typed }
  if ('fault' in read) return { fault: read.fault === 'invalid' ? t('estimator.isNoNumber') : t('estimator.isUnclear') }
  // Some decimals are numbers in the contract, such as a weight.
  const values: unknown[] =
    field.kind === 'integer' ? [Number(read.value)] : isDecimal(field) ? [read.value, Number(read.value)] : [read.value]
  const results = values.map((value) => field.schema.safeParse(value))
  const fitting = results.find(({ success }) => success)
  if (fitting !== undefined) return { value: fitting.data }
  return { fault: faultSentence(field.label, results.at(0)?.error?.issues[0]?.message ?? '') }
}

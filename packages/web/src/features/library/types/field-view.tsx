import { foldCase } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { FormValues } from '../../../resource/form-values.ts'
import type { ResourceRow } from '../../../resource/registry.ts'
import type { ResourceView } from '../../../resource/view.ts'
import { isNumber, toNumber, withUnit } from '../machine/spec-values.ts'
import { FieldPreview } from './field-preview.tsx'

/** The kinds of fields in the words of people. */
export const kindWords: Readonly<Record<string, string>> = {
  number: t('library.kindNumber'),
  text: t('library.kindText'),
  boolean: t('library.kindBoolean'),
  enum: t('library.kindEnum'),
  range: t('library.kindRange'),
}

const numeric = ['number', 'range']

/** The form of a field of a type. */
export const fieldView: ResourceView = {
  words: kindWords,
  hidden: ['sort', 'typeId', 'usedCount'],
  sections: [
    { fields: ['label', 'key'] },
    { fields: ['kind', 'unit', 'min', 'max', 'options'] },
    { fields: ['required', 'filterable', 'inQuote'] },
  ],
  shownWhen: {
    unit: { field: 'kind', is: numeric },
    min: { field: 'kind', is: numeric },
    max: { field: 'kind', is: numeric },
    options: { field: 'kind', is: ['enum'] },
  },
  fixed({ usedCount }): Readonly<Record<string, string>> {
    const why = t('library.fixedByMachines', { count: Number(usedCount) })
    return Number(usedCount) === 0 ? {} : { key: why, kind: why }
  },
  preview: (values) => <FieldPreview values={values} />,
}

/** The same for the fields of one type: a name that another one has is refused while it is typed. */
export function viewAmong(fields: readonly ResourceRow[]): ResourceView {
  return { ...fieldView, faults: (values, row) => ({ ...takenKey(values, row, fields), ...wrongLimits(values) }) }
}

function takenKey(
  { key }: FormValues,
  row: ResourceRow | undefined,
  fields: readonly ResourceRow[],
): Record<string, string> {
  const typed = foldCase(String(key ?? '').trim())
  const other = fields.find((field) => field.id !== row?.id && foldCase(String(field.key)) === typed)
  return other === undefined ? {} : { key: t('library.keyTaken', { label: String(other.label) }) }
}

function wrongLimits({ kind, min, max, unit }: FormValues): Record<string, string> {
  const [least, most] = [String(min ?? '').trim(), String(max ?? '').trim()]
  if (!numeric.includes(String(kind)) || !isNumber(least) || !isNumber(most)) return {}
  if (toNumber(most) >= toNumber(least)) return {}
  return { max: t('library.largestBelowSmallest', { min: withUnit(toNumber(least), String(unit ?? '') || null) }) }
}

/** `80 to 600 mm`, or what can be chosen from; undefined where everything is allowed. */
export function limitsOf({ min, max, unit, options }: ResourceRow): string | undefined {
  if (Array.isArray(options) && options.length > 0) return options.join(', ')
  const words = typeof unit === 'string' && unit !== '' ? unit : null
  if (typeof min === 'number' && typeof max === 'number') {
    return t('library.fromToNumbers', { from: withUnit(min, null), to: withUnit(max, words) })
  }
  if (typeof min === 'number') return t('library.fromNumber', { from: withUnit(min, words) })
  if (typeof max === 'number') return t('library.toNumber', { to: withUnit(max, words) })
  return words ?? undefined
}

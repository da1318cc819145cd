import { isDigits, type MachineCommand, type WritableTag } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { faultWords, isUnclearHere } from '../../../lib/format/decimal-text.ts'
import { formatReading } from '../../../lib/format/numbers.ts'

type Value = MachineCommand['value']

/** What is typed for a tag as the value that is sent, or what is wrong with it. Choices are typed by their place. */
export function typedValue(tag: WritableTag, text: string): { value: Value } | { fault: string } {
  const options = choicesOf(tag)
  if (options.length > 0) {
    const chosen = text === '' ? undefined : options[Number(text)]
    return chosen === undefined ? { fault: t('monitoring.writeChooseAValue') } : { value: chosen }
  }
  if (tag.dataType === 'text') {
    return text === '' ? { fault: t('monitoring.writeEnterAValue') } : { value: text }
  }
  if (isUnclearHere(text)) return { fault: faultWords('unclear', text) }
  const number = text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'))
  if (!Number.isFinite(number)) return { fault: t('monitoring.writeEnterANumber') }
  // A machine would be sent another number than the one that was typed.
  if (isDigits(text.trim()) && !Number.isSafeInteger(number)) return { fault: t('monitoring.writeTooManyDigits') }
  const { min, max } = tag
  const isOutside = (min !== null && number < min) || (max !== null && number > max)
  return isOutside ? { fault: t('monitoring.writeOutside') } : { value: number }
}

/** The values of a tag where only some may be chosen. */
export function choicesOf({ dataType, choices }: WritableTag): readonly Value[] {
  if (choices.length > 0) return choices
  return dataType === 'boolean' ? [true, false] : []
}

/** Between which values a number has to lie; empty without bounds. */
export function boundsWords({ min, max, unit }: WritableTag): string {
  if (min !== null && max !== null)
    return t('monitoring.writeFromTo', { min: withUnit(min, null), max: withUnit(max, unit) })
  if (min !== null) return t('monitoring.writeAtLeast', { min: withUnit(min, unit) })
  return max === null ? '' : t('monitoring.writeAtMost', { max: withUnit(max, unit) })
}

export function withUnit(value: MachineCommand['before'], unit: string | null): string {
  return unit === null || value === null ? formatReading(value) : `${formatReading(value)} ${unit}`
}

import { t } from '@packhouse/messages'
import { DASH, formatCount, numberFormat } from '../../lib/format/numbers.ts'

/** A number and its unit; null is what is not known. */
export interface Shown {
  value: string
  unit: string
}

export type ShowValue = (value: number | null) => Shown

const digits = (value: number, most: number) => numberFormat({ maximumSignificantDigits: most }).format(value)

export const showCount: ShowValue = (value) => ({ value: formatCount(value), unit: '' })

export const showRate: ShowValue = (value) => ({
  value: value === null ? DASH : value < 10 ? digits(value, 2) : formatCount(value),
  unit: t('health.perSecond'),
})

/** Milliseconds, or seconds from one on. */
export const showSeconds: ShowValue = (value) => {
  if (value === null) return { value: DASH, unit: t('health.ms') }
  return value >= 1
    ? { value: digits(value, 2), unit: 's' }
    : { value: digits(value * 1_000, value < 0.1 ? 2 : 3), unit: t('health.ms') }
}

const byteUnits = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** By thousands, as disks are sold. */
export const showBytes: ShowValue = (value) => {
  if (value === null) return { value: DASH, unit: 'GB' }
  const place = Math.min(byteUnits.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, Math.abs(value))) / 3)))
  return { value: digits(value / 1_000 ** place, 3), unit: byteUnits[place] ?? 'B' }
}

export const showPercent: ShowValue = (value) => ({
  value: value === null ? DASH : formatCount(Math.floor(value * 100)),
  unit: '%',
})

export function inWords({ value, unit }: Shown): string {
  return unit === '' ? value : `${value} ${unit}`
}

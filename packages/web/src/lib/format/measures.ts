import { unitOfName } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { DASH, formatReading, isReading, numberFormat } from './numbers.ts'
import { temperatureSign, toReaderUnit } from './temperature-unit.ts'

/** How a measured value is written: its unit and its decimals. Tiles, tables, charts and readouts all ask here. */
export interface Measure {
  /** Behind the value; empty where none is known. */
  unit: string
  /** A stored value in that unit. */
  shown: (stored: number) => number
  /** A value in that unit, without the unit. */
  format: (shown: number) => string
}

/** What has a name of its own among the fields of a record. */
const fields: Readonly<Record<string, () => Measure>> = {
  temperature: () => ({ unit: temperatureSign(), shown: toReaderUnit, format: decimals(2, 2) }),
  humidity: () => ({ unit: '%', shown: same, format: decimals(0, 1) }),
  cyclesPerMin: () => ({ unit: '', shown: same, format: decimals(0, 1) }),
  totalCycles: () => ({ unit: '', shown: same, format: decimals(0, 0) }),
  totalRejects: () => ({ unit: '', shown: same, format: decimals(0, 0) }),
}

/** What people have set of a tag. */
export interface DeclaredMeasure {
  /** The unit of a reading as its tag map declares it; fields have their own. */
  unit?: string | undefined
  /** Null: as many as make sense for the value. */
  decimals?: number | null | undefined
}

/** The measure of a tag: a field of a record, or a reading by its name, which may end with its unit: `Jaw (°C)`, `Jaw [bar]`. */
export function measureOf(tag: string, { unit, decimals: wanted }: DeclaredMeasure = {}): Measure {
  const known = Object.hasOwn(fields, tag) ? fields[tag] : undefined
  const measure = known?.() ?? { unit: unit ?? unitOfName(tag) ?? '', shown: same, format: sensible }
  return typeof wanted === 'number' ? { ...measure, format: decimals(wanted, wanted) } : measure
}

/** A stored value of a tag without its unit; a text or a truth as it is, a dash where it is missing. */
export function formatMeasured(
  tag: string,
  value: string | number | boolean | null | undefined,
  declared?: DeclaredMeasure,
): string {
  if (typeof value !== 'number') return formatReading(value)
  if (!isReading(value)) return DASH
  const { shown, format } = measureOf(tag, declared)
  return format(shown(value))
}

/** A stored value of a tag with its unit where one is known. */
export function measuredInUnit(
  tag: string,
  value: string | number | boolean | null,
  declared?: DeclaredMeasure,
): string {
  if (typeof value !== 'number' || !isReading(value)) return formatMeasured(tag, value)
  const measure = measureOf(tag, declared)
  return withUnit(measure, measure.shown(value))
}

/** A value in the unit of its measure, with the unit. */
export function withUnit({ unit, format }: Measure, shown: number): string {
  return unit === '' ? format(shown) : t('app.valueInUnit', { value: format(shown), unit })
}

/** A difference of two values in the unit of their measure, with its sign: `+0.52 °C`. */
export function differenceIn({ unit, format }: Measure, difference: number): string {
  const size = format(Math.abs(difference))
  // What is nothing at these decimals has no sign.
  const sign = size === format(0) ? '±' : difference > 0 ? '+' : '−'
  return unit === '' ? `${sign}${size}` : t('app.valueInUnit', { value: `${sign}${size}`, unit })
}

/** An end of a range that somebody has set: as it was typed, without zeros behind it. */
export const formatLimit = sensible

const same = (value: number) => value

function decimals(least: number, most: number) {
  return (value: number) => numberFormat({ minimumFractionDigits: least, maximumFractionDigits: most }).format(value)
}

/** Two decimals at most; more only where a small value would lose its first three figures. */
function sensible(value: number): string {
  const magnitude = value === 0 ? 0 : Math.floor(Math.log10(Math.abs(value)))
  const most = Math.abs(value) < 0.1 && value !== 0 ? Math.min(8, 2 - magnitude) : 2
  return decimals(0, most)(value)
}

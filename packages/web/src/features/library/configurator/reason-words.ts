import type { JobReason } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import { formatPlainDate } from '../../../lib/format/dates.ts'
import { allOf } from '../../../lib/format/lists.ts'
import { formatPrice } from '../../../lib/format/money.ts'
import { DASH, formatRate, formatReading } from '../../../lib/format/numbers.ts'

/** What the words of a reason need beside it. */
export interface ReasonContext {
  /** The name of the packaging style. */
  style: string
  currency: string | null
  /** What has to be made per minute, without stops. */
  output: number | null
  /** The names of the options that it needs. */
  options: readonly string[]
}

type Words = (reason: JobReason, context: ReasonContext) => string

/** A whole sentence that says which figure it is and how far off. */
export function reasonWords(reason: JobReason, context: ReasonContext): string {
  return words[reason.verdict](reason, context)
}

const words: Record<JobReason['verdict'], Words> = {
  doesNotFit: misfitWords,
  fitsIf: conditionWords,
  unknown: unknownWords,
}

function misfitWords({ check, wanted, limit, by, side }: JobReason, { style, currency }: ReasonContext): string {
  const figures = { wanted: figure(wanted), limit: figure(limit), by: figure(by) }
  const name = figure(wanted)
  switch (check) {
    case 'lifecycle':
      return t('configurator.isObsolete')
    case 'answer':
      return t('configurator.doesNotMake', { style })
    case 'length':
    case 'width':
    case 'height': {
      const values = { ...figures, dimension: check }
      return side === 'under' ? t('configurator.sizeUnder', values) : t('configurator.sizeOver', values)
    }
    case 'speed':
      return side === 'under' ? t('configurator.speedUnder', figures) : t('configurator.speedOver', figures)
    case 'material':
      return limit === null ? t('configurator.notForMaterial', { name }) : t('configurator.otherMaterials', figures)
    case 'voltage':
      return t('configurator.otherVoltage', figures)
    case 'phases':
      return t('configurator.otherPhases', figures)
    case 'washDown':
      return limit === null ? t('configurator.notForWashDown') : t('configurator.onlyRating', { limit: figure(limit) })
    case 'options':
      return t('configurator.optionsContradict')
    case 'tooling':
      return t('configurator.toolingDoesNotFit')
    case 'budget':
      return t('configurator.overBudget', { price: money(limit, currency), by: money(by, currency) })
    case 'date':
      return t('configurator.afterDate', {
        day: day(limit),
        days: typeof by === 'number' ? by : Number(by ?? 0),
        wanted: day(wanted),
      })
  }
}

function conditionWords({ check, wanted, limit, side }: JobReason, context: ReasonContext): string {
  if (check === 'speed' && side === 'under')
    return t('configurator.slowestSpeed', { limit: figure(limit), wanted: figure(wanted) })
  if (check === 'speed')
    return t('configurator.notWithStops', { output: formatRate(context.output), wanted: figure(wanted) })
  if (check === 'tooling') return t('configurator.needsTooling', { price: money(limit ?? wanted, context.currency) })
  if (context.options.length > 0) return t('configurator.needsOptions', { names: allOf(context.options) })
  return t('configurator.fitsUnderConditions')
}

function unknownWords({ check, wanted, limit }: JobReason, { style }: ReasonContext): string {
  switch (check) {
    case 'answer':
      return t('configurator.nobodyRecordedStyle', { style })
    case 'material':
      return t('configurator.nobodyRecordedMaterial', { name: figure(wanted) })
    case 'length':
    case 'width':
    case 'height':
      return t('configurator.sizeNotRecorded', { dimension: check })
    case 'speed':
      return t('configurator.speedNotRecorded')
    case 'voltage':
      return t('configurator.voltageNotRecorded')
    case 'phases':
      return t('configurator.phasesNotRecorded')
    case 'washDown':
      return t('configurator.ratingNotRecorded')
    case 'budget':
      return limit === null
        ? t('configurator.priceNotRecorded')
        : t('configurator.otherCurrency', { price: figure(limit) })
    case 'date':
      return t('configurator.leadTimeNotRecorded')
    default:
      return t('configurator.notRecorded')
  }
}

function figure(value: string | number | null): string {
  return value === null ? DASH : formatReading(value)
}

function money(value: string | number | null, currency: string | null): string {
  return formatPrice(value === null ? null : String(value), currency)
}

function day(value: string | number | null): string {
  return typeof value === 'string' ? formatPlainDate(value) : DASH
}

import type { ProductionFigures } from '@packhouse/contract'
import { t } from '@packhouse/messages'
import type { ReactNode } from 'react'
import { lengthWords } from '../../lib/format/lengths.ts'
import { DASH, formatCount, numberFormat } from '../../lib/format/numbers.ts'
import type { SiteClock } from '../../lib/format/site-clock.ts'

const inSeconds = (ms: number) => lengthWords(ms / 1_000)

/** A share as people read it, a dash where it is not known. */
export function shareWords(share: number | null): string {
  return share === null ? DASH : numberFormat({ style: 'percent', maximumFractionDigits: 1 }).format(share)
}

interface ProductionFactsProps {
  figures: ProductionFigures
  /** Good cycles that are asked for, where that is not shown otherwise. */
  target?: number | null
}

/** What a machine did in a shift or an order. Its times add up to what has passed of it. */
export function ProductionFacts({ figures, target = null }: ProductionFactsProps) {
  const { lengthMs, plannedMs, unplannedMs, runningMs, stoppedMs, plannedStopMs, unknownMs } = figures
  const { goodCycles, cycles, oee, factors } = figures
  const good = goodCycles === null ? undefined : t('production.goodOf', { total: formatCount(cycles) })
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-1.5 sm:grid-cols-4 xl:grid-cols-7">
      <Figure
        name={t('production.planned')}
        note={unplannedMs > 0 ? t('production.break', { length: inSeconds(unplannedMs) }) : undefined}
      >
        {inSeconds(plannedMs)}
      </Figure>
      <Figure name={t('production.running')} note={t('production.ofLength', { length: inSeconds(lengthMs) })}>
        {inSeconds(runningMs)}
      </Figure>
      <Figure name={t('production.stopped')}>{inSeconds(stoppedMs)}</Figure>
      {plannedStopMs > 0 && <Figure name={t('production.plannedStop')}>{inSeconds(plannedStopMs)}</Figure>}
      {unknownMs > 0 && <Figure name={t('production.unknown')}>{inSeconds(unknownMs)}</Figure>}
      <Figure
        name={t('production.oee')}
        note={oee !== null && !factors.includes('quality') ? t('production.withoutQuality') : undefined}
      >
        {shareWords(oee)}
      </Figure>
      <Figure name={t('production.good')} note={good}>
        {goodCycles === null ? t('production.notMeasured') : formatCount(goodCycles)}
      </Figure>
      {target !== null && <Figure name={t('production.target')}>{formatCount(target)}</Figure>}
    </dl>
  )
}

/** A figure with its name, in a `dl`. */
export function Figure({ name, note, children }: { name: string; note?: string | undefined; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-12 text-text-2">{name}</dt>
      <dd className="text-14 font-semibold tabular-nums wrap-anywhere">{children}</dd>
      {note !== undefined && <dd className="text-12 text-text-2 tabular-nums wrap-anywhere">{note}</dd>}
    </div>
  )
}

/** The longest stops with their reasons. */
export function LongestStops({ stops, clock }: { stops: ProductionFigures['stops']; clock: SiteClock }) {
  if (stops.length === 0) return null
  return (
    <p className="mt-1.5 text-12 text-text-2">
      {t('production.longestStops')}:{' '}
      {stops.map(({ from, to, reason }, place) => (
        <span key={from}>
          {place > 0 && ', '}
          <span className="tabular-nums">
            {clock.time(Date.parse(from))} {inSeconds(Date.parse(to) - Date.parse(from))}
          </span>{' '}
          {reason === null ? t('production.noReason') : <span translate="no">{reason}</span>}
        </span>
      ))}
    </p>
  )
}
